// The lines above and below a board: who plays which side, counts and clocks.
import { make } from './dom.js';
import { say } from './language.js';
import { clockText } from './texts.js';

// A clock with less than this many milliseconds is marked.
const LOW = 10000;

export class Players {
  constructor(game) {
    this.game = game;
    const looks = game.board.kind === 'cells' ? ['dark', 'light'] : ['red', 'black'];
    this.boxes = [0, 1].map((seat) => {
      const name = make('b');
      const count = make('span', { class: 'count', hidden: true });
      const clock = make('span', { class: 'clock', hidden: true });
      const side = make('span', { class: 'side-name' });
      const element = make('div', { class: 'player' }, make('i', { class: `stone ${looks[seat]}` }), name, side, count, clock);
      return { element, name, side, count, clock };
    });
  }

  // The element that stands above the board, and the one below it.
  upper(isTurned) {
    return this.boxes[isTurned ? 0 : 1].element;
  }

  lower(isTurned) {
    return this.boxes[isTurned ? 1 : 0].element;
  }

  show({ names, counts, toMove }) {
    this.boxes.forEach(({ element, name, side, count }, seat) => {
      const colour = this.game.seats[seat];
      name.textContent = names[seat];
      side.textContent = [names[seat] === colour ? '' : colour, toMove === seat ? say('to-move') : ''].filter(Boolean).join(' · ');
      count.hidden = !counts;
      count.textContent = counts ? counts[seat] : '';
      count.setAttribute('aria-label', counts ? say('discs-count', { count: counts[seat] }) : '');
      element.classList.toggle('to-move', toMove === seat);
    });
  }

  showClocks(left) {
    this.boxes.forEach(({ clock }, seat) => {
      const ms = left?.[seat];
      clock.hidden = ms === undefined || ms === null;
      if (clock.hidden) return;
      clock.textContent = clockText(ms);
      clock.classList.toggle('low', ms < LOW);
    });
  }
}
