// Training: positions in which a move is to be found, one after the other.
import { besidePanel, BoardView } from './board_view.js';
import { announce, button, make, pause } from './dom.js';
import { errorBox } from './errors.js';
import { framesOf, pointsOf } from './frames.js';
import { say } from './language.js';
import { notationOf } from './notation.js';
import { Players } from './players.js';
import { onChange } from './settings.js';
import { openStudy } from './studies.js';

// The answer to a move is not shown sooner than this, so that it can be followed.
const WAIT = 500;

// `source` has the problems: `title`, `element`, `next()` for a problem or null, `accepts(problem, played, move)` for other good moves,
// `finish(problem, isSolved)`, called once for each. A problem is { start, rules?, before, moves, prompt(side), about() }: the moves that lead
// to it from its start, and those that solve it.
export class Trainer {
  constructor(app, game, source) {
    Object.assign(this, { app, game, source, turn: 0, title: source.title });
    this.board = new BoardView(game, { label: say('board-of', { game: game.title }), onMove: (move) => this.tryMove(move) });
    this.players = new Players(game);
    this.build();
    this.endSettings = onChange(() => this.refresh());
    this.next();
  }

  build() {
    this.upper = make('div', { class: 'upper' });
    this.lower = make('div', { class: 'lower' });
    this.status = make('p', { class: 'status' });
    this.explanation = make('p', { class: 'explanation' });
    this.trouble = make('div');
    this.buttons = {
      hint: button({ name: 'hint', text: say('hint'), onclick: () => this.hint() }),
      solution: button({ name: 'play', text: say('solution'), onclick: () => this.showSolution() }),
      next: button({ name: 'forward', text: say('puzzle-next'), kind: 'main', onclick: () => this.next() }),
      analyse: button({ name: 'search', text: say('analyse'), onclick: () => this.analyse() }),
    };
    const panel = make('section', { class: 'panel', 'aria-label': say('puzzles') }, make('h1', {}, this.source.title), this.source.element, this.status, this.explanation, this.trouble,
      make('div', { class: 'actions' }, Object.values(this.buttons)));
    this.element = besidePanel(this.board, { upper: this.upper, lower: this.lower, panel });
  }

  next() {
    this.turn += 1;
    Object.assign(this, { problem: this.source.next(), played: [], state: 'open', hints: 0, isClean: true, note: '' });
    this.position = null;
    this.refresh(true);
  }

  ask(action, moves, more = {}) {
    const { problem, game } = this;
    return this.app.connection.ask(action, { game: game.name, start: problem.start, rules: problem.rules, moves: [...problem.before, ...moves], notation: notationOf(game), goes_on: true, ...more }).answer;
  }

  // Asks for the position and shows it.
  async refresh(isNew = false) {
    const mine = (this.turn += 1);
    if (!this.problem) return this.drawNone();
    const { length } = this.played;
    try {
      const position = await this.ask('position', this.played);
      if (mine !== this.turn) return;
      Object.assign(this, { position, positionLength: length });
      if (isNew) this.solver = position.side;
    } catch (error) {
      if (mine === this.turn) this.trouble.replaceChildren(errorBox(error));
      return;
    }
    this.trouble.replaceChildren();
    if (isNew) this.seat();
    this.draw();
    if (this.state === 'open' && this.played.length % 2 === 1) this.reply(mine);
  }

  // The solver's pieces are below; discs have no direction.
  seat() {
    const isTurned = this.solver === 1 && this.game.board.kind !== 'cells';
    this.board.isTurned = isTurned;
    this.upper.replaceChildren(this.players.upper(isTurned));
    this.lower.replaceChildren(this.players.lower(isTurned));
  }

  // The other side's answer.
  async reply(mine) {
    await pause(WAIT);
    if (mine !== this.turn) return;
    this.played.push(this.problem.moves[this.played.length]);
    this.refresh();
  }

  drawNone() {
    this.status.textContent = say('puzzles-none');
    this.explanation.textContent = '';
    for (const element of Object.values(this.buttons)) element.hidden = true;
  }

  draw() {
    const { position, game, problem, state, buttons } = this;
    this.frame = framesOf(game, position.boards).at(-1);
    const isTheirs = state === 'open' && this.played.length % 2 === 0;
    const marks = { check: position.in_check ? this.frame.points?.findIndex((man) => this.frame.men[man] === 'Kk'[position.side]) : undefined };
    if (isTheirs && this.hints) marks.arrows = [this.hintArrow()];
    this.board.show(this.frame, isTheirs && !position.must_pass ? position.legal : [], marks);
    const side = game.seats[this.solver];
    this.players.show({ names: game.seats, counts: position.counts, toMove: position.ending ? null : position.side });
    this.status.textContent = state === 'open' ? problem.prompt(side) : say(`puzzle-${state}`);
    this.explanation.textContent = state === 'open' ? this.note : problem.about();
    for (const element of Object.values(buttons)) element.hidden = false;
    buttons.hint.hidden = buttons.solution.hidden = state !== 'open';
    buttons.hint.disabled = !isTheirs;
    buttons.next.classList.toggle('main', state !== 'open');
  }

  // First where the move begins, then the move.
  hintArrow() {
    const { from, to } = pointsOf(this.game.board, this.expected, this.frame);
    return { from: from ?? to, to: this.hints > 1 ? to : from ?? to };
  }

  get expected() {
    return this.problem.moves[this.played.length];
  }

  // Whether the position is the one after the moves played: the answer to a move takes a while.
  get isCurrent() {
    return Boolean(this.position) && this.positionLength === this.played.length;
  }

  hint() {
    if (!this.isCurrent) return;
    this.hints += 1;
    this.isClean = false;
    this.draw();
  }

  async tryMove(move) {
    if (!this.isCurrent) return;
    const mine = this.turn;
    const { problem, expected } = this;
    let isRight = move.text === expected;
    try {
      isRight ||= await this.source.accepts(problem, (moves, action, more) => this.ask(action, [...this.played, ...moves], more), move, this.solver);
    } catch (error) {
      if (mine === this.turn) this.trouble.replaceChildren(errorBox(error));
      return;
    }
    if (mine !== this.turn) return;
    if (!isRight) {
      this.isClean = false;
      this.note = say('puzzle-wrong', { move: move.name });
      announce(this.note);
      return this.refresh();
    }
    this.played.push(move.text);
    Object.assign(this, { hints: 0, note: say('puzzle-right') });
    const isLast = move.text !== expected || this.played.length >= problem.moves.length;
    if (isLast) this.finish('solved');
    else announce(this.note);
    this.refresh();
  }

  finish(state) {
    this.state = state;
    this.source.finish(this.problem, state === 'solved' && this.isClean);
    announce(say(`puzzle-${state}`));
  }

  // Plays the rest of the solution.
  async showSolution() {
    if (this.state !== 'open') return;
    const { problem } = this;
    this.finish('shown');
    while (this.problem === problem && this.played.length < problem.moves.length) {
      this.played.push(this.expected);
      await this.refresh();
      await pause(2 * WAIT);
    }
  }

  analyse() {
    const { problem, game } = this;
    const moves = this.state === 'open' ? [] : problem.moves;
    openStudy(game, { start: problem.start, rules: problem.rules, moves: [...problem.before, ...moves] }, problem.before.length);
  }

  close() {
    this.turn += 1;
    this.problem = null;
    this.endSettings();
    this.board.close();
  }
}
