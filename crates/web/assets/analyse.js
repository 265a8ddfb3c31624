// Analysis: a game with variations, searched while one steps through it.
import { besidePanel, BoardView } from './board_view.js';
import { ExternalEngine } from './external_engine.js';
import { announce, button, copy, make } from './dom.js';
import { boardLabels, EngineLines } from './engine_lines.js';
import { engineOptions } from './engine_options.js';
import { errorBox } from './errors.js';
import { EvaluationBar } from './evaluation_bar.js';
import { EvaluationParts } from './evaluation_parts.js';
import { Explorer } from './explorer.js';
import { openExport } from './export.js';
import { framesOf, pliesOf, pointsOf } from './frames.js';
import { endingText, openingText, warningsOf } from './game_names.js';
import { GameTree } from './game_tree.js';
import { say } from './language.js';
import { markSigns, MoveList, stepKeys } from './move_list.js';
import { notationOf } from './notation.js';
import { openPaste } from './paste.js';
import { Players } from './players.js';
import { note, Review } from './review.js';
import { address, fromQuery, go, shared } from './route.js';
import { rulesText, specialRules } from './rules.js';
import { ScoreGraph } from './score_graph.js';
import { onChange, settings } from './settings.js';
import * as store from './store.js';
import { newStudy, tagsOf } from './studies.js';
import { resultText, reversed, scoreText, sentence, signed } from './texts.js';

const NAMED_AT_ONCE = 8;

// The result after a move that ended the game, unless its score says more, as a number of discs does.
const endText = ({ ending, value }) => (value?.exact ? '' : resultText(ending));

class AnalyseView {
  constructor(app, game, record) {
    Object.assign(this, { app, game, record, tree: GameTree.from(record.tree), turn: 0, position: null, shownNode: null, search: null, live: null });
    this.node = this.tree.find(record.current);
    this.title = say('analysis-of', { game: game.title });
    this.board = new BoardView(game, { label: say('board-of', { game: game.title }), onMove: (move) => this.tryMove(move) });
    this.board.isTurned = record.isTurned;
    this.bar = new EvaluationBar(game);
    this.players = new Players(game);
    this.moveList = new MoveList((node) => this.visit(node), (node) => endText(node) || (node.value ? scoreText(node.value, game.digits) : ''));
    this.engine = new EngineLines(game, ([move], [name]) => this.tryMove({ text: move, name }));
    this.parts = new EvaluationParts(game);
    this.external = new ExternalEngine(game, ([move], [name]) => this.tryMove({ text: move, name }));
    this.explorer = new Explorer(app, game, (move) => this.tryMove(move));
    this.graph = new ScoreGraph(game, (ply) => this.visit(ply === 0 ? this.tree.root : this.tree.mainLine()[ply - 1]));
    this.review = new Review(app, game, {
      request: () => this.reviewRequest(),
      onRecord: (judged) => this.noteRecord(judged), onDone: ({ ending, result }) => this.endReview(ending ? result : undefined), onNext: () => this.nextFault(), onTry: () => go(game.name, 'mistakes', record.id),
    });
    this.build();
    this.endKeys = stepKeys((how) => this.step(how));
    this.endSettings = onChange(() => this.refresh());
    this.endStore = store.onChange(record.id, (other) => this.replaceRecord(other));
    this.refresh();
  }

  build() {
    this.upper = make('div', { class: 'upper' });
    this.lower = make('div', { class: 'lower' });
    this.opening = make('p', { class: 'opening' });
    this.rules = make('p', { class: 'opening' });
    this.status = make('p', { class: 'status' });
    this.explanation = make('p', { class: 'explanation' });
    this.trouble = make('div');
    this.comment = make('textarea', { class: 'comment-box', 'aria-label': say('comment-on-move'), placeholder: say('comment-on-move'), onchange: () => this.writeComment() });
    // The first option takes the mark away.
    this.mark = make('select', { 'aria-label': say('mark'), onchange: () => this.setMark(Number(this.mark.value)) },
      make('option', { value: 0 }, '–'), markSigns.map((sign, at) => make('option', { value: at + 1 }, `${sign} ${say(`mark-${at + 1}`)}`)));
    this.variationButtons = {
      promote: button({ name: 'up', text: say('main-line'), label: say('make-main-line'), onclick: () => this.promote() }),
      remove: button({ name: 'bin', label: say('delete-from-here'), kind: 'quiet', onclick: () => this.remove() }),
    };
    const step = (name) => button({ name, label: say(`step-${name}`), onclick: () => this.step(name) });
    const steps = make('div', { class: 'steps' }, ['first', 'back', 'forward', 'last'].map(step),
      button({ name: 'turn', label: say('turn-board'), onclick: () => this.turnBoard() }), Object.values(this.variationButtons));
    const actions = make('div', { class: 'actions' }, button({ name: 'play', text: say('play-from-here'), onclick: () => this.playFromHere() }),
      button({ name: 'save', text: say('save'), onclick: () => this.openSave() }),
      button({ name: 'link', text: say('copy-link'), title: say('copy-link-note'), onclick: (event) => copy(event.currentTarget, shared(this.game, { start: this.start, rules: this.record.rules, moves: this.tree.moves(this.node) })) }),
      button({ name: 'paste', text: say('paste'), onclick: () => openPaste(this.app, this.game) }),
      button({ name: 'edit', text: say('set-up'), onclick: () => this.setUp() }),
      button({ name: 'plus', text: say('new'), label: say('new-analysis'), onclick: () => go(this.game.name, 'analyse') }));
    const panel = make('section', { class: 'panel', 'aria-label': say('analysis') }, this.engine.element, this.external.element, this.parts.element, this.trouble, this.opening, this.rules, this.explorer.element, this.moveList.element, steps, this.status, this.explanation,
      this.graph.element, this.review.element, actions, make('div', { class: 'remark' }, this.mark, this.comment));
    this.element = besidePanel(this.board, { upper: this.upper, bar: this.bar.element, lower: this.lower, panel });
    this.seatPlayers();
  }

  get start() {
    return this.record.start || this.game.start;
  }

  seatPlayers() {
    this.upper.replaceChildren(this.players.upper(this.record.isTurned));
    this.lower.replaceChildren(this.players.lower(this.record.isTurned));
  }

  turnBoard() {
    this.record.isTurned = !this.record.isTurned;
    this.board.isTurned = this.record.isTurned;
    this.seatPlayers();
    this.showBar();
    this.save();
  }

  save() {
    Object.assign(this.record, { tree: this.tree.toJSON(), current: this.node.id });
    store.save(this.record);
  }

  replaceRecord(record) {
    this.record = record;
    this.tree = GameTree.from(record.tree);
    this.node = this.tree.find(record.current);
    this.refresh();
  }

  // Which side made the move of a node, as sides take turns.
  seatOf(node) {
    return (this.firstSide + node.ply - 1) % 2;
  }

  // The names of all moves, in the notation that is chosen: one request for each line.
  async nameAll() {
    this.notation = notationOf(this.game);
    const ends = this.tree.nodes().filter(({ children, parent }) => parent && children.length === 0);
    // A few at a time: a connection may not ask for more at once.
    for (let at = 0; at < ends.length; at += NAMED_AT_ONCE) await Promise.all(ends.slice(at, at + NAMED_AT_ONCE).map((end) => this.nameLine(end)));
    this.showTree();
  }

  async nameLine(end) {
    try {
      const { moves } = await this.ask('position', this.tree.moves(end)).answer;
      this.tree.path(end).forEach((node, at) => { node.name = moves[at].name; });
    } catch {
      // A line that cannot be played keeps its names; it is refused when it is visited.
    }
  }

  ask(action, moves, more = {}, onEvent = null) {
    return this.app.connection.ask(action, { game: this.game.name, start: this.record.start, rules: this.record.rules, moves, notation: notationOf(this.game), goes_on: true, ...more }, onEvent);
  }

  visit(node) {
    if (!node || node === this.node) return;
    this.node = node;
    this.save();
    this.refresh();
  }

  step(how) {
    const { node, tree } = this;
    this.visit({ first: tree.root, back: node.parent, forward: node.children[0], last: tree.end(node) }[how]);
  }

  // Adds a move to the position that is shown, unless that of another node is awaited.
  tryMove(move) {
    if (this.node !== this.shownNode) return;
    this.visit(this.tree.add(this.node, move.text, move.name));
  }

  halt() {
    this.turn += 1;
    this.search?.stop();
    this.externalSearch?.stop();
    this.search = this.externalSearch = null;
    this.live = null;
  }

  // Asks for the position of the node and shows it. `trouble` is what went wrong before.
  async refresh(trouble = null) {
    this.halt();
    const mine = this.turn;
    const moves = this.tree.moves(this.node);
    try {
      const position = await this.ask('position', moves).answer;
      if (mine !== this.turn) return;
      this.position = position;
      this.shownNode = this.node;
      this.node.ending = position.ending?.result;
    } catch (error) {
      if (mine === this.turn) this.refuse(error);
      return;
    }
    this.trouble.replaceChildren(...(trouble ? [errorBox(trouble)] : []));
    this.firstSide = (this.position.side + moves.length) % 2;
    this.frame = framesOf(this.game, this.position.boards).at(-1);
    this.showTree();
    this.showPosition();
    this.startSearch(mine);
    this.explain(mine);
    this.explore(mine);
    this.askExternal(mine);
    if (this.notation !== notationOf(this.game)) this.nameAll();
  }

  // A line that cannot be played, as a link may hold one, is shown as far as it can.
  refuse(error) {
    this.trouble.replaceChildren(errorBox(error));
    if (!error.found || !this.node.parent) return;
    this.node = this.tree.remove(this.node);
    this.refresh(error);
  }

  showTree() {
    this.moveList.show(this.tree, (node) => this.seatOf(node), resultText(this.record.result));
    this.moveList.mark(this.node);
    const line = this.tree.mainLine();
    const exact = line.find(({ value }) => value?.exact && value.isReviewed);
    this.graph.show(line, exact ? exact.ply : null);
    this.graph.point(this.tree.isMain(this.node) ? this.node.ply : Infinity);
  }

  showPosition() {
    const { position, node, game, record } = this;
    const side = game.seats[position.side];
    this.drawBoard();
    this.players.show({ names: record.players.map((name, seat) => name || game.seats[seat]), counts: position.counts, toMove: position.ending ? null : position.side });
    const toMove = () => (position.must_pass ? 'must-pass' : `side-to-move${position.in_check ? '-check' : ''}`);
    this.status.textContent = position.ending ? sentence(endingText(game, position.ending)) : say(toMove(), { side });
    this.explanation.textContent = [this.faultText(node), ...warningsOf(position)].filter(Boolean).join(' ');
    this.opening.textContent = openingText(game, position);
    // The usual rules go without saying.
    this.rules.textContent = specialRules(game, record.rules) ? rulesText(game, record.rules) : '';
    this.variationButtons.promote.hidden = this.tree.isMain(node);
    this.variationButtons.remove.hidden = !node.parent;
    this.comment.value = node.comment || '';
    this.mark.hidden = !node.parent;
    this.mark.value = String((node.marks || []).find((mark) => mark <= markSigns.length) || 0);
    this.showBar();
    if (node.move) announce(`${say('move-announced', { side: game.seats[this.seatOf(node)], move: node.name })} ${this.status.textContent}`);
  }

  faultText({ fault, better }) {
    return fault ? say(`${fault}-sentence`, { better: better?.name || 'none' }) : '';
  }

  drawBoard() {
    const { position, game, frame, live } = this;
    const points = (text) => pointsOf(game.board, text, frame);
    const isCells = game.board.kind === 'cells';
    const marks = { check: position.in_check ? frame.points?.findIndex((man) => frame.men[man] === 'Kk'[position.side]) : undefined };
    if (live && isCells && settings.boardScores) marks.labels = boardLabels(live.lines, (text) => points(text).to);
    else if (live) marks.arrows = live.lines.slice(0, settings.lines).map((line, rank) => ({ rank, ...points(line.moves[0] || '') })).filter(({ to }) => to !== undefined).map(({ from, to, rank }) => ({ from: from ?? to, to, rank }));
    if (settings.plies && isCells) marks.plies = pliesOf(game.board, this.tree.moves(this.node));
    marks.badges = this.parts.badges(frame, points);
    const legal = position.must_pass ? [] : position.legal;
    this.board.show(frame, legal, marks);
  }

  showBar() {
    const { value } = this.node;
    this.bar.show(this.liveValue() || value, this.record.isTurned, this.position.ending?.result);
  }

  // The score of the best line from the first side's view.
  liveValue() {
    const best = this.live?.lines[0];
    if (!best) return null;
    const { score, mate, wdl, exact } = best;
    const value = { score, mate, wdl, exact, depth: this.live.depth };
    return this.position.side === 0 ? value : reversed(value);
  }

  async explain(mine) {
    this.parts.clear();
    if (!settings.worth || !this.game.has_explanation) return;
    try {
      const explanation = await this.ask('explain', this.tree.moves(this.node)).answer;
      if (mine !== this.turn) return;
      this.parts.show(explanation);
      this.drawBoard();
    } catch (error) {
      if (mine === this.turn) this.trouble.replaceChildren(errorBox(error));
    }
  }

  // Has the other engine look at the position too.
  async askExternal(mine) {
    this.external.clear();
    const { request } = this.external;
    if (!request || this.position.ending || this.position.must_pass) return;
    this.externalSearch = this.ask('external', this.tree.moves(this.node), request, (event) => { if (mine === this.turn) this.external.show(event); });
    try {
      await this.externalSearch.answer;
    } catch (error) {
      if (mine === this.turn) this.trouble.replaceChildren(errorBox(error));
    }
  }

  async explore(mine) {
    if (!this.game.has_book && !this.app.hello.has_folder) return;
    try {
      const known = await this.ask('explore', this.tree.moves(this.node)).answer;
      if (mine === this.turn) this.explorer.show(known);
    } catch (error) {
      if (mine === this.turn) this.trouble.replaceChildren(errorBox(error));
    }
  }

  async startSearch(mine) {
    const { position, engine } = this;
    if (position.ending) return engine.clear(say('over-here'), false);
    if (position.must_pass) return engine.clear(say('only-pass'), false);
    if (!settings.engine) return engine.clear(say('engine-off'), false);
    engine.clear('…');
    const wantsAll = this.game.board.kind === 'cells' && settings.boardScores;
    const lines = wantsAll ? 'all' : settings.lines;
    this.search = this.ask('search', this.tree.moves(this.node), { lines, limit: { infinite: true }, ...engineOptions() }, (event) => { if (mine === this.turn) this.receive(event); });
    try {
      await this.search.answer;
    } catch (error) {
      if (mine === this.turn) this.trouble.replaceChildren(errorBox(error));
    }
  }

  receive(event) {
    if (event.waiting) return this.engine.clear(say('waiting-for-searches'));
    if (!event.lines?.length) return;
    this.live = event;
    this.engine.show(event, this.game.seats[this.position.side]);
    const value = this.liveValue();
    const known = this.node.value;
    // What a review found stays, unless the live search has gone deeper.
    if (!known || (known.depth ?? 0) <= value.depth) {
      this.node.value = { ...value, isReviewed: known?.isReviewed && value.exact };
      const note = this.moveList.buttons.get(this.node.id)?.querySelector('small');
      if (note) note.textContent = scoreText(value, this.game.digits);
      if (this.tree.isMain(this.node)) this.graph.redraw();
    }
    this.drawBoard();
    this.showBar();
  }

  reviewRequest() {
    const { start, rules } = this.record;
    this.reviewed = this.tree.mainLine().map(({ move }) => move);
    return { start, rules, moves: this.reviewed };
  }

  // The node after a number of moves of the line that was reviewed, if the tree still has it: its main line may be another one by now.
  reviewedNode(ply) {
    return this.reviewed.slice(0, ply).reduce((node, move) => node?.children.find((child) => child.move === move), this.tree.root);
  }

  noteRecord(record) {
    const node = this.reviewedNode(record.ply);
    if (!node) return;
    note(this.game, node, record, this.seatOf(node));
    this.graph.redraw();
  }

  // `result` is that of a game which the rules ended.
  endReview(result) {
    const end = this.reviewedNode(this.reviewed.length);
    if (end) end.ending = result;
    this.save();
    this.showTree();
  }

  // The next move of the main line that lost something.
  nextFault() {
    const line = this.tree.mainLine();
    const faults = line.filter(({ fault }) => fault === 'mistake' || fault === 'blunder' || fault === 'inaccuracy');
    this.visit(faults.find(({ ply }) => ply > this.node.ply) || faults[0]);
  }

  writeComment() {
    this.node.comment = this.comment.value.trim();
    this.save();
    this.showTree();
  }

  // A move has one of the signs; other marks that a file gave it stay.
  setMark(mark) {
    const { node } = this;
    const others = (node.marks || []).filter((known) => known > markSigns.length);
    node.marks = mark ? [mark, ...others] : others;
    this.save();
    this.showTree();
  }

  promote() {
    this.tree.promote(this.node);
    this.save();
    this.showTree();
    this.showPosition();
  }

  remove() {
    const { node } = this;
    this.node = null;
    this.visit(this.tree.remove(node));
  }

  playFromHere() {
    location.hash = address([this.game.name, 'play'], { start: this.record.start, moves: this.tree.moves(this.node).join(' '), rules: this.record.rules });
  }

  setUp() {
    const text = this.position?.boards.at(-1);
    location.hash = address([this.game.name, 'setup'], { start: text });
  }

  openSave() {
    const { record, tree } = this;
    const { start, rules } = record;
    const whole = { start, rules, moves: tree.mainLine().map(({ move }) => move), tags: tagsOf(this.game, record), tree: tree.rows((node) => this.commentOf(node)) };
    openExport(this.app, this.game, { tree: whole, path: { start, rules, moves: tree.moves(this.node), tags: tagsOf(this.game, { ...record, result: null }) } }, this.board);
  }

  // What a file says of a move: the user's words, and the score of a review.
  commentOf({ comment, value, fault }) {
    const score = value?.isReviewed && value.score !== null ? `${signed(value.score / 100, this.game.digits)} ${fault || ''}`.trim().replace('−', '-') : '';
    return [comment, score].filter(Boolean).join(' ');
  }

  close() {
    this.halt();
    this.review.stop();
    if (document.activeElement === this.comment) this.writeComment();
    this.endKeys();
    this.endSettings();
    this.endStore();
    this.board.close();
  }
}

// A bare address begins a new analysis; one with moves is kept as one of its own.
export const open = async (app, { parts, query }) => {
  const game = app.game(parts[0]);
  let record = parts[2] ? await store.load(parts[2]) : null;
  if (record?.kind !== 'analyse' || record.game !== game.name) {
    const { start, rules, moves } = fromQuery(query);
    const tree = new GameTree();
    const last = tree.addLine(tree.root, moves);
    record = { ...newStudy(game, parts[2]), start, rules: specialRules(game, rules), tree: tree.toJSON(), current: last.id };
    if (moves.length || start) store.save(record);
    if (!parts[2]) history.replaceState(null, '', address([game.name, 'analyse', record.id]));
  }
  return new AnalyseView(app, game, record);
};
