// The sets of rules of a game: `game.rules` has their names, the usual one first. Records and addresses have none for the usual one. A set
// may have the number of moves without a capture behind its name, after which the game is drawn: `plain moves=50`.
import { say } from './language.js';

export const specialRules = (game, rules) => (!rules || rules === game.rules[0] ? '' : rules);

// The name of a set of rules, and the number of moves behind it, if there is one.
export const partsOf = (game, rules) => (rules || game.rules[0]).split(' moves=');

// The set of this name with this number of moves; without a number, with the usual one.
export const rulesOf = (game, name, moves) => {
  const count = Math.round(Number(moves));
  return specialRules(game, count && count !== game.quiet_moves ? `${name} moves=${count}` : name);
};

export const rulesName = (game, rules) => {
  const [name, moves] = partsOf(game, rules);
  return moves ? say('rules-with-moves', { name: say(`rules-${name}`), moves }) : say(`rules-${name}`);
};

// What the set forbids.
export const rulesNote = (game, rules) => say(`forbidden-${partsOf(game, rules)[0]}`);

// A line that says by which rules a game is played, where there are several sets.
export const rulesText = (game, rules) => (game.rules.length ? say('rules-of-game', { name: rulesName(game, rules) }) : '');
