// What is known of a position: the opening book with its scores, results of games and names, and the games of the folder.
import { make } from './dom.js';
import { errorBox } from './errors.js';
import { gameList, openFound } from './game_file.js';
import { say } from './language.js';
import { set, settings } from './settings.js';
import { countText, signed } from './texts.js';

const table = (keys, rows) => make('table', {}, make('thead', {}, make('tr', {}, keys.map((key) => make('th', { scope: 'col' }, say(key))))), rows);

// How many games there are, and the shares of their results.
const resultsText = (results) => {
  const [first, drawn, second] = results;
  const games = results.reduce((sum, count) => sum + count, 0);
  const ended = first + drawn + second;
  const shares = ended ? [first, drawn, second].map((count) => `${Math.round((100 * count) / ended)} %`).join(' / ') : '';
  return { shares, text: games ? [countText(games), shares].filter(Boolean).join(' · ') : '' };
};

export class Explorer {
  // `onMove(move)` is called with the move of a row that was chosen.
  constructor(app, game, onMove) {
    Object.assign(this, { app, game, onMove });
    this.rows = make('tbody');
    this.table = table(['book-move', 'book-score', 'book-games', 'book-opening'], this.rows);
    this.none = make('p', { class: 'muted small' }, say('book-none'));
    this.book = make('details', { class: 'explorer', open: settings.explorer, hidden: !game.has_book, ontoggle: () => { if (settings.explorer !== this.book.open) set({ explorer: this.book.open }); } }, make('summary', {}, say('book-title')), this.table, this.none);
    this.played = make('details', { class: 'explorer', open: settings.played, hidden: true, ontoggle: () => { if (settings.played !== this.played.open) set({ played: this.played.open }); } });
    this.element = make('div', { class: 'explorers' }, this.book, this.played);
  }

  show({ book, played }) {
    this.table.hidden = book.length === 0;
    this.none.hidden = book.length > 0;
    this.rows.replaceChildren(...book.map((row) => this.row(row)));
    this.played.hidden = !played;
    if (played) this.played.replaceChildren(...this.playedParts(played));
  }

  moveCell(move, isMain) {
    return make('th', { scope: 'row' }, make('button', { type: 'button', class: isMain ? 'main' : '', onclick: () => this.onMove(move) }, move.name));
  }

  row({ move, score, results, opening, is_played: isPlayed }) {
    const { game } = this;
    const { shares, text } = resultsText(results);
    return make('tr', {}, this.moveCell(move, isPlayed), make('td', {}, signed(score / 100, game.digits)), make('td', { title: shares }, text),
      make('td', {}, opening ? say(`opening-${game.name}-${opening}`) : ''));
  }

  // The moves of the games of the folder, and the games themselves.
  playedParts({ total, moves, games }) {
    const rows = make('tbody', {}, moves.map(({ move, results }) => make('tr', {}, this.moveCell(move, false), make('td', {}, resultsText(results).text))));
    return [make('summary', {}, say('collection-here', { count: total })), moves.length ? table(['book-move', 'book-games'], rows) : null, gameList(games, (found) => this.open(found))].filter(Boolean);
  }

  async open(found) {
    try {
      await openFound(this.app, found);
    } catch (error) {
      this.played.append(errorBox(error));
    }
  }
}
