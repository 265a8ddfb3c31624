// The text of a board as its points, and the other way round, for both kinds of boards.
import { xiangqiFrame } from './board.js';

export const EMPTY = '-';

// What stands on each point: a letter, or EMPTY.
export const readPoints = (game, text) => {
  if (game.board.kind === 'cells') return [...text.split(' ')[0]];
  const { points, men } = xiangqiFrame(text);
  return points.map((man) => men[man] || EMPTY);
};

const fen = (points) => [...Array(10).keys()].map((rank) => points.slice(rank * 9, rank * 9 + 9).join('').replace(/-+/g, (gap) => gap.length)).join('/');

// The letters of the sides to move.
export const sideLetters = (game) => (game.board.kind === 'cells' ? ['X', 'O'] : ['w', 'b']);

export const writePoints = (game, points, side) => {
  const letter = sideLetters(game)[side];
  return game.board.kind === 'cells' ? `${points.join('')} ${letter}` : `${fen(points)} ${letter} - - 0 1`;
};
