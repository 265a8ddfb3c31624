// Setting up a position: pieces or discs are put on the board, and the server says whether it can be played.
import { draw, makeBoard } from './board.js';
import { EMPTY, readPoints, sideLetters, writePoints } from './board_text.js';
import { besidePanel, BoardView } from './board_view.js';
import { button, choice, make } from './dom.js';
import { errorBox } from './errors.js';
import { startFrame } from './frames.js';
import { say } from './language.js';
import { endingText, manName } from './game_names.js';
import { openPaste } from './paste.js';
import { address, fromQuery } from './route.js';
import { specialRules } from './rules.js';

class PositionEditor {
  constructor(app, game, { start, rules }) {
    Object.assign(this, { app, game, rules, turn: 0 });
    this.title = say('set-up-of', { game: game.title });
    this.tools = game.board.kind === 'cells' ? ['X', 'O', EMPTY] : [...'KABNRCP', EMPTY, ...'kabnrcp'];
    this.tool = this.tools[0];
    this.board = new BoardView(game, { label: say('board-to-set-up', { game: game.title }), onPress: (at) => this.put(at) });
    this.build();
    this.read(start || game.start);
  }

  build() {
    const { game } = this;
    this.palette = make('div', { class: 'palette', role: 'group', 'aria-label': say('set-up-palette') }, this.tools.map((tool) => this.toolButton(tool)));
    this.side = make('div');
    this.text = make('input', { type: 'text', 'aria-label': say('position-text'), spellcheck: 'false', onchange: () => this.read(this.text.value.trim()) });
    this.verdict = make('div', { 'aria-live': 'polite' });
    const go = (action) => { location.hash = address([game.name, action], { start: this.written(), rules: this.rules }); };
    this.nextButtons = [button({ text: say('play-from-here'), kind: 'main', onclick: () => go('play') }), button({ text: say('analyse'), onclick: () => go('analyse') })];
    const panel = make('section', { class: 'panel', 'aria-label': say('set-up') }, make('h1', {}, say('set-up-position')),
      make('p', { class: 'muted small' }, say('set-up-note')), this.palette, this.side,
      make('div', { class: 'row' }, button({ text: say('start-position'), onclick: () => this.read(game.start) }), button({ text: say('clear'), onclick: () => { this.points.fill(EMPTY); this.show(); } }),
        button({ name: 'turn', label: say('turn-board'), onclick: () => { this.board.isTurned = !this.board.isTurned; } }),
        button({ text: say('paste'), onclick: () => openPaste(this.app, game, (found) => this.paste(found)) })),
      make('label', { class: 'field' }, make('span', {}, say('as-text')), this.text), this.verdict, make('div', { class: 'row' }, this.nextButtons));
    this.element = besidePanel(this.board, { panel });
  }

  toolName(tool) {
    if (tool === EMPTY) return say('take-away');
    return manName(this.game, tool);
  }

  toolButton(tool) {
    const label = this.toolName(tool);
    if (tool === EMPTY) return button({ name: 'bin', label, 'aria-pressed': 'false', 'data-tool': tool, onclick: () => this.choose(tool) });
    return make('button', { type: 'button', 'aria-label': label, title: label, 'aria-pressed': String(tool === this.tool), 'data-tool': tool, onclick: () => this.choose(tool) }, this.pieceImage(tool));
  }

  // One piece, cut out of a board that has nothing else.
  pieceImage(tool) {
    const svg = draw('svg', { class: 'piece' });
    const board = makeBoard(svg, this.game.board);
    const count = board.columns * board.rows;
    const points = Array(count).fill(EMPTY);
    points[0] = tool;
    board.show(startFrame(this.game, writePoints(this.game, points, 0)), false);
    svg.replaceChildren(svg.querySelector('defs'), board.men);
    const [x, y] = board.place(0);
    svg.setAttribute('viewBox', `${x - 30} ${y - 30} 60 62`);
    svg.setAttribute('aria-hidden', 'true');
    return svg;
  }

  choose(tool) {
    this.tool = tool;
    for (const element of this.palette.children) element.setAttribute('aria-pressed', String(element.dataset.tool === tool));
  }

  written() {
    return writePoints(this.game, this.points, this.toMove);
  }

  read(text) {
    const [, letter] = text.split(' ');
    this.points = readPoints(this.game, text);
    this.points.length = this.board.board.columns * this.board.board.rows;
    this.points = Array.from(this.points, (point) => point || EMPTY);
    this.toMove = Math.max(0, sideLetters(this.game).indexOf(letter));
    this.show();
  }

  // The last position of a game that was pasted.
  async paste({ start, rules, moves }) {
    try {
      const { boards } = await this.app.connection.ask('position', { game: this.game.name, start, rules: rules || '', moves }).answer;
      if (rules) this.rules = specialRules(this.game, rules);
      this.read(boards.at(-1));
    } catch (error) {
      this.verdict.replaceChildren(errorBox(error));
    }
  }

  put(at) {
    this.points[at] = this.points[at] === this.tool ? EMPTY : this.tool;
    this.show();
  }

  async show() {
    const { game } = this;
    const text = this.written();
    this.board.show(startFrame(game, text));
    this.text.value = text;
    this.side.replaceChildren(choice({ legend: say('who-moves'), name: 'to-move', value: String(this.toMove), options: game.seats.map((seat, at) => ({ value: String(at), text: seat })), onchange: (value) => { this.toMove = Number(value); this.show(); } }));
    const mine = (this.turn += 1);
    let verdict;
    try {
      const position = await this.app.connection.ask('position', { game: game.name, start: text, moves: [] }).answer;
      verdict = make('p', { class: 'note' }, position.ending ? say('set-up-over', { explanation: endingText(game, position.ending) }) : say('set-up-playable'));
    } catch (error) {
      verdict = errorBox(error);
    }
    if (mine !== this.turn) return;
    this.verdict.replaceChildren(verdict);
    for (const element of this.nextButtons) element.disabled = verdict.className === 'error';
  }

  close() {
    this.turn += 1;
    this.board.close();
  }
}

export const open = (app, { parts, query }) => new PositionEditor(app, app.game(parts[0]), fromQuery(query));
