// What a game, its sides, its men and its endings are called in the language of the page.
import { knows, say } from './language.js';

const named = (key, usual) => (knows(key) ? say(key) : usual);

// Gives a game the names of the language; one that has none there keeps those of the program.
export const nameIn = (game) => {
  game.title = named(`game-${game.name}`, game.title);
  game.seats = game.seats.map((seat, at) => named(`side-${game.name}-${at}`, seat));
  game.notations = game.notations.map(({ name, title }) => ({ name, title: named(`notation-${name}`, title) }));
  if (game.unit) game.unit.name = named(`unit-${game.unit.name}`, game.unit.name);
};

// A term of the evaluation, by its name in the file of weights.
export const termName = (name) => named(`term-${name.replaceAll('.', '-')}`, name);

// A disc or a piece, by its letter.
export const manName = (game, letter) => {
  if (game.board.kind === 'cells') return say('disc-of', { side: game.seats['XO'.indexOf(letter)] });
  const seat = letter === letter.toUpperCase() ? 0 : 1;
  return say(`piece-${letter.toLowerCase()}`, { side: game.seats[seat], seat });
};

// The opening of a position, as a line of its own.
export const openingText = (game, { opening }) => (opening ? say('opening', { name: say(`opening-${game.name}-${opening}`) }) : '');

// Why a game has ended: as the program explains it, or by what people did.
export const endingText = (game, { result, reason, explanation }) => {
  if (explanation) return explanation;
  const winner = ['1-0', '0-1'].indexOf(result);
  return say(`reason-${reason}`, { winner: game.seats[winner] ?? '', loser: game.seats[1 - winner] ?? '' });
};

// What to know of a position that has occurred before.
export const warningsOf = ({ ending, occurrences }) => (!ending && occurrences > 1 ? [say('occurred', { count: occurrences })] : []);
