// Boards of both games as SVG. Positions come as the texts that the command line reads.

const GLYPHS = {
  K: "帥", A: "仕", B: "相", N: "傌", R: "俥", C: "炮", P: "兵",
  k: "將", a: "士", b: "象", n: "馬", r: "車", c: "砲", p: "卒",
};
let isLettered = !hasGlyphs();

// Whether a font of this machine has the characters: if not, they look like a character that does not exist.
function hasGlyphs() {
  const picture = text => {
    const canvas = document.createElement("canvas"), context = canvas.getContext("2d");
    canvas.width = canvas.height = 24;
    context.font = "20px serif";
    context.fillText(text, 2, 20);
    return canvas.toDataURL();
  };
  const seen = picture(GLYPHS.K);
  return seen !== picture("\u{10FFFE}") && seen !== picture("") && seen !== picture(GLYPHS.A);
}

function boardSvg(node, parent) {
  return tree.game === "othello" ? othelloBoard(node, parent) : xiangqiBoard(node);
}

function range(count) {
  return [...Array(count).keys()];
}

function othelloBoard(node, parent) {
  const cells = node.position, before = parent && node.move ? parent.position : cells;
  const names = range(8).map(i =>
    `<text class="name" x="${34 + 30 * i}" y="11">${"abcdefgh"[i]}</text><text class="name" x="9" y="${38 + 30 * i}">${i + 1}</text>`);
  const lines = range(9).map(i => `<path class="grid" d="M${19 + 30 * i} 19v240M19 ${19 + 30 * i}h240"/>`);
  const discs = range(64).filter(i => cells[i] !== "-").map(i => {
    const [x, y] = [34 + 30 * (i % 8), 34 + 30 * Math.floor(i / 8)];
    const disc = `<circle class="${cells[i] === "X" ? "black" : "white"}" cx="${x}" cy="${y}" r="12"/>`;
    if (before[i] === cells[i]) return disc;
    const mark = before[i] === "-" ? `<circle class="last" cx="${x}" cy="${y}" r="13"/>` : `<circle class="turned" cx="${x}" cy="${y}" r="3"/>`;
    return disc + mark;
  });
  return `<svg class="board" viewBox="0 0 264 264" role="img" aria-label="Board"><rect class="felt" x="19" y="19" width="240" height="240"/>${lines.join("")}${names.join("")}${discs.join("")}</svg>`;
}

function xiangqiBoard(node) {
  const point = (file, rank) => [26 + 27 * file, 22 + 27 * rank];
  const pieces = [], ranks = node.position.split(" ")[0].split("/");
  ranks.forEach((text, rank) => {
    let file = 0;
    for (const letter of text) {
      if (/\d/.test(letter)) file += +letter;
      else pieces.push(xiangqiPiece(letter, ...point(file++, rank)));
    }
  });
  const names = range(9).map(i => `<text class="name" x="${point(i, 0)[0]}" y="289">${"abcdefghi"[i]}</text>`)
    .concat(range(10).map(i => `<text class="name" x="6" y="${point(0, 9 - i)[1] + 3}">${i}</text>`));
  const last = /^[a-i]\d[a-i]\d$/.test(node.move || "") ? [node.move.slice(0, 2), node.move.slice(2)] : [];
  const rings = last.map(name => point(name.charCodeAt(0) - 97, 9 - name[1]))
    .map(([x, y]) => `<circle class="last" cx="${x}" cy="${y}" r="13.5"/>`);
  return `<svg class="board" viewBox="0 0 268 293" role="img" aria-label="Board"><rect class="wood" x="12" y="8" width="244" height="271" rx="4"/>${xiangqiLines(point)}${names.join("")}${pieces.join("")}${rings.join("")}</svg>`;
}

function xiangqiLines(point) {
  const line = (from, to) => `M${point(...from)}L${point(...to)}`;
  const ranks = range(10).map(i => line([0, i], [8, i]));
  const files = range(9).map(i => i % 8 ? line([i, 0], [i, 4]) + line([i, 5], [i, 9]) : line([i, 0], [i, 9]));
  const palaces = [0, 7].map(i => line([3, i], [5, i + 2]) + line([5, i], [3, i + 2]));
  return `<path class="grid" d="${[...ranks, ...files, ...palaces].join("")}"/>`;
}

function xiangqiPiece(letter, x, y) {
  const side = letter === letter.toUpperCase() ? "red" : "ink";
  const text = isLettered ? letter.toUpperCase() : GLYPHS[letter];
  return `<circle class="piece" cx="${x}" cy="${y}" r="12"/><text class="glyph ${side}" x="${x}" y="${y + 6.5}">${text}</text>`;
}
