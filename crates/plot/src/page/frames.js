// The positions of a game and their frames. A position is a letter for each point, `-` for nothing, and what its text says
// behind the board. What moves do is the engine's to say: here are only boards before and after them.
const readPosition = (board, text) => {
  const [points, ...rest] = text.split(' ');
  const isCells = board.kind === 'cells';
  const letters = [...(isCells ? points : points.replace(/\//g, '').replace(/\d/g, (gap) => '-'.repeat(gap)))];
  return { letters, rest: rest.join(' ') };
};
const positionText = (board, { letters, rest }) => {
  const row = (at) => letters.slice(at * 9, at * 9 + 9).join('').replace(/-+/g, (gap) => gap.length);
  return `${board.kind === 'cells' ? letters.join('') : range(10).map(row).join('/')} ${rest}`;
};

// The positions of a game from the first, by what each move changes: `>` and two points, or a letter and the points on which
// it stands then; and of the words behind the board an empty one for the same, `+` for a number that is larger by one.
const changedPositions = (first, changes, rests) => {
  const positions = [first];
  changes.forEach((change, ply) => {
    const before = positions.at(-1);
    const letters = [...before.letters];
    for (const group of change.split(',').filter(Boolean)) {
      const places = [...group.slice(1)].map((place) => place.charCodeAt(0) - 48);
      const set = group[0] === '>' ? { [places[0]]: '-', [places[1]]: before.letters[places[0]] } : Object.fromEntries(places.map((place) => [place, group[0]]));
      Object.assign(letters, set);
    }
    const words = before.rest.split(' ');
    const rest = rests[ply + 1].split(' ').map((word, at) => (word === '+' ? Number(words[at]) + 1 : word || words[at])).join(' ');
    positions.push({ letters, rest });
  });
  return positions;
};

// The points at which a position differs from the one before, and of these the ones that were empty.
const changedPoints = ({ letters }, before) => range(letters.length).filter((at) => letters[at] !== before.letters[at]);
const cellsFrames = (positions) => positions.map((position, ply) => {
  const before = positions[Math.max(0, ply - 1)];
  const changed = changedPoints(position, before);
  const isNew = (at) => before.letters[at] === '-';
  return { cells: position.letters.join(''), last: changed.filter(isNew), turned: changed.filter((at) => !isNew(at)) };
});
// Pieces keep their numbers from frame to frame, so that they are seen to move.
const piecesFrames = (positions) => {
  const men = [];
  const add = (letter) => (letter === '-' ? -1 : men.push(letter) - 1);
  let points = positions[0].letters.map(add);
  return positions.map((position, ply) => {
    const before = positions[Math.max(0, ply - 1)];
    const changed = changedPoints(position, before);
    const last = changed.filter((at) => position.letters[at] !== '-').flatMap((to) => {
      const from = changed.find((at) => before.letters[at] === position.letters[to]);
      return from === undefined ? [] : [[from, to]];
    });
    const next = [...points];
    for (const at of changed) next[at] = -1;
    for (const at of changed) next[at] = last.some(([, to]) => to === at) ? points[last.find(([, to]) => to === at)[0]] : add(position.letters[at]);
    points = next;
    return { points, men, last: last.length === 1 ? last[0] : [] };
  });
};
// A frame for each position, with the letter of the side to move.
const framesOf = (board, positions) => (board.kind === 'cells' ? cellsFrames : piecesFrames)(positions)
  .map((frame, ply) => ({ ...frame, mover: positions[ply].rest.split(' ')[0] }));
// The same of the texts of positions.
const boardFrames = (board, texts) => framesOf(board, texts.map((text) => readPosition(board, text)));
