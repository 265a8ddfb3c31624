// How the game stands, as a bar beside the board: the part of the first side grows from its end of the board.
import { make } from './dom.js';
import { say } from './language.js';
import { resultText, scoreText } from './texts.js';

// The share of the bar that a score from the first side's view fills, from 0 to 1.
export const shareOf = ({ score, mate, wdl }, bend) => {
  if (wdl) return (wdl[0] + wdl[1] / 2) / (wdl[0] + wdl[1] + wdl[2]);
  if (mate !== undefined && mate !== null) return mate > 0 ? 1 : 0;
  return 0.5 + score / (Math.abs(score) + bend) / 2;
};

// The same for the result of a game.
const ends = { '1-0': 1, '0-1': 0, '1/2-1/2': 0.5 };

export class EvaluationBar {
  constructor(game) {
    this.game = game;
    this.near = make('div', { class: 'near' });
    this.value = make('span', { class: 'value' });
    this.element = make('div', { class: `bar ${game.board.kind === 'cells' ? 'dark-light' : 'red-black'}`, role: 'img' }, this.near, make('div', { class: 'middle' }), this.value);
    this.show(null, false);
  }

  // `value` is from the first side's view; null if nothing is known. `result` is that of a game which is over.
  show(value, isTurned, result) {
    const { game } = this;
    const share = ends[result] ?? (value ? shareOf(value, game.scores.bend) : 0.5);
    this.near.style.height = `${(100 * share).toFixed(1)}%`;
    this.element.classList.toggle('turned', isTurned);
    const isFirst = share >= 0.5;
    const short = () => scoreText(value, Math.abs(value.score) >= 1000 ? 0 : 1).replace(/^[+−]/, '');
    this.value.textContent = resultText(result) || (value ? short() : '');
    // The number stands at the end of the side that is ahead.
    const isBelow = isFirst !== isTurned;
    this.value.style.bottom = isBelow ? '1px' : '';
    this.value.style.top = isBelow ? '' : '1px';
    this.value.className = `value ${isFirst ? 'on-near' : 'on-far'}`;
    const over = result && say('evaluation-over', { result: resultText(result) });
    this.element.setAttribute('aria-label', over || (value ? say('evaluation-of', { score: scoreText(value, game.digits), side: game.seats[0] }) : say('no-evaluation')));
  }
}
