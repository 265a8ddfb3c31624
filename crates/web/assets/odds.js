// Odds: what the engine gives its opponent at the start. In Xiangqi it plays without pieces, the left ones first, as players give them; in
// Othello the opponent has corners.
import { EMPTY, readPoints, writePoints } from './board_text.js';

// The points of Red's pieces at home; Black's lie opposite.
const LAST = 89;
const given = { horse: [82], chariot: [81], horses: [82, 88], cannons: [64, 70] };
const corners = { corner: [0], corners2: [0, 63], corners4: [0, 7, 56, 63] };

// The odds that a game knows.
export const oddsOf = (game) => Object.keys({ xiangqi: given, othello: corners }[game.name] ?? {});

// The start with these odds, given by a seat.
export const startWith = (game, odds, seat) => {
  const points = readPoints(game, game.start);
  if (game.name === 'xiangqi') given[odds].forEach((at) => { points[seat === 0 ? at : LAST - at] = EMPTY; });
  else corners[odds].forEach((at) => { points[at] = 'XO'[1 - seat]; });
  return writePoints(game, points, 0);
};
