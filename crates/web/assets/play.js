// A game against the engine, between two people at one screen, or of the engine against itself.
import { besidePanel, BoardView } from './board_view.js';
import { Clocks } from './clocks.js';
import { announce, button, make, pause } from './dom.js';
import { engineOptions } from './engine_options.js';
import { errorBox } from './errors.js';
import { openExport } from './export.js';
import { framesOf, pliesOf, pointsOf } from './frames.js';
import { endingText, openingText, warningsOf } from './game_names.js';
import { GameTree } from './game_tree.js';
import { say } from './language.js';
import { MoveList, stepKeys } from './move_list.js';
import { begin } from './new_game.js';
import { notationOf } from './notation.js';
import { Players } from './players.js';
import { go } from './route.js';
import { rulesText } from './rules.js';
import { onChange, settings } from './settings.js';
import * as store from './store.js';
import { openStudy, tagsOf } from './studies.js';
import { countText, dayText, resultText, reversed, scoreText, sentence } from './texts.js';

// An engine's move is not shown sooner than this after the one before, so that it can be followed.
const LEAST_WAIT = 450;
const PASS_WAIT = 1100;
const HINT = { ms: 1500 };
// The engine looks so long at a draw that is offered, and agrees after so many moves if it is no further ahead, in hundredths.
const DRAW_SEARCH = { ms: 500 };
const DRAW_FROM = 40;
const DRAW_SCORE = 20;

class PlayView {
  constructor(app, game, record) {
    Object.assign(this, { app, game, record, tree: new GameTree(), position: null, shown: null, turn: 0, isPaused: false, note: '' });
    this.title = game.title;
    this.board = new BoardView(game, { label: say('board-of', { game: game.title }), onMove: (move) => this.playByHand(move) });
    this.players = new Players(game);
    this.moveList = new MoveList((node) => this.showPly(node.ply));
    this.build();
    this.board.isTurned = record.isTurned;
    this.clocks = record.clock ? new Clocks({ left: record.left, increment: record.clock.increment_ms, onTick: (left) => this.tick(left), onFlag: (side) => this.flag(side) }) : null;
    this.endKeys = stepKeys((how) => this.step(how));
    this.endSettings = onChange(() => this.refresh());
    this.endStore = store.onChange(record.id, (other) => this.replaceRecord(other));
    this.onLeave = () => this.keepClock();
    addEventListener('pagehide', this.onLeave);
    this.refresh();
  }

  get start() {
    return this.record.start || this.game.start;
  }

  get isOver() {
    return Boolean(this.record.result);
  }

  // Whether the position is that of the game as it stands: the answer to a move takes a while.
  get isCurrent() {
    return Boolean(this.position) && this.positionLength === this.record.moves.length;
  }

  // Whether a person is to move now.
  get isYours() {
    return this.isCurrent && !this.isOver && this.record.seats[this.position.side] === 'you';
  }

  get isAgainstEngine() {
    return this.record.seats[0] !== this.record.seats[1];
  }

  build() {
    this.upper = make('div', { class: 'upper' });
    this.lower = make('div', { class: 'lower' });
    this.opening = make('p', { class: 'opening' });
    this.rules = make('p', { class: 'opening' });
    this.status = make('p', { class: 'status' });
    this.explanation = make('p', { class: 'explanation' });
    this.warning = make('div');
    this.trouble = make('div');
    this.outcome = make('div', { class: 'outcome', hidden: true });
    const step = (name) => button({ name, label: say(`step-${name}`), onclick: () => this.step(name) });
    this.buttons = {
      hint: button({ name: 'hint', text: say('hint'), onclick: () => this.hint() }),
      undo: button({ name: 'undo', text: say('undo'), onclick: () => this.undo() }),
      redo: button({ name: 'redo', text: say('redo'), onclick: () => this.redo() }),
      draw: button({ name: 'draw', text: say('offer-draw'), onclick: () => this.offerDraw() }),
      resign: button({ name: 'flag', text: say('resign'), onclick: () => this.resign() }),
      pause: button({ name: 'pause', text: say('pause'), onclick: () => this.togglePause() }),
    };
    const turn = button({ name: 'turn', label: say('turn-board'), onclick: () => this.turnBoard() });
    const actions = make('div', { class: 'actions' }, Object.values(this.buttons),
      button({ name: 'search', text: say('analyse'), onclick: () => this.analyse() }),
      button({ name: 'save', text: say('save'), onclick: () => this.openSave() }),
      button({ name: 'plus', text: say('new-game'), onclick: () => go(this.game.name, 'play') }));
    const steps = make('div', { class: 'steps' }, ['first', 'back', 'forward', 'last'].map(step), turn);
    const panel = make('section', { class: 'panel', 'aria-label': say('game') }, this.status, this.explanation, this.trouble, this.warning, this.outcome, this.opening, this.rules, this.moveList.element, steps, actions);
    this.element = besidePanel(this.board, { upper: this.upper, lower: this.lower, panel });
    this.seatPlayers();
  }

  seatPlayers() {
    const { isTurned } = this.record;
    this.upper.replaceChildren(this.players.upper(isTurned));
    this.lower.replaceChildren(this.players.lower(isTurned));
  }

  turnBoard() {
    this.record.isTurned = !this.record.isTurned;
    this.board.isTurned = this.record.isTurned;
    this.seatPlayers();
    this.save();
  }

  save() {
    store.save(this.record);
  }

  keepClock() {
    if (!this.clocks || this.isOver) return;
    this.record.left = this.clocks.left;
    this.save();
  }

  // Another tab has gone on with the same game.
  replaceRecord(record) {
    this.halt();
    this.record = record;
    this.refresh();
  }

  // Ends what the engine is doing.
  halt() {
    this.turn += 1;
    this.search?.stop();
    this.search = null;
  }

  // Asks the server about the game as it stands, shows it, and lets it go on.
  async refresh() {
    this.halt();
    const mine = this.turn;
    this.shown = null;
    const { start, rules, moves } = this.record;
    const { length } = moves;
    try {
      const position = await this.app.connection.ask('position', { game: this.game.name, start, rules, moves, notation: notationOf(this.game) }).answer;
      if (mine !== this.turn) return;
      Object.assign(this, { position, positionLength: length });
      this.trouble.replaceChildren();
    } catch (error) {
      if (mine !== this.turn) return;
      this.trouble.replaceChildren(errorBox(error));
      this.status.textContent = say('cannot-go-on');
      return;
    }
    this.frames = framesOf(this.game, this.position.boards);
    this.writeMoves();
    if (this.position.ending && !this.record.result) this.finish(this.position.ending);
    this.draw();
    this.proceed();
  }

  writeMoves() {
    const { moves } = this.position;
    this.opening.textContent = openingText(this.game, this.position);
    this.rules.textContent = rulesText(this.game, this.record.rules);
    this.tree = new GameTree();
    this.tree.addLine(this.tree.root, moves.map(({ text }) => text), moves.map(({ name }) => name));
    this.seatOfPly = this.seats();
    this.moveList.show(this.tree, (node) => this.seatOfPly[node.ply - 1], this.record.result ? resultText(this.record.result.result) : '');
  }

  // Who made each move: the sides take turns, as passes are moves too.
  seats() {
    const { side, moves } = this.position;
    return moves.map((_, ply) => (moves.length - ply + side) % 2);
  }

  // Shows the position after a number of moves; the last one if none is given.
  draw() {
    const { position, record, frames } = this;
    const ply = this.shown ?? record.moves.length;
    const isNow = ply === record.moves.length;
    const isCheck = isNow && position.in_check;
    const marks = { check: isCheck ? this.kingOf(frames[ply], position.side) : undefined };
    if (isNow && this.arrow) marks.arrows = [this.arrow];
    if (settings.plies && frames[ply].cells) marks.plies = pliesOf(this.game.board, record.moves.slice(0, ply));
    this.board.show(frames[ply], isNow && this.isYours && !position.must_pass ? position.legal : [], marks);
    this.players.show({ names: record.players, counts: isNow ? position.counts : this.countsOf(frames[ply]), toMove: this.isOver ? null : position.side });
    this.players.showClocks(this.clocks ? this.clocks.left : null);
    this.moveList.mark(ply === 0 ? this.tree.root : this.tree.mainLine()[ply - 1]);
    this.warning.replaceChildren(...(isNow ? warningsOf(position) : []).map((text) => make('p', { class: 'warning' }, text)));
    this.writeStatus();
    this.writeButtons();
  }

  countsOf({ cells }) {
    return cells && this.position.counts ? ['X', 'O'].map((letter) => [...cells].filter((cell) => cell === letter).length) : null;
  }

  // Where the general of a side stands.
  kingOf({ points, men }, side) {
    return points ? points.findIndex((man) => men[man] === 'Kk'[side]) : undefined;
  }

  writeStatus() {
    const { position, record, game } = this;
    const side = game.seats[position.side];
    const inCheck = position.in_check ? '-check' : '';
    this.status.classList.remove('thinking');
    this.explanation.textContent = this.note;
    if (this.shown !== null && this.shown < record.moves.length) {
      this.status.textContent = say('after-move', { move: this.shown, count: record.moves.length });
      this.explanation.textContent = say('last-goes-on');
    } else if (record.result) this.status.textContent = say('game-over');
    else if (position.must_pass) this.status.textContent = say('passes', { side });
    else if (this.isYours) this.status.textContent = say((this.isAgainstEngine ? 'your-move' : 'side-to-move') + inCheck, { side });
    else {
      this.status.textContent = this.isPaused ? say('paused') : say(`engine-thinks${inCheck}`, { side });
      this.status.classList.toggle('thinking', !this.isPaused);
    }
    this.outcome.hidden = !record.result;
    if (record.result) this.writeOutcome();
  }

  writeOutcome() {
    const { result } = this.record.result;
    this.outcome.replaceChildren(make('h2', {}, resultText(result) || say('no-result')), make('p', {}, sentence(endingText(this.game, this.record.result))), make('div', { class: 'actions' },
      button({ name: 'search', text: say('analyse-game'), kind: 'main', onclick: () => this.analyse() }),
      button({ name: 'redo', text: say('play-again'), onclick: () => this.again() }),
      button({ name: 'save', text: say('save'), onclick: () => this.openSave() })));
  }

  writeButtons() {
    const { hint, undo, redo, draw, resign, pause: pauseButton } = this.buttons;
    const hasPerson = this.record.seats.includes('you');
    hint.hidden = undo.hidden = redo.hidden = resign.hidden = !hasPerson;
    hint.disabled = draw.disabled = !this.isYours;
    // A game of discs is played to its end.
    draw.hidden = !hasPerson || this.game.board.kind === 'cells';
    undo.disabled = this.undoCount() === 0;
    redo.disabled = this.record.redo.length === 0;
    resign.disabled = this.isOver;
    pauseButton.hidden = hasPerson || this.isOver;
    pauseButton.querySelector('span').textContent = say(this.isPaused ? 'go-on' : 'pause');
  }

  // The side to move moves: by passing, by the engine, or by hand.
  async proceed() {
    if (this.isOver || this.isPaused) return this.clocks?.run(null);
    const { position } = this;
    this.clocks?.run(position.side);
    const mine = this.turn;
    if (position.must_pass) {
      const text = say('passes-sentence', { side: this.game.seats[position.side] });
      announce(text);
      await pause(PASS_WAIT);
      if (mine !== this.turn) return;
      this.note = text;
      return this.play(position.legal[0]);
    }
    if (!this.isYours) return this.think(mine);
  }

  // Searches the last position. With the seed of the game one of several good opening moves is found.
  ask(limit, onEvent = null, seed = undefined) {
    const { record, game } = this;
    const request = { game: game.name, start: record.start, rules: record.rules, moves: record.moves, notation: notationOf(game), lines: 1, limit, seed, ...engineOptions() };
    return this.app.connection.ask('search', request, onEvent);
  }

  async think(mine) {
    const { record, game } = this;
    const limit = record.limit.clock ? { clock: { left_ms: this.clocks.left.map(Math.round), increment_ms: record.clock.increment_ms } } : record.limit;
    this.search = this.ask(limit, (event) => this.receive(event), record.seed);
    try {
      const [answer] = await Promise.all([this.search.answer, pause(LEAST_WAIT)]);
      if (mine !== this.turn || !answer?.best) return;
      this.play(answer.best);
      announce(say('move-announced', { side: game.seats[this.seatBefore], move: answer.best.name }));
    } catch (error) {
      if (mine === this.turn) this.trouble.replaceChildren(errorBox(error));
    }
  }

  // What the engine reports while it thinks.
  receive(event) {
    if (event.waiting) this.explanation.textContent = say('search-waits');
    else if (settings.thoughts && event.lines?.[0]) {
      const line = event.lines[0];
      const view = this.position.side === 0 ? line : reversed(line);
      const moves = (line.names || line.moves).slice(0, 6).join(' ');
      this.explanation.textContent = say('thought', { depth: event.depth, nodes: countText(event.nodes), score: scoreText(view, this.game.digits), side: this.game.seats[0], line: moves });
    }
  }

  playByHand(move) {
    if (!this.isYours) return;
    this.note = '';
    this.play(move);
  }

  // Makes a move, which is drawn as the server says.
  play(move) {
    const { record } = this;
    this.seatBefore = this.position.side;
    this.clocks?.press();
    this.arrow = null;
    record.moves.push(move.text);
    record.redo = [];
    if (this.clocks) record.left = this.clocks.left;
    this.save();
    this.buttons.resign.querySelector('span').textContent = say('resign');
    this.refresh();
  }

  finish(result) {
    this.record.result = result;
    this.clocks?.run(null);
    this.save();
    this.moveList.show(this.tree, (node) => this.seatOfPly[node.ply - 1], resultText(result.result));
    announce(say('game-is-over', { result: resultText(result.result), explanation: sentence(endingText(this.game, result)) }));
  }

  flag(side) {
    this.halt();
    this.finish({ result: ['0-1', '1-0'][side], reason: 'time', explanation: '' });
    if (this.isCurrent) this.draw();
    else this.refresh();
  }

  tick(left) {
    this.players.showClocks(left);
  }

  // Resigning takes two clicks.
  resign() {
    if (!this.isCurrent) return;
    const words = this.buttons.resign.querySelector('span');
    if (words.textContent === say('resign')) {
      words.textContent = say('resign-sure');
      return;
    }
    words.textContent = say('resign');
    const side = this.isAgainstEngine ? this.record.seats.indexOf('you') : this.position.side;
    this.halt();
    this.finish({ result: ['0-1', '1-0'][side], reason: 'resignation', explanation: '' });
    this.draw();
  }

  // Two people agree by themselves; the engine agrees late in a game in which it is not ahead.
  async offerDraw() {
    if (!this.isYours) return;
    if (!this.isAgainstEngine) return this.agree();
    const mine = this.turn;
    const { record } = this;
    this.explanation.textContent = say('draw-considered');
    this.search = this.ask(DRAW_SEARCH);
    try {
      const answer = await this.search.answer;
      if (mine !== this.turn || !answer) return;
      const [best] = answer.lines;
      if (record.moves.length >= DRAW_FROM && best && !best.mate && -best.score <= DRAW_SCORE) return this.agree();
      this.note = say('draw-declined');
      announce(this.note);
      this.draw();
    } catch (error) {
      if (mine === this.turn) this.trouble.replaceChildren(errorBox(error));
    }
  }

  agree() {
    this.halt();
    this.finish({ result: '1/2-1/2', reason: 'agreement', explanation: '' });
    this.draw();
  }

  // How many moves are taken back, so that a person is to move again.
  undoCount() {
    const { record } = this;
    if (!this.position || record.moves.length === 0) return 0;
    if (!this.isAgainstEngine) return 1;
    const seats = this.seats();
    const own = seats.findLastIndex((seat) => record.seats[seat] === 'you');
    return own < 0 ? 0 : seats.length - own;
  }

  undo() {
    const count = this.undoCount();
    const { record } = this;
    if (!count) return;
    record.redo.unshift(...record.moves.splice(-count));
    this.changeCourse();
  }

  redo() {
    const { record } = this;
    const count = this.isAgainstEngine ? Math.min(2, record.redo.length) : 1;
    record.moves.push(...record.redo.splice(0, count));
    this.changeCourse();
  }

  changeCourse() {
    Object.assign(this.record, { result: null });
    this.arrow = null;
    this.note = '';
    this.save();
    this.refresh();
  }

  async hint() {
    if (!this.isYours) return;
    const mine = this.turn;
    const { record, game } = this;
    const { legal } = this.position;
    this.explanation.textContent = say('looking');
    this.buttons.hint.disabled = true;
    this.search = this.ask(HINT);
    try {
      const answer = await this.search.answer;
      if (mine !== this.turn || !answer?.best) return;
      const move = legal.find(({ text }) => text === answer.best.text) || answer.best;
      const { from, to } = pointsOf(game.board, move.text, this.frames.at(-1));
      this.arrow = to === undefined ? null : { from: from ?? to, to };
      this.note = this.hintText(move, answer);
      announce(this.note);
      this.draw();
    } catch (error) {
      if (mine === this.turn) this.trouble.replaceChildren(errorBox(error));
    }
  }

  hintText(move, { depth, lines: [line] }) {
    const view = this.position.side === 0 ? line : reversed(line);
    const next = (line.names || line.moves).slice(1, 6).join(' ');
    return say(next ? 'hint-line' : 'hint-move', { move: move.name, depth, score: scoreText(view, this.game.digits), side: this.game.seats[0], line: next });
  }

  togglePause() {
    this.isPaused = !this.isPaused;
    this.refresh();
  }

  // Looks at an earlier position; the game itself stays where it is.
  showPly(ply) {
    if (!this.isCurrent) return;
    const length = this.record.moves.length;
    const to = Math.max(0, Math.min(ply, length));
    this.shown = to === length ? null : to;
    this.draw();
  }

  step(how) {
    const now = this.shown ?? this.record.moves.length;
    this.showPly({ first: 0, back: now - 1, forward: now + 1, last: this.record.moves.length }[how]);
  }

  analyse() {
    const { record } = this;
    openStudy(this.game, { start: record.start, rules: record.rules, moves: record.moves, players: record.players, result: record.result?.result }, this.shown ?? record.moves.length);
  }

  again() {
    const { record } = this;
    begin(this.game, { players: record.seats, limit: record.limit, clock: record.clock, start: record.start, rules: record.rules, moves: record.moves.slice(0, record.book || 0) });
  }

  openSave() {
    const { start, rules, moves, players, result, updated } = this.record;
    const tags = (result) => tagsOf(this.game, { players, result, rules }, { Date: dayText(updated || Date.now()) });
    const whole = { start, rules, moves, tags: tags(result?.result) };
    const path = { start, rules, moves: moves.slice(0, this.shown ?? moves.length), tags: tags(null) };
    openExport(this.app, this.game, this.shown === null ? { game: whole } : { game: whole, path }, this.board);
  }

  close() {
    this.halt();
    this.keepClock();
    this.clocks?.run(null);
    removeEventListener('pagehide', this.onLeave);
    this.endKeys();
    this.endSettings();
    this.endStore();
    this.board.close();
  }
}

export const open = async (app, { parts }) => {
  const game = app.game(parts[0]);
  const record = await store.load(parts[2]);
  if (record?.kind === 'play' && record.game === game.name) return new PlayView(app, game, record);
  const element = make('div', { class: 'card stack' }, make('p', {}, say('game-not-kept')), make('a', { class: 'button', href: `#/${game.name}/play` }, say('begin-new')));
  return { element, title: game.title };
};
