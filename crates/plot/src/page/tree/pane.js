// One algorithm's tree on its stage: which nodes are unfolded, where they stand, and drawing those in sight.
//
// The best line runs straight on: a node of it stands on the row of its best child, any other node on the row of its
// first child. Only what is in sight is drawn, so ten thousand nodes are little more work than fifty. Too small to read,
// a tree is drawn as blocks as high as their subtrees.

const COLUMN = innerWidth > 760 ? 138 : 118, ROW = 36, MARGIN = 26, RADIUS = 8, BLOCK = 62;
const MANY = 400, MIN_START_SCALE = 0.7, MIN_SCALE = 0.001, MAX_SCALE = 4, READABLE = 0.4;

class Pane {
  constructor(data, stage) {
    this.data = data;
    this.stage = stage;
    this.content = stage.querySelector("g");
    this.move = { x: MARGIN, y: MARGIN + 10, scale: 1 };
    this.link();
    this.markBest();
    this.chosen = this.best;
    this.echo = null;
  }

  // Gives every node its children; several searches of the root hang on a node of their own.
  link() {
    const { nodes } = this.data;
    nodes.forEach(node => { node.children = []; });
    nodes.forEach(node => { if (node.parent !== null) nodes[node.parent].children.push(node); });
    const roots = nodes.filter(node => node.parent === null);
    this.top = roots.length === 1 ? roots[0] : {
      id: "top", top: true, parent: null, children: roots, kind: "pv", why: "searched", bound: "exact", step: "root", ply: -1,
      value: this.data.score, window: [-INFINITY, INFINITY], side: tree.side, position: tree.position, place: 0, depth: tree.depth,
    };
    nodes.forEach(node => {
      node.above = node.parent === null ? (roots.length === 1 ? null : this.top) : nodes[node.parent];
      const moves = node.not_searched;
      node.cutter = node.cut_by ? node.children[node.children.length - 1] : null;
      node.ghost = moves ? { isGhost: true, above: node, moves, children: [] } : null;
    });
    this.roots = roots;
    this.places = new Map();
    nodes.forEach(node => this.places.set(node.place, (this.places.get(node.place) || []).concat(node)));
  }

  // The best line, in the last search of the root; of several searches of a move, the last one counts.
  markBest() {
    let node = this.roots[this.roots.length - 1];
    this.best = node;
    node.best = this.top.best = true;
    for (const move of this.data.variation) {
      node = node.children.findLast(child => child.move === move);
      if (!node) return;
      node.best = true;
      this.best = node;
    }
  }

  // Unfolds the best line, and of a small tree all, and shows the line as large as its width allows. If it does not fit,
  // the line begins at the last search of the root.
  start() {
    const isLarge = this.data.nodes.length > MANY;
    this.data.nodes.forEach(node => { node.open = !isLarge || node.best; });
    this.top.open = true;
    this.layout();
    const { width, height } = this.stage.getBoundingClientRect(), room = width - 2 * MARGIN;
    const root = this.roots[this.roots.length - 1];
    const fitting = node => room / Math.max((this.best.level - node.level) * COLUMN, 1);
    const first = fitting(this.top) >= MIN_START_SCALE ? this.top : root;
    const scale = Math.min(Math.max(fitting(first), MIN_START_SCALE), 1), down = root.row * ROW * scale;
    this.move = { x: MARGIN - first.level * COLUMN * scale, y: down < height / 2 ? MARGIN + 10 : height / 2 - down, scale };
    this.show(this.best);
  }

  // Unfolds what lies fewer plies from the root than this, and folds the others.
  unfold(plies) {
    this.data.nodes.forEach(node => { node.open = node.ply < plies; });
    this.top.open = true;
    this.layout();
  }

  unfoldBelow(node) {
    node.open = true;
    node.children.forEach(child => this.unfoldBelow(child));
  }

  // Unfolds everything above a node, so that it can be seen.
  reveal(node) {
    for (let above = node.above; above; above = above.above) above.open = true;
    this.layout();
  }

  toggle(node) {
    if (node.children.length === 0 && !node.ghost) return;
    node.open = !node.open;
    this.layout();
  }

  kids(node) {
    if (!node.open) return [];
    return node.ghost && Pane.showsSaved ? [...node.children, node.ghost] : node.children;
  }

  layout() {
    this.shown = [];
    this.rows = 0;
    this.levels = 0;
    this.place(this.top, 0);
  }

  place(node, level) {
    node.level = level;
    node.startRow = this.rows;
    this.levels = Math.max(this.levels, level);
    this.shown.push(node);
    const kids = this.kids(node);
    kids.forEach(kid => this.place(kid, level + 1));
    const first = kids[0], best = node.best && kids.find(kid => kid.best);
    node.row = (best || first)?.row ?? this.rows;
    node.firstRow = first ? first.row : node.row;
    node.lastRow = first ? kids[kids.length - 1].row : node.row;
    if (!first) this.rows += 1;
    node.endRow = this.rows;
  }

  // Draws what is in sight.
  draw() {
    const { x, y, scale } = this.move;
    const isReadable = scale >= READABLE;
    this.content.setAttribute("transform", isReadable ? `translate(${x} ${y}) scale(${scale})` : "");
    this.content.innerHTML = isReadable ? this.branches() : this.blocks();
    this.stage.setAttribute("aria-activedescendant", `${this.stage.id}-${this.chosen.id}`);
  }

  branches() {
    const { x, y, scale } = this.move, { width, height } = this.stage.getBoundingClientRect();
    const rows = [(-y / scale) / ROW - 1, ((height - y) / scale) / ROW + 1];
    const columns = [(-x / scale) / COLUMN - 1, ((width - x) / scale) / COLUMN + 1];
    const isIn = (from, to, [low, high]) => to >= low && from <= high;
    const near = this.shown.filter(node => isIn(node.firstRow, node.lastRow, rows) && isIn(node.level - 1, node.level + 1, columns));
    const edges = near.flatMap(node => this.kids(node).filter(kid => kid.best || isIn(kid.row, kid.row, rows)).map(kid => edge(node, kid)));
    const trunks = near.filter(node => node.lastRow > node.firstRow).map(trunk);
    const signs = near.filter(node => isIn(node.row, node.row, rows)).map(node => this.sign(node));
    return trunks.join("") + edges.join("") + signs.join("");
  }

  // Of blocks thinner than a line, those that would hide behind the last one drawn are left out.
  blocks() {
    const { x, y, scale } = this.move, { height } = this.stage.getBoundingClientRect();
    const row = ROW * scale, filled = [], parts = [];
    for (const node of this.shown) {
      const [top, bottom] = [y + node.startRow * row, y + node.endRow * row];
      const isHidden = bottom < (filled[node.level] ?? -Infinity) + 0.7;
      if (node.isGhost || isHidden || bottom < 0 || top > height) continue;
      filled[node.level] = bottom;
      parts.push(this.block(node, x + node.level * BLOCK, top, bottom - top));
    }
    return parts.join("");
  }

  block(node, x, y, size) {
    const high = Math.max(size - (size > 3 ? 1 : 0), 0.7);
    const mark = node === this.chosen ? " chosen" : node === this.echo ? " echo" : "";
    const only = node.only_here ? `<rect class="only" x="${x + BLOCK - 9}" y="${y}" width="7" height="${high}"/>` : "";
    const words = size > 12 ? `<text x="${x + 4}" y="${y + 10}">${escaped(moveText(node))}</text>` : "";
    return `<g class="block" ${this.attributes(node)}><rect class="${colour(node)}${mark}" x="${x}" y="${y}" width="${BLOCK - 2}" height="${high}"/>${only}${words}</g>`;
  }

  attributes(node) {
    const expanded = node.children.length ? ` aria-expanded="${Boolean(node.open)}"` : "";
    return `role="treeitem" id="${this.stage.id}-${node.id}" data-id="${node.id}" aria-level="${node.level + 1}"${expanded} aria-label="${escaped(spoken(node))}"`;
  }

  sign(node) {
    const [x, y] = at(node);
    if (node.isGhost) return ghostSign(node, x, y);
    const folded = !node.open && (node.children.length > 0 || node.ghost);
    const only = node.only_here ? `<rect class="only" x="${x - COLUMN + 20}" y="${y - 17}" width="${COLUMN - 8}" height="31" rx="5"/>` : "";
    const mark = node === this.chosen ? "ring chosen" : node === this.echo ? "ring" : "";
    const ring = mark ? `<circle class="${mark}" cx="${x}" cy="${y}" r="12"/>` : "";
    const hit = `<rect class="hit" x="${x - COLUMN + 18}" y="${y - ROW / 2}" width="${COLUMN + 4}" height="${ROW}"/>`;
    const shape = `<path class="sign ${colour(node)}${folded ? " folded" : ""}" d="${outline(node.why)}" transform="translate(${x} ${y})" data-fold="1"/>`;
    return `<g ${this.attributes(node)}>${only}${hit}${label(node, x, y, folded)}${ring}${shape}</g>`;
  }

  find(id) {
    return id === "top" ? this.top : this.data.nodes[+id];
  }

  // Moves the stage so that a node is well in sight.
  show(node) {
    const { width, height } = this.stage.getBoundingClientRect(), { scale } = this.move;
    const column = columnWidth(scale), left = node.above ? column : MARGIN;
    const within = (offset, part, low, high) => Math.min(Math.max(offset, low - part), high - part);
    this.move.x = within(this.move.x, node.level * column, Math.min(left, width / 2), width - 70);
    this.move.y = within(this.move.y, node.row * ROW * scale, 30, height - 30);
  }

  fit() {
    const { width, height } = this.stage.getBoundingClientRect();
    const [wide, high] = [this.levels * COLUMN + 60, Math.max(this.rows - 1, 0) * ROW];
    const scale = Math.min(1.4, (width - 2 * MARGIN) / wide, (height - 2 * MARGIN) / Math.max(high, 1));
    const blocks = (height - 2 * MARGIN) / (this.rows * ROW);
    this.move = { x: MARGIN, y: MARGIN, scale: scale >= READABLE ? scale : Math.min(blocks, READABLE - 0.01) };
  }

  zoom(factor, x, y) {
    const scale = Math.min(Math.max(this.move.scale * factor, MIN_SCALE), MAX_SCALE);
    const [across, down] = [columnWidth(scale) / columnWidth(this.move.scale), scale / this.move.scale];
    this.move = { x: x - (x - this.move.x) * across, y: y - (y - this.move.y) * down, scale };
  }
}

Pane.showsSaved = true;

// Blocks are as wide at every scale.
function columnWidth(scale) {
  return scale >= READABLE ? COLUMN * scale : BLOCK;
}

function at(node) {
  return [node.level * COLUMN, node.row * ROW];
}

function trunk(node) {
  const [x] = at(node);
  const bend = row => row * ROW + 8 * Math.sign(node.row - row);
  return `<path class="edge" d="M${x + 16} ${bend(node.firstRow)}V${bend(node.lastRow)}"/>`;
}

function edge(node, kid) {
  const [x] = at(node), [kidX, y] = at(kid), turn = 9 * Math.sign(kid.row - node.row);
  const start = turn ? `M${x + 16} ${y - turn}q0 ${turn} 9 ${turn}` : `M${x + RADIUS} ${y}`;
  const look = kid.best ? "best" : kid.isGhost ? "ghost" : kid === node.cutter ? "cutting" : "";
  return `<path class="edge ${look}" d="${start}H${kidX - (kid.isGhost ? 62 : RADIUS)}"/>`;
}

function ghostSign(node, x, y) {
  const count = node.moves.length, words = count <= 3 ? node.moves.join(" ") : `${node.moves.slice(0, 2).join(" ")} and ${count - 2} more`;
  return `<g class="ghost"><text x="${x - 58}" y="${y + 4}">✂ ${words}</text></g>`;
}

function label(node, x, y, folded) {
  const left = x - COLUMN + 30, move = escaped(moveText(node));
  const more = folded ? `<text class="more" x="${x + 12}" y="${y + 3.5}">+${below(node)}</text>` : "";
  if (node.above === null || node.top) return more;
  return `<text x="${left}" y="${y - 5}"><tspan class="move">${move}</tspan> ${valueText(node)}</text><text class="window" x="${left}" y="${y + 11}">${windowText(node)}</text>${more}`;
}

// The number of nodes below this one.
function below(node) {
  if (node.size === undefined) node.size = node.children.reduce((sum, child) => sum + 1 + below(child), 0);
  return node.size;
}

function spoken(node) {
  return `${moveText(node) || "position"} ${valueText(node)}, window ${windowText(node)}, ${KIND_WORDS[node.kind]}`;
}
