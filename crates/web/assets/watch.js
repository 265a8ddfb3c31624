// A match while it runs, read from its journal: the games, the engines' thoughts, and the standings as they move.
import { BoardView } from './board_view.js';
import { make } from './dom.js';
import { errorBox } from './errors.js';
import { framesOf, startFrame } from './frames.js';
import { say } from './language.js';
import { notationOf } from './notation.js';
import { Players } from './players.js';
import { onChange } from './settings.js';
import { openStudy } from './studies.js';
import { countText, resultText, scoreText, sentence, signed } from './texts.js';

// Games in the list of finished ones.
const MOST_FINISHED = 500;

// One game that is being played.
class LiveGame {
  constructor(game, engines, number) {
    Object.assign(this, { game, engines });
    this.board = new BoardView(game, { label: say('game-number', { number: number + 1 }), onPress: () => {} });
    this.players = new Players(game);
    this.thoughts = [0, 1].map(() => make('p', { class: 'thought' }));
    this.lastMove = make('p', { class: 'last-move' });
    this.element = make('section', { class: 'live', 'aria-label': say('game-number', { number: number + 1 }) }, make('div', { class: 'live-head' }, make('h3', {}, say('game-number', { number: number + 1 })), this.lastMove), this.players.upper(false), this.thoughts[1],
      make('div', { class: 'board-row' }, this.board.element), this.players.lower(false), this.thoughts[0]);
  }

  show({ start, moves, boards, engines, clocks_ms: clocks, side, thoughts, last_name: lastName }, receivedAt) {
    Object.assign(this, { clocks, side, receivedAt, start, moves });
    const frame = boards.length ? framesOf(this.game, boards).at(-1) : startFrame(this.game, start || this.game.start);
    this.board.show(frame);
    const counts = frame.cells && ['X', 'O'].map((letter) => [...frame.cells].filter((cell) => cell === letter).length);
    this.players.show({ names: engines.map((engine) => this.engines[engine]), counts, toMove: side });
    this.lastMove.textContent = moves.length ? say('live-move', { number: moves.length, move: lastName ?? moves.at(-1) }) : say('live-begins');
    this.thoughts.forEach((element, seat) => { element.textContent = this.thoughtText(thoughts?.[seat]); });
    this.tick();
  }

  thoughtText(thought) {
    if (!thought) return '';
    const parts = [thought.score === undefined || thought.score === null ? '' : scoreText(thought, this.game.digits), thought.depth ? say('depth', { depth: thought.depth }) : '', thought.nodes ? say('nodes', { count: countText(thought.nodes) }) : '', (thought.pv || []).slice(0, 8).join(' ')];
    return parts.filter(Boolean).join(' · ');
  }

  // Between two reports the clock of the side to move goes on.
  tick() {
    if (!this.clocks) return this.players.showClocks(null);
    const spent = performance.now() - this.receivedAt;
    this.players.showClocks(this.clocks.map((ms, seat) => (ms === null ? null : seat === this.side ? ms - spent : ms)));
  }
}

class WatchView {
  constructor(app, path) {
    Object.assign(this, { app, path, title: path, games: new Map(), finished: 0, game: null });
    this.heading = make('h1', {}, path);
    this.summary = make('p', { class: 'muted' }, say('reading-journal'));
    this.trouble = make('div');
    this.running = make('div', { class: 'running' });
    this.standings = make('div', { class: 'card stack', hidden: true });
    this.done = make('ol', { class: 'finished', reversed: true, 'aria-label': say('finished-games') });
    this.doneCard = make('div', { class: 'card games-card', hidden: true }, make('h2', {}, say('finished-games')), this.done);
    this.body = make('div', { class: 'watch-body' }, this.running, make('div', { class: 'stack tables' }, this.standings, this.doneCard));
    this.element = make('div', { class: 'watch' }, make('div', { class: 'watch-head' }, this.heading, this.summary), this.trouble, this.body);
    this.timer = setInterval(() => { for (const live of this.games.values()) live.tick(); }, 200);
    this.endSettings = onChange(() => this.followAgain());
    this.follow();
  }

  // The notation that the user has set; of the first game whose moves have several, until the match has named its game.
  get notation() {
    const game = this.game || this.app.hello.games.find(({ notations }) => notations.length > 1);
    return game && notationOf(game);
  }

  async follow() {
    const request = this.app.connection.ask('watch', { path: this.path, notation: this.asked = this.notation }, (event) => { if (request === this.request) this.receive(event); });
    this.request = request;
    try {
      await request.answer;
      if (request !== this.request) return;
      this.running.replaceChildren();
      this.summary.textContent = say('match-over', { about: this.about });
    } catch (error) {
      if (request !== this.request) return;
      this.summary.textContent = '';
      this.trouble.replaceChildren(errorBox(error));
    }
  }

  // The notation has changed: the match is followed anew.
  followAgain() {
    if (this.notation === this.asked) return;
    this.request.stop();
    this.follow();
  }

  receive(event) {
    if (event.match) this.begin(event.match);
    if (event.running) this.showRunning(event.running);
    if (event.standings) this.showStandings(event.standings);
    if (event.finished) this.addFinished(event.finished);
  }

  // A match begins, or is reported again after the connection was lost.
  begin(match) {
    this.match = match;
    this.game = this.app.game(match.game);
    this.about = say(match.planned ? 'match-about-planned' : 'match-about', { game: this.game.title, engines: match.engines.length, planned: match.planned || 0 });
    this.heading.textContent = match.engines.length === 2 ? say('against', { first: match.engines[0], second: match.engines[1] }) : this.path;
    this.summary.textContent = this.about;
    this.games.clear();
    this.running.replaceChildren();
    this.done.replaceChildren();
    this.finished = 0;
  }

  showRunning(running) {
    const now = performance.now();
    const numbers = new Set(running.map(({ number }) => number));
    for (const [number, live] of this.games) {
      if (numbers.has(number)) continue;
      live.board.close();
      live.element.remove();
      this.games.delete(number);
    }
    for (const state of running) {
      if (!this.games.has(state.number)) {
        const live = new LiveGame(this.game, this.match.engines, state.number);
        this.games.set(state.number, live);
        this.running.append(live.element);
      }
      this.games.get(state.number).show(state, now);
    }
    this.running.classList.toggle('one', this.games.size === 1);
    const [live] = this.games.values();
    if (live) this.body.style.setProperty('--shape', live.board.shape);
  }

  showStandings({ games, text, rows, llr }) {
    const { planned } = this.match;
    this.summary.textContent = say(planned ? 'games-finished-of' : 'games-finished', { about: this.about, games, planned: planned || 0 });
    const head = [say('engine'), say('points'), say('won-drawn-lost'), say('elo')];
    const elo = ({ elo: value, error }) => (value === null || value === undefined ? '–' : `${signed(value, 0)}${error ? ` ± ${error.toFixed(0)}` : ''}`);
    const body = rows.map((row) => make('tr', {}, make('th', { scope: 'row' }, row.name), [say('points-of', { points: row.points, games: row.games }), `${row.wins}, ${row.draws}, ${row.losses}`, elo(row)].map((value) => make('td', {}, String(value)))));
    this.standings.hidden = false;
    const details = text ? make('details', { open: this.standings.querySelector('details')?.open }, make('summary', {}, say('all-figures')), make('pre', {}, text)) : '';
    this.standings.replaceChildren(make('h2', {}, say('standings')), make('div', { class: 'scroll' }, make('table', {}, make('thead', {}, make('tr', {}, head.map((title) => make('th', { scope: 'col' }, title)))), make('tbody', {}, body))),
      ...(llr ? this.meter(llr) : []), details);
  }

  // The log likelihood ratio between its two bounds.
  meter({ value, lower, upper, state }) {
    const isOpen = state === 'continue';
    const place = (number) => Math.max(0, Math.min(100, (100 * (number - lower)) / (upper - lower)));
    const [zero, now] = [place(0), place(value)];
    const bar = make('i');
    const middle = make('u');
    bar.style.left = `${Math.min(zero, now)}%`;
    bar.style.width = `${Math.abs(now - zero)}%`;
    middle.style.left = `${zero}%`;
    return [make('p', {}, say(isOpen ? 'llr-open' : 'llr-decided', { value: signed(value, 2), lower: signed(lower, 2), upper: signed(upper, 2), state })), make('div', { class: 'meter', role: 'img', 'aria-label': say('llr', { value: value.toFixed(2) }) }, bar, middle)];
  }

  addFinished({ number, engines, result, explanation, moves, start }) {
    const names = engines.map((engine) => this.match.engines[engine]);
    const open = () => openStudy(this.game, { start, rules: this.match.rules, moves, players: names, result }, 0);
    this.doneCard.hidden = false;
    this.done.prepend(make('li', {}, make('button', { type: 'button', title: say('open-in-analysis'), onclick: open },
      make('span', {}, `${number + 1}`), make('b', { class: 'result' }, resultText(result) || '*'), make('span', {}, `${names.join(' – ')}. ${sentence(explanation)}`))));
    this.finished += 1;
    if (this.finished > MOST_FINISHED) this.done.lastChild.remove();
  }

  close() {
    clearInterval(this.timer);
    this.endSettings();
    this.request.stop();
    for (const live of this.games.values()) live.board.close();
  }
}

export const open = (app, { parts }) => new WatchView(app, parts.slice(1).join('/'));
