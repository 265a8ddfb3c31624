// Boards as SVG, drawn from frames: what stands where, and what the last move was.
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
// Discs in cells: frame.cells has a letter for each, X, O or -, row by row from above.
class CellsBoard {
  constructor(svg, { columns, rows, is_first_row_on_top: isFirstOnTop }) {
    Object.assign(this, { svg, columns, rows, isFirstOnTop, isTurned: false });
    const [width, height] = [columns * CELL, rows * CELL];
    svg.setAttribute('viewBox', `0 0 ${width + 2 * EDGE} ${height + 2 * EDGE}`);
    const lines = range(columns + 1).map((at) => `M${EDGE + at * CELL} ${EDGE}v${height}`)
      .concat(range(rows + 1).map((at) => `M${EDGE} ${EDGE + at * CELL}h${width}`)).join('');
    const dots = columns === 8 && rows === 8 ? [2, 6].flatMap((file) => [2, 6].map((rank) => draw('circle', { class: 'star', cx: EDGE + file * CELL, cy: EDGE + rank * CELL, r: 4.5 }))) : [];
    this.names = draw('g', { class: 'names' });
    this.discs = draw('g', {});
    svg.classList.add('cells');
    svg.replaceChildren(
      draw('rect', { class: 'frame', width: width + 2 * EDGE, height: height + 2 * EDGE, rx: 10 }),
      draw('rect', { class: 'felt', x: EDGE, y: EDGE, width, height }),
      draw('path', { class: 'grid', d: lines }), ...dots, this.names, this.discs,
    );
  }

  place(at) {
    const cell = this.isTurned ? this.columns * this.rows - 1 - at : at;
    return [56 + (cell % this.columns) * CELL, 56 + Math.floor(cell / this.columns) * CELL];
  }

  show(frame) {
    const order = (count, isTurned) => (isTurned ? range(count).reverse() : range(count));
    this.names.replaceChildren(
      ...order(this.columns, this.isTurned).map((name, at) => draw('text', { x: 56 + at * CELL, y: 18 }, 'abcdefgh'[name])),
      ...order(this.rows, this.isTurned === this.isFirstOnTop).map((name, at) => draw('text', { x: 13, y: 61 + at * CELL }, String(name + 1))),
    );
    const disc = (at) => {
      const [x, y] = this.place(at);
      const isTurned = frame.turned.includes(at);
      const group = draw('g', { class: `disc ${frame.cells[at] === 'X' ? 'dark' : 'light'}${isTurned ? ' turned' : ''}`, transform: `translate(${x} ${y})` },
        draw('circle', { class: 'shade', cy: 2.5, r: 25 }), draw('circle', { class: 'face', r: 25 }), draw('circle', { class: 'gloss', r: 19.5 }));
      if (frame.last.includes(at)) group.append(draw('circle', { class: 'last', r: 7 }));
      if (isTurned) group.append(draw('circle', { class: 'mark', r: 3.5 }));
      return group;
    };
    this.discs.replaceChildren(...range(this.columns * this.rows).filter((at) => frame.cells[at] !== '-').map(disc));
  }
}

// Pieces on points: frame.points has the number of the piece on each, rank 9 first, and frame.men their letters.
class XiangqiBoard {
  constructor(svg) {
    this.svg = svg;
    this.isTurned = false;
    this.frame = null;
    svg.setAttribute('viewBox', '0 0 572 632');
    svg.classList.add('xiangqi');
    const at = (file, rank) => `${46 + file * CELL} ${44 + rank * CELL}`;
    const line = (from, to) => `M${at(...from)}L${at(...to)}`;
    const ranks = range(10).map((rank) => line([0, rank], [8, rank]));
    const files = range(9).map((file) => (file % 8 ? line([file, 0], [file, 4]) + line([file, 5], [file, 9]) : line([file, 0], [file, 9])));
    const palaces = [0, 7].map((rank) => line([3, rank], [5, rank + 2]) + line([5, rank], [3, rank + 2]));
    const homes = [[1, 2], [7, 2], [1, 7], [7, 7], ...[0, 2, 4, 6, 8].flatMap((file) => [[file, 3], [file, 6]])];
    this.names = draw('g', { class: 'names' });
    this.marks = draw('g', {});
    this.men = draw('g', {});
    this.river = draw('g', { class: 'river' }, draw('text', { x: 46 + 2 * CELL, y: 330 }, '楚 河'), draw('text', { x: 46 + 6 * CELL, y: 330 }, '漢 界'));
    svg.replaceChildren(
      draw('rect', { class: 'frame', width: 572, height: 632, rx: 10 }),
      draw('rect', { class: 'wood', x: 22, y: 20, width: 528, height: 588, rx: 3 }),
      draw('rect', { class: 'rim', x: 39, y: 37, width: 494, height: 554 }),
      draw('path', { class: 'grid', d: [...ranks, ...files, ...palaces].join('') }),
      draw('path', { class: 'home', d: homes.map(XiangqiBoard.corners).join('') }),
      this.river, this.names, this.marks, this.men,
    );
  }

  // The four corners around a point where cannons and soldiers begin.
  static corners([file, rank]) {
    const [x, y] = [46 + file * CELL, 44 + rank * CELL];
    const sides = [...(file > 0 ? [-1] : []), ...(file < 8 ? [1] : [])];
    return sides.flatMap((side) => [-1, 1].map((up) => `M${x + side * 5} ${y + up * 15}v${-up * 10}h${side * 10}`)).join('');
  }

  place(at) {
    const point = this.isTurned ? 89 - at : at;
    return [46 + (point % 9) * CELL, 44 + Math.floor(point / 9) * CELL];
  }

  show(frame, isLettered) {
    if (this.frame?.men !== frame.men || this.isLettered !== isLettered) this.set(frame, isLettered);
    this.frame = frame;
    this.river.style.display = isLettered ? 'none' : '';
    const order = this.isTurned ? range(9).reverse() : range(9);
    this.names.replaceChildren(
      ...order.map((name, at) => draw('text', { x: 46 + at * CELL, y: 626 }, 'abcdefghi'[name])),
      ...range(10).map((at) => draw('text', { x: 11, y: 49 + at * CELL }, String(this.isTurned ? at : 9 - at))),
    );
    frame.men.forEach((letter, man) => {
      const point = frame.points.indexOf(man);
      const style = this.men.children[man].style;
      style.opacity = point < 0 ? 0 : 1;
      if (point >= 0) style.transform = `translate(${this.place(point).map((at) => `${at}px`).join(',')})`;
    });
    const [from, to] = frame.last;
    this.marks.replaceChildren(...(frame.last.length ? [this.origin(from), this.goal(to)] : []));
  }

  set(frame, isLettered) {
    this.isLettered = isLettered;
    const man = (letter) => draw('g', { class: `man ${letter === letter.toUpperCase() ? 'red' : 'black'}` },
      draw('circle', { class: 'shade', cy: 3, r: 27 }), draw('circle', { class: 'face', r: 27 }), draw('circle', { class: 'ring', r: 22.5 }),
      draw('text', { y: isLettered ? 10 : 11.5 }, isLettered ? letter.toUpperCase() : glyphs[letter] || letter));
    this.men.replaceChildren(...frame.men.map(man));
  }

  origin(at) {
    const [x, y] = this.place(at);
    return draw('circle', { class: 'left', cx: x, cy: y, r: 9 });
  }

  goal(at) {
    const [x, y] = this.place(at);
    return draw('circle', { class: 'last', cx: x, cy: y, r: 31 });
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
