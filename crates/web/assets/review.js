// The analysis of a whole game: asked for, followed, and summed up.
import { button, make, select } from './dom.js';
import { errorBox } from './errors.js';
import { say } from './language.js';
import { faultSigns } from './move_list.js';
import { notationOf } from './notation.js';
import { set, settings } from './settings.js';

const efforts = [{ value: 20000, text: say('effort-quick') }, { value: 200000, text: say('effort-thorough') }, { value: 2000000, text: say('effort-deep') }];
const faults = ['inaccuracy', 'mistake', 'blunder'];
const plurals = [say('inaccuracies'), say('mistakes'), say('blunders')];

// A record of `analyze` as the value of a node, from the first side's view.
const valueOf = (game, record, seat) => {
  const sign = seat === 0 ? 1 : -1;
  const size = game.unit?.size ?? 1;
  const wdl = record.win_draw_loss;
  return {
    score: Math.round(record.score * size) * sign, mate: record.mate === undefined ? undefined : record.mate * sign, exact: Boolean(record.exact), depth: record.depth ?? 0,
    wdl: wdl ? (seat === 0 ? wdl : [wdl[2], wdl[1], wdl[0]]) : undefined, isReviewed: true,
  };
};

// Writes what a record says into its node.
export const note = (game, node, record, seat) => {
  node.value = valueOf(game, record, seat);
  node.fault = faults.includes(record.judgement) ? record.judgement : undefined;
  node.better = node.fault ? { move: record.best, name: record.best_notation || record.best, loss: record.loss } : undefined;
};

export class Review {
  // `request()` gives what is to be analysed; `onRecord(record)` gets what is said of each move, `onDone(game)` the summary;
  // `onNext()` and `onTry()` go to the next mistake, and to all of them as problems.
  constructor(app, game, { request, onRecord, onDone, onNext, onTry }) {
    Object.assign(this, { app, game, request, onRecord, onDone, onNext, onTry, running: null });
    this.progress = make('progress', { max: 1, value: 0, 'aria-label': say('review-progress'), hidden: true });
    this.summary = make('div');
    this.effort = select({ options: efforts, value: settings.effort, label: say('effort'), onchange: (value) => set({ effort: Number(value) }) });
    this.begin = button({ name: 'search', text: say('analyse-whole-game'), onclick: () => (this.running ? this.stop() : this.run()) });
    this.next = button({ name: 'forward', text: say('next-mistake'), hidden: true, onclick: () => this.onNext() });
    this.again = button({ name: 'redo', text: say('try-mistakes'), hidden: true, onclick: () => this.onTry() });
    this.element = make('section', { class: 'review stack', 'aria-label': say('whole-game') }, make('div', { class: 'row' }, this.begin, this.effort, this.next, this.again), this.progress, this.summary);
  }

  label(text) {
    this.begin.querySelector('span').textContent = text;
  }

  async run() {
    const { game } = this;
    this.summary.replaceChildren();
    this.next.hidden = this.again.hidden = true;
    this.progress.hidden = false;
    this.progress.value = 0;
    this.label(say('stop'));
    const limit = { nodes: Number(this.effort.value) };
    const running = this.app.connection.ask('analyze', { game: game.name, notation: notationOf(game), limit, ...this.request() }, (event) => {
      if (event.of) this.progress.value = event.ply / event.of;
    });
    this.running = running;
    try {
      const answer = await running.answer;
      if (this.running === running && answer?.moves) {
        answer.moves.forEach((record) => this.onRecord(record));
        this.write(answer.game);
        this.onDone(answer.game);
      }
    } catch (error) {
      if (this.running === running) this.summary.replaceChildren(errorBox(error));
    }
    if (this.running !== running) return;
    this.running = null;
    this.progress.hidden = true;
    this.label(say('analyse-whole-game'));
  }

  // A row for each side.
  write(game) {
    const { seats, unit } = this.game;
    const faultCounts = [game.inaccuracies, game.mistakes, game.blunders];
    const titles = [say('accuracy'), say('mean-loss', { unit: unit.name })];
    const row = (seat, at) => [game.accuracy[at] === null ? '–' : `${game.accuracy[at]} %`, game.mean_loss[at] ?? '–', ...faultCounts.map((counts) => counts[at])];
    const hasFaults = faultCounts.flat().some((count) => count > 0);
    this.next.hidden = !hasFaults;
    this.again.hidden = !faultCounts.slice(1).flat().some((count) => count > 0);
    this.summary.replaceChildren(make('table', {}, make('thead', {}, make('tr', {}, make('th', {}), titles.map((title) => make('th', { scope: 'col' }, title)), plurals.map((title, at) => make('th', { scope: 'col' }, make('span', {}, title), make('abbr', { title }, faultSigns[faults[at]]))))),
      make('tbody', {}, seats.map((seat, at) => make('tr', {}, make('th', { scope: 'row' }, seat), row(seat, at).map((value) => make('td', {}, String(value))))))));
  }

  stop() {
    this.running?.stop();
    this.running = null;
    this.progress.hidden = true;
    this.label(say('analyse-whole-game'));
  }
}
