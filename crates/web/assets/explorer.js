// The opening book: the moves from here with their scores, the results of games, and their names.
import { make } from './dom.js';
import { say } from './language.js';
import { set, settings } from './settings.js';
import { countText, signed } from './texts.js';

export class Explorer {
  // `onMove(move)` is called with the move of a row that was chosen.
  constructor(game, onMove) {
    Object.assign(this, { game, onMove });
    this.rows = make('tbody');
    this.table = make('table', {}, make('thead', {}, make('tr', {}, ['book-move', 'book-score', 'book-games', 'book-opening'].map((key) => make('th', { scope: 'col' }, say(key))))), this.rows);
    this.none = make('p', { class: 'muted small' }, say('book-none'));
    this.element = make('details', { class: 'explorer', open: settings.explorer, hidden: !game.has_book, ontoggle: () => { if (settings.explorer !== this.element.open) set({ explorer: this.element.open }); } }, make('summary', {}, say('book-title')), this.table, this.none);
  }

  show(moves) {
    this.table.hidden = moves.length === 0;
    this.none.hidden = moves.length > 0;
    this.rows.replaceChildren(...moves.map((row) => this.row(row)));
  }

  row({ move, score, results, opening, is_played: isPlayed }) {
    const { game } = this;
    const games = results.reduce((sum, count) => sum + count, 0);
    const shares = games ? results.map((count) => `${Math.round((100 * count) / games)} %`).join(' / ') : '';
    return make('tr', {}, make('th', { scope: 'row' }, make('button', { type: 'button', class: isPlayed ? 'main' : '', onclick: () => this.onMove(move) }, move.name)),
      make('td', {}, signed(score / 100, game.digits)), make('td', { title: shares }, games ? `${countText(games)} · ${shares}` : ''),
      make('td', {}, opening ? say(`opening-${game.name}-${opening}`) : ''));
  }
}
