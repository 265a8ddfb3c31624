// The positions of a game: a frame for each move. All moves are legal: the referee has checked them.

// Othello: 64 letters, X for Black, O for White, - for none.
const directions = [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]];
const turnedBy = (cells, at, mover) => directions.flatMap(([down, right]) => {
  const line = [];
  let [row, column] = [(at >> 3) + down, (at & 7) + right];
  while (row >= 0 && row < 8 && column >= 0 && column < 8) {
    const cell = cells[row * 8 + column];
    if (cell === mover) return line;
    if (cell === '-') break;
    line.push(row * 8 + column);
    [row, column] = [row + down, column + right];
  }
  return [];
});
const othelloFrames = (start, moves) => {
  const cells = [...start.slice(0, 64).padEnd(64, '-').replace(/[^XO]/g, '-')];
  let mover = /O\s*$/.test(start.slice(64)) ? 'O' : 'X';
  const frames = [{ cells: cells.join(''), mover, last: [], turned: [] }];
  for (const move of moves) {
    const at = /^[a-h][1-8]$/.test(move) ? move.charCodeAt(0) - 97 + (move.charCodeAt(1) - 49) * 8 : -1;
    const turned = at < 0 ? [] : turnedBy(cells, at, mover);
    for (const place of at < 0 ? [] : [at, ...turned]) cells[place] = mover;
    mover = mover === 'X' ? 'O' : 'X';
    frames.push({ cells: cells.join(''), mover, last: at < 0 ? [] : [at], turned });
  }
  return frames;
};

// Xiangqi: the numbers of the men by point, rank 9 first; a man keeps its number for the whole game.
const xiangqiFrames = (start, moves) => {
  const { men, points } = xiangqiFrame(start);
  const side = start.split(' ')[1];
  let mover = side === 'b' ? 'b' : 'w';
  const frames = [{ points: [...points], men, mover, last: [] }];
  for (const move of moves) {
    const point = (at) => move.charCodeAt(at) - 97 + (57 - move.charCodeAt(at + 1)) * 9;
    const last = /^[a-i]\d[a-i]\d$/.test(move) ? [point(0), point(2)] : [];
    if (last.length) [points[last[1]], points[last[0]]] = [points[last[0]], -1];
    mover = mover === 'w' ? 'b' : 'w';
    frames.push({ points: [...points], men, mover, last });
  }
  return frames;
};
// Any other game with discs in cells: the boards are in the data.
const boardFrames = (boards, moves) => [null, ...moves].map((_, ply) => {
  const [cells, mover] = (boards[ply] ?? boards.at(-1)).split(' ');
  const before = ply > 0 ? boards[ply - 1] ?? cells : cells;
  return { cells, mover, last: range(cells.length).filter((at) => cells[at] !== before[at]), turned: [] };
});
// The position as its game's text.
const cellsText = (frame) => `${frame.cells} ${frame.mover}`;
const xiangqiText = (frame, game, ply) => {
  const row = (rank) => range(9).map((file) => frame.men[frame.points[rank * 9 + file]] || ' ').join('')
    .replace(/ +/g, (gap) => gap.length);
  const [, side, , , clock, number] = game.start.split(' ');
  const quiet = (frames) => frames.map(({ points }) => points.filter((man) => man >= 0).length);
  const counts = quiet(game.frames.slice(0, ply + 1));
  const since = ply - counts.indexOf(counts[ply]);
  const full = (Number(number) || 1) + Math.floor((ply + (side === 'b' ? 1 : 0)) / 2);
  return `${range(10).map(row).join('/')} ${frame.mover} - - ${since === ply ? (Number(clock) || 0) + ply : since} ${full}`;
};
