// The mistakes of a game that was analysed, as problems: find a better move.
import { GameTree } from './game_tree.js';
import { make } from './dom.js';
import { say } from './language.js';
import * as store from './store.js';
import { Trainer } from './trainer.js';

// Another move is as good if it loses no more than this against the best one, in hundredths of a disc or a soldier.
const TOLERANCE = { cells: 100, xiangqi: 40 };
// What a mate counts.
const MATE = 10000;
// How long the engine looks at another move.
const JUDGING = { ms: 700 };

class Mistakes {
  constructor(game, record) {
    const tree = GameTree.from(record.tree);
    const line = tree.mainLine();
    const faults = line.filter(({ fault, better }) => ['mistake', 'blunder'].includes(fault) && better?.move);
    Object.assign(this, { game, record, tree, faults, at: 0, title: say('mistakes-of-game') });
    this.element = make('p', { class: 'muted' });
  }

  next() {
    const node = this.faults[this.at];
    if (!node) return null;
    this.at += 1;
    this.element.textContent = say('mistake-number', { number: this.at, count: this.faults.length });
    const moves = this.tree.moves(node);
    const { better, name, move } = node;
    return {
      start: this.record.start, rules: this.record.rules, before: moves.slice(0, -1), moves: [better.move],
      prompt: (side) => say('puzzle-mistake', { side, move: name || move }), about: () => say('mistake-better', { better: better.name }),
    };
  }

  // A move that loses hardly anything against the best.
  async accepts({ moves: [best] }, ask, move) {
    const worth = async (text) => {
      const { lines: [line] } = await ask([text], 'search', { lines: 1, limit: JUDGING });
      if (!line) return 0;
      return line.mate ? -Math.sign(line.mate) * MATE : -line.score;
    };
    const [right, other] = [await worth(best), await worth(move.text)];
    return right - other <= TOLERANCE[this.game.board.kind];
  }

  finish() {}
}

export const open = async (app, { parts }) => {
  const game = app.game(parts[0]);
  const record = await store.load(parts[2]);
  if (record?.kind === 'analyse' && record.game === game.name) return new Trainer(app, game, new Mistakes(game, record));
  const element = make('div', { class: 'card stack' }, make('p', {}, say('game-not-kept')), make('a', { class: 'button', href: `#/${game.name}/analyse` }, say('analyse')));
  return { element, title: game.title };
};
