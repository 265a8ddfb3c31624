// What the evaluation of a position is made of: the worth of each piece, for the board, and the terms, if it has any.
import { make } from './dom.js';
import { termName } from './game_names.js';
import { say } from './language.js';
import { signed } from './texts.js';

export class EvaluationParts {
  constructor(game) {
    this.game = game;
    this.sum = make('summary', {});
    this.rows = make('tbody', {});
    const head = make('tr', {}, make('th', { scope: 'col' }, say('term')), make('th', { scope: 'col' }, say('beyond', { first: game.seats[0], second: game.seats[1] })));
    this.table = make('table', { class: 'terms' }, make('thead', {}, head), this.rows);
    this.element = make('details', { class: 'evaluation-parts' }, this.sum, this.table);
    this.clear();
  }

  clear() {
    this.worth = [];
    this.element.hidden = true;
  }

  // The terms that count most come first.
  show({ score, scale, terms, worth }) {
    this.worth = worth;
    this.sum.textContent = say(scale < 1 ? 'without-search-part' : 'without-search', { score: this.text(score, 2), side: this.game.seats[0], part: Math.round(100 * scale) });
    const sorted = terms.filter((term) => term.worth !== 0).sort((one, other) => Math.abs(other.worth) - Math.abs(one.worth));
    this.rows.replaceChildren(...sorted.map((term) => make('tr', {}, make('td', {}, termName(term.name)), make('td', {}, this.text(term.worth, 2)))));
    this.table.hidden = sorted.length === 0;
    this.element.hidden = false;
  }

  text(value, digits) {
    return signed(value / this.game.unit.size, digits);
  }

  // The worth of each piece to its own side, at its point. `points(name)` gives the place of a point.
  badges(frame, points) {
    return this.worth.map(({ at, worth }) => {
      const point = points(at).to;
      const letter = frame.men[frame.points[point]];
      const own = letter === letter?.toUpperCase() ? worth : -worth;
      return { at: point, text: this.text(own, 1).replace('+', ''), isLow: own < 0 };
    });
  }
}
