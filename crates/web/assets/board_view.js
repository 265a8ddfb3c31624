// A board on the page: drawn with the user's settings, and moves made on it.
import { BoardGrid, makeBoard } from './board.js';
import { pointsOf } from './frames.js';
import { manName } from './game_names.js';
import { make } from './dom.js';
import { say } from './language.js';
import { numberingOf } from './notation.js';
import { onChange, settings } from './settings.js';

const svgElement = () => {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('class', 'board');
  return svg;
};

const applySettings = (svg) => {
  svg.classList.toggle('plain', !settings.texture);
  svg.classList.toggle('bare', !settings.coordinates);
};

// A small board that only shows a frame.
export const picture = (game, frame, isTurned = false) => {
  const svg = svgElement();
  const board = makeBoard(svg, game.board);
  board.isTurned = isTurned;
  svg.setAttribute('aria-hidden', 'true');
  svg.classList.toggle('plain', !settings.texture);
  svg.classList.add('bare');
  board.show(frame, settings.pieces === 'letters');
  return svg;
};

// A board between the lines of its players, beside a panel. The style sheet makes it as large as the window allows, by its shape.
export const besidePanel = (board, { upper, bar, lower, panel }) => {
  const element = make('div', { class: 'game' }, make('section', { class: 'table', 'aria-label': say('board') }, upper, make('div', { class: 'board-row' }, bar, board.element), lower), panel);
  element.style.setProperty('--shape', board.shape);
  return element;
};

export class BoardView {
  // `onMove(move)` is called with the legal move that was chosen; `onPress(at)`, if given, with every point instead.
  constructor(game, { label, onMove, onPress }) {
    Object.assign(this, { game, onMove, onPress, legal: [], chosen: undefined, marks: {}, own: [] });
    const svg = svgElement();
    svg.setAttribute('aria-hidden', 'true');
    this.element = make('div', { class: 'board-host' }, svg);
    this.board = makeBoard(svg, game.board);
    this.grid = new BoardGrid(this.board, {
      words: { man: (letter) => manName(game, letter), legal: say('point-legal'), chosen: say('point-chosen'), last: say('point-last'), empty: say('point-empty') }, label, onPress: (at, how) => this.press(at, how), canDrag: (at) => this.targets(at).length > 0, onDraw: onPress ? undefined : (from, to) => this.drawOwn(from, to),
    });
    applySettings(svg);
    this.endSettings = onChange(() => { applySettings(svg); if (this.frame) this.draw(); });
  }

  close() {
    this.endSettings();
  }

  // The width through the height.
  get shape() {
    const { width, height } = this.board.svg.viewBox.baseVal;
    return width / height;
  }

  get isTurned() {
    return this.board.isTurned;
  }

  set isTurned(isTurned) {
    this.board.isTurned = isTurned;
    if (this.frame) this.draw();
  }

  // Shows a frame, with the moves that can be made on it and marks such as `check`, `labels` and `arrows`.
  show(frame, legal = [], marks = {}) {
    if (this.frame !== frame) Object.assign(this, { chosen: undefined, own: [] });
    const places = legal.map((move) => ({ move, ...pointsOf(this.game.board, move.text, frame) }));
    Object.assign(this, { frame, marks, legal: places });
    this.draw();
  }

  draw() {
    const { frame, chosen, legal, marks } = this;
    const isOfPieces = legal.some(({ from }) => from !== undefined);
    const goals = chosen === undefined ? [] : this.targets(chosen);
    const isTaken = (at) => frame.points && frame.points[at] >= 0;
    const spots = isOfPieces ? goals.filter((at) => !isTaken(at)) : legal.map(({ to }) => to).filter((at) => at !== undefined);
    const arrows = [...(marks.arrows || []), ...this.own];
    this.board.numbering = numberingOf(this.game);
    const shown = { ...frame, ...marks, arrows, chosen, targets: goals.filter(isTaken), legal: settings.legal || isOfPieces ? spots : [] };
    this.board.show(shown, settings.pieces === 'letters');
    this.grid.update();
    this.element.classList.toggle('waiting', legal.length === 0);
  }

  targets(from) {
    return this.legal.filter((place) => place.from === from && place.from !== undefined).map(({ to }) => to);
  }

  // An arrow, or a circle around a point, that is drawn once more goes.
  drawOwn(from, to) {
    const others = this.own.filter((arrow) => arrow.from !== from || arrow.to !== to);
    this.own = others.length < this.own.length ? others : [...others, { from, to, isOwn: true }];
    this.draw();
  }

  press(at, how) {
    if (this.onPress) return this.onPress(at);
    this.own = [];
    const disc = this.legal.find(({ from, to }) => from === undefined && to === at) || this.inColumn(at);
    const piece = this.legal.find(({ from, to }) => from !== undefined && from === this.chosen && to === at);
    if (disc || piece) return this.onMove((disc || piece).move);
    this.chosen = this.targets(at).length && (at !== this.chosen || how === 'lift') ? at : undefined;
    if (this.frame) this.draw();
  }

  // A move that names a column is made anywhere in it.
  inColumn(at) {
    const { columns } = this.board;
    return this.legal.find(({ move, to }) => move.text.length === 1 && to !== undefined && to % columns === at % columns);
  }
}
