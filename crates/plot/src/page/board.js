// Boards as SVG, drawn from frames: what stands where, and what is marked.
const svgName = 'http://www.w3.org/2000/svg';
const draw = (tag, attributes, ...children) => {
  const element = document.createElementNS(svgName, tag);
  for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
  element.append(...children);
  return element;
};
const range = (count) => [...Array(count).keys()];

// The pieces as players of Xiangqi write them.
const glyphs = {
  K: '帥', A: '仕', B: '相', N: '傌', R: '俥', C: '炮', P: '兵',
  k: '將', a: '士', b: '象', n: '馬', r: '車', c: '砲', p: '卒',
};
// Whether a font of this machine has the characters: if not, they look like one that does not exist.
// Pieces need none; moves that are written with them do.
const hasGlyphs = () => {
  const picture = (text) => {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    canvas.width = canvas.height = 24;
    context.font = '20px serif';
    context.fillText(text, 2, 20);
    return canvas.toDataURL();
  };
  const seen = picture(glyphs.K);
  return seen !== picture('\u{10FFFE}') && seen !== picture(glyphs.A);
};

const CELL = 60;
const EDGE = 26;
// Boards on one page need names of their own for their gradients.
let boardCount = 0;

// What both kinds of boards share: layers and marks. A frame may have, besides what the kind needs:
// `legal` and `targets` (points to move to, empty or not), `chosen` (a point), `check` (a point),
// `labels` ([{ at, text, note, isBest }], on empty points), `badges` ([{ at, text, isLow }], at pieces),
// `arrows` ([{ from, to, rank, isOwn }]; a circle where both are the same; `isOwn` are the user's),
// `plies` ([{ at, ply }], on discs).
class Board {
  constructor(svg) {
    Object.assign(this, { svg, isTurned: false, number: (boardCount += 1) });
    this.names = draw('g', { class: 'names' });
    this.under = draw('g', {});
    this.men = draw('g', {});
    this.over = draw('g', { class: 'over' });
  }

  gradient(name, stops, attributes) {
    const id = `board${this.number}-${name}`;
    this.paint = { ...this.paint, [name]: `url(#${id})` };
    const children = stops.map(([offset, colour, opacity]) => draw('stop', { offset, 'stop-color': colour, 'stop-opacity': opacity ?? 1 }));
    return draw('radialGradient', { id, cx: 0.36, cy: 0.3, r: 0.78, ...attributes }, ...children);
  }

  mark(at, name, radius) {
    const [x, y] = this.place(at);
    return draw('circle', { class: name, cx: x, cy: y, r: radius });
  }

  // What lies under the pieces, and over them.
  drawMarks(frame) {
    const { legal = [], labels = [], badges = [], arrows = [], plies = [] } = frame;
    const labelled = new Set(labels.map(({ at }) => at));
    this.under.replaceChildren(...this.lastMarks(frame), ...(frame.chosen === undefined ? [] : [this.mark(frame.chosen, 'chosen', this.reach)]));
    this.over.replaceChildren(
      ...legal.filter((at) => !labelled.has(at)).map((at) => this.mark(at, 'legal', 8)), ...(frame.targets || []).map((at) => this.target(at)),
      ...(frame.check === undefined || frame.check < 0 ? [] : [this.mark(frame.check, 'check', this.reach)]),
      ...arrows.map((arrow) => this.arrow(arrow)).reverse(), ...labels.map((label) => this.label(label)), ...badges.map((badge) => this.badge(badge)), ...plies.map((place) => this.plyNumber(place, frame)),
    );
  }

  lastMarks() {
    return [];
  }

  // The number of the move by which a disc was placed, on the disc.
  plyNumber({ at, ply }, { cells }) {
    const [x, y] = this.place(at);
    return draw('text', { class: `ply on-${cells[at] === 'X' ? 'dark' : 'light'}`, x, y: y + 6 }, ply);
  }

  // Four corners around what can be captured.
  target(at) {
    const [x, y] = this.place(at);
    const corner = (right, down) => `M${x + right * 27} ${y + down * 14}v${down * 13}h${right * -13}`;
    return draw('path', { class: 'target', d: [[-1, -1], [1, -1], [-1, 1], [1, 1]].map((sides) => corner(...sides)).join('') });
  }

  label({ at, text, note, isBest }) {
    const [x, y] = this.place(at);
    const parts = [draw('text', { class: 'value', y: note ? 0 : 6 }, text)];
    if (note) parts.push(draw('text', { class: 'note', y: 17 }, note));
    if (isBest) parts.unshift(draw('rect', { x: -26, y: -24, width: 52, height: 48, rx: 7 }));
    return draw('g', { class: `label${isBest ? ' best' : ''}`, transform: `translate(${x} ${y})` }, ...parts);
  }

  badge({ at, text, isLow }) {
    const [x, y] = this.place(at);
    return draw('g', { class: `badge${isLow ? ' low' : ''}`, transform: `translate(${x} ${y + 22})` },
      draw('rect', { x: -21, y: -9, width: 42, height: 18, rx: 9 }), draw('text', { y: 5 }, text));
  }

  arrow({ from, to, rank = 0, isOwn }) {
    const look = isOwn ? 'own' : `rank${rank}`;
    if (from === to) return this.mark(to, `hint ${look}`, this.reach - 4);
    const [[x, y], [right, down]] = [this.place(from), this.place(to)];
    const length = Math.hypot(right - x, down - y);
    const turn = (Math.atan2(down - y, right - x) * 180) / Math.PI;
    const [half, head, tip] = [[6.5, 17, length - 8], [4.5, 13, length - 10], [3.5, 11, length - 10]][Math.min(rank, 2)];
    const d = `M14 ${-half}H${tip - head}V${-head}L${tip} 0L${tip - head} ${head}V${half}H14z`;
    return draw('path', { class: `arrow ${look}`, d, transform: `translate(${x} ${y}) rotate(${turn})` });
  }

  // The name of a column and of a row, by what stands there before the board is turned.
  name(at) {
    const row = Math.floor(at / this.columns);
    return `${'abcdefghijklmnop'[at % this.columns]}${this.rowName(row)}`;
  }

  // The place of the middle of a point, as shares of the width and the height.
  share(at) {
    const [x, y] = this.place(at);
    const { width, height } = this.svg.viewBox.baseVal;
    return [x / width, y / height];
  }

  seen(at) {
    return this.isTurned ? this.columns * this.rows - 1 - at : at;
  }
}

// Discs in cells: frame.cells has a letter for each, X, O or -, row by row from above.
class CellsBoard extends Board {
  constructor(svg, { columns, rows, is_first_row_on_top: isFirstOnTop }) {
    super(svg);
    Object.assign(this, { columns, rows, isFirstOnTop, reach: 28 });
    const [width, height] = [columns * CELL, rows * CELL];
    svg.setAttribute('viewBox', `0 0 ${width + 2 * EDGE} ${height + 2 * EDGE}`);
    const lines = range(columns + 1).map((at) => `M${EDGE + at * CELL} ${EDGE}v${height}`)
      .concat(range(rows + 1).map((at) => `M${EDGE} ${EDGE + at * CELL}h${width}`)).join('');
    const dots = columns === 8 && rows === 8 ? [2, 6].flatMap((file) => [2, 6].map((rank) => draw('circle', { class: 'star', cx: EDGE + file * CELL, cy: EDGE + rank * CELL, r: 4.5 }))) : [];
    const felt = { x: EDGE, y: EDGE, width, height };
    svg.classList.add('cells');
    svg.replaceChildren(
      draw('defs', {},
        this.gradient('light', [[0, '#ffffff'], [0.55, '#f3efe4'], [1, '#cdc5b2']]),
        this.gradient('dark', [[0, '#565c63'], [0.5, '#23262a'], [1, '#0c0d0f']]),
        this.gradient('gleam', [[0, '#000000', 0], [1, '#000000', 0.24]], { cx: 0.45, cy: 0.4, r: 0.8 })),
      draw('rect', { class: 'frame', width: width + 2 * EDGE, height: height + 2 * EDGE, rx: 10 }),
      draw('rect', { class: 'felt', ...felt }), draw('rect', { class: 'grain', fill: this.paint.gleam, ...felt }),
      draw('path', { class: 'grid', d: lines }), ...dots, this.names, this.under, this.men, this.over,
    );
    this.discs = range(columns * rows).map(() => this.disc());
    this.men.replaceChildren(...this.discs);
  }

  // Both sides of a disc; the class of its group says which is seen.
  disc() {
    const side = (name) => draw('g', { class: `side ${name}` }, draw('circle', { class: 'face', r: 25, fill: this.paint[name] }), draw('circle', { class: 'gloss', r: 19.5 }));
    return draw('g', { class: 'disc none' }, draw('circle', { class: 'shade', cy: 2.5, r: 25 }), side('dark'), side('light'), draw('circle', { class: 'spot', r: 0 }));
  }

  rowName(row) {
    return this.isFirstOnTop ? row + 1 : this.rows - row;
  }

  place(at) {
    const cell = this.seen(at);
    return [56 + (cell % this.columns) * CELL, 56 + Math.floor(cell / this.columns) * CELL];
  }

  show(frame) {
    const order = (count, isTurned) => (isTurned ? range(count).reverse() : range(count));
    this.names.replaceChildren(
      ...order(this.columns, this.isTurned).map((name, at) => draw('text', { x: 56 + at * CELL, y: 18 }, 'abcdefghijklmnop'[name])),
      ...order(this.rows, this.isTurned).map((row, at) => draw('text', { x: 13, y: 61 + at * CELL }, String(this.rowName(row)))),
    );
    this.discs.forEach((disc, at) => this.showDisc(disc, at, frame));
    this.drawMarks(frame);
    this.frame = frame;
  }

  showDisc(disc, at, frame) {
    const letter = frame.cells[at];
    const before = this.frame?.cells[at] ?? letter;
    const isNew = before === '-' && letter !== '-';
    disc.setAttribute('class', `disc ${{ X: 'dark', O: 'light' }[letter] || 'none'}${isNew ? ' placed' : ''}`);
    disc.setAttribute('transform', `translate(${this.place(at).join(' ')})`);
    // Discs turn one after the other, away from the one that was placed.
    const [from] = frame.last;
    const steps = from === undefined ? 0 : Math.max(Math.abs((from % this.columns) - (at % this.columns)), Math.abs(Math.floor(from / this.columns) - Math.floor(at / this.columns)));
    disc.style.setProperty('--delay', `${before === letter ? 0 : Math.max(0, steps - 1) * 45}ms`);
    const spot = disc.lastChild;
    const isLast = frame.last.includes(at);
    spot.setAttribute('class', `spot ${isLast ? 'last' : 'mark'}`);
    spot.setAttribute('r', letter === '-' ? 0 : isLast ? 7 : frame.turned.includes(at) ? 3 : 0);
  }
}

// Pieces on points: frame.points has the number of the piece on each, rank 9 first, and frame.men their letters.
class XiangqiBoard extends Board {
  constructor(svg) {
    super(svg);
    Object.assign(this, { columns: 9, rows: 10, frame: null, reach: 31 });
    svg.setAttribute('viewBox', '0 0 572 632');
    svg.classList.add('xiangqi');
    const at = (file, rank) => `${46 + file * CELL} ${44 + rank * CELL}`;
    const line = (from, to) => `M${at(...from)}L${at(...to)}`;
    const ranks = range(10).map((rank) => line([0, rank], [8, rank]));
    const files = range(9).map((file) => (file % 8 ? line([file, 0], [file, 4]) + line([file, 5], [file, 9]) : line([file, 0], [file, 9])));
    const palaces = [0, 7].map((rank) => line([3, rank], [5, rank + 2]) + line([5, rank], [3, rank + 2]));
    const homes = [[1, 2], [7, 2], [1, 7], [7, 7], ...[0, 2, 4, 6, 8].flatMap((file) => [[file, 3], [file, 6]])];
    this.river = draw('g', { class: 'river' }, ...riverOutlines.map((d, index) => draw('path', { d, transform: `translate(${[136, 196, 376, 436][index]} 314) scale(.096)` })));
    svg.replaceChildren(
      draw('defs', {},
        this.gradient('man', [[0, '#fffbf0'], [0.55, '#f7e7c4'], [1, '#d9b87c']]),
        this.gradient('night', [[0, '#4b5560'], [0.55, '#2a323a'], [1, '#14181d']]),
        this.gradient('gleam', [[0, '#3a1d00', 0], [0.45, '#3a1d00', 0.02], [1, '#3a1d00', 0.24]], { cx: 0.45, cy: 0.4, r: 0.8 })),
      draw('rect', { class: 'frame', width: 572, height: 632, rx: 10 }),
      draw('rect', { class: 'wood', x: 22, y: 20, width: 528, height: 588, rx: 3 }),
      draw('path', { class: 'grain', d: XiangqiBoard.grain() }), draw('rect', { class: 'grain', fill: this.paint.gleam, width: 572, height: 632, rx: 10 }),
      draw('rect', { class: 'rim', x: 39, y: 37, width: 494, height: 554 }),
      draw('path', { class: 'grid', d: [...ranks, ...files, ...palaces].join('') }),
      draw('path', { class: 'home', d: homes.map(XiangqiBoard.corners).join('') }),
      this.river, this.names, this.under, this.men, this.over,
    );
  }

  // The grain of the wood: long lines that bend a little, the same on every board.
  static grain() {
    const bend = (line, at) => Math.sin(line * 1.7 + at * 0.9) * 4 + Math.sin(line * 0.31 + at * 2.3) * 3;
    const path = (line) => `M22 ${(28 + line * 14.6).toFixed(1)}` + range(8).map((at) => `q33 ${bend(line, at).toFixed(1)} 66 ${(bend(line, at + 0.5) / 2).toFixed(1)}`).join('');
    return range(38).map(path).join('');
  }

  // The four corners around a point where cannons and soldiers begin.
  static corners([file, rank]) {
    const [x, y] = [46 + file * CELL, 44 + rank * CELL];
    const sides = [...(file > 0 ? [-1] : []), ...(file < 8 ? [1] : [])];
    return sides.flatMap((side) => [-1, 1].map((up) => `M${x + side * 5} ${y + up * 15}v${-up * 10}h${side * 10}`)).join('');
  }

  rowName(row) {
    return 9 - row;
  }

  place(at) {
    const point = this.seen(at);
    return [46 + (point % 9) * CELL, 44 + Math.floor(point / 9) * CELL];
  }

  show(frame, isLettered) {
    if (this.frame?.men.join('') !== frame.men.join('') || this.isLettered !== isLettered) this.set(frame, isLettered);
    this.frame = frame;
    this.river.classList.toggle('hidden', Boolean(isLettered));
    this.names.replaceChildren(...this.edgeNames());
    frame.men.forEach((letter, man) => {
      const point = frame.points.indexOf(man);
      const piece = this.men.children[man];
      piece.classList.toggle('taken', point < 0);
      piece.classList.toggle('lifted', point >= 0 && point === frame.chosen);
      if (point >= 0) piece.style.transform = `translate(${this.place(point).map((at) => `${at}px`).join(',')})`;
    });
    this.drawMarks(frame);
  }

  // What stands at the edges: coordinates, or with `numbering` (the numbers 1 to 9 as each side writes them) those of the files, which
  // each side counts from its right.
  edgeNames() {
    const name = (at, y, text) => draw('text', { x: 46 + at * CELL, y }, text);
    const files = this.isTurned ? range(9).reverse() : range(9);
    const { numbering } = this;
    if (!numbering) {
      const ranks = range(10).map((at) => draw('text', { x: 11, y: 49 + at * CELL }, String(this.isTurned ? at : 9 - at)));
      return [...files.map((file, at) => name(at, 625, 'abcdefghi'[file])), ...ranks];
    }
    const [red, black] = this.isTurned ? [15, 625] : [625, 15];
    return files.flatMap((file, at) => [name(at, red, numbering[0][8 - file]), name(at, black, numbering[1][file])]);
  }

  set(frame, isLettered) {
    this.isLettered = isLettered;
    const man = (letter) => {
      const isRed = letter === letter.toUpperCase();
      const isDark = isLettered && !isRed;
      const sign = isLettered || !outlines[letter] ? draw('text', { y: 10.5 }, letter.toUpperCase()) : draw('path', { class: 'sign', d: outlines[letter], transform: 'scale(.094)' });
      return draw('g', { class: `man ${isRed ? 'red' : 'black'}${isDark ? ' night' : ''}` },
        draw('circle', { class: 'shade', cy: 3, r: 27 }), draw('circle', { class: 'face', r: 27, fill: this.paint[isDark ? 'night' : 'man'] }), draw('circle', { class: 'ring', r: 22.5 }), sign);
    };
    this.men.replaceChildren(...frame.men.map(man));
  }

  lastMarks({ last }) {
    const [from, to] = last;
    return last.length ? [this.mark(from, 'left', 9), this.mark(to, 'last', this.reach)] : [];
  }
}

// The board of a kind, as a game states it, in an SVG element.
const makeBoard = (svg, board) => (board.kind === 'cells' ? new CellsBoard(svg, board) : new XiangqiBoard(svg));

// The frame of a position's text; the marks of the last move are for the caller to set.
const cellsFrame = (text) => ({ cells: text, last: [], turned: [] });
const xiangqiFrame = (fen) => {
  const men = [];
  const points = Array(90).fill(-1);
  fen.split(' ')[0].split('/').slice(0, 10).forEach((row, rank) => {
    let file = 0;
    for (const letter of row) {
      if (/\d/.test(letter)) file += Number(letter);
      else if (file < 9) points[rank * 9 + file++] = men.push(letter) - 1;
    }
  });
  return { points, men, last: [] };
};
