// The frames of a game's positions, and where moves stand on the board.
import { boardFrames, cellsFrame, xiangqiFrame } from './board.js';

// A frame for every position of a game, of which the server sends the boards.
export const framesOf = (game, boards) => boardFrames(game.board, boards);

export const startFrame = (game, start) => (game.board.kind === 'cells' ? cellsFrame(start) : xiangqiFrame(start));

// The point of a name such as e4.
const pointOf = (board, name) => {
  const column = name.charCodeAt(0) - 97;
  const number = Number(name.slice(1));
  if (board.kind === 'xiangqi') return (9 - number) * 9 + column;
  return (board.is_first_row_on_top ? number - 1 : board.rows - number) * board.columns + column;
};

// The discs that moves placed, with the numbers of the moves.
export const pliesOf = (board, moves) => moves.map((text, at) => ({ at: pointsOf(board, text).to, ply: at + 1 })).filter(({ at }) => at !== undefined);

// From where to where a move goes; only the latter for a disc, neither for a pass. A column alone stands for its lowest free cell.
export const pointsOf = (board, text, frame) => {
  const [, from, to] = text.match(/^([a-p]\d{1,2})([a-p]\d{1,2})?$/) || [];
  if (to) return { from: pointOf(board, from), to: pointOf(board, to) };
  if (from) return { to: pointOf(board, from) };
  if (board.kind !== 'cells' || !frame || !/^[a-p]$/.test(text)) return {};
  const column = text.charCodeAt(0) - 97;
  const free = [...Array(board.rows).keys()].map((row) => row * board.columns + column).filter((at) => frame.cells[at] === '-');
  return { to: free.at(-1) };
};
