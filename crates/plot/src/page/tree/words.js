// The texts of the page: scores, windows and reasons in words.

let tree = null;
// As in search_core::score.
const INFINITY = 32500, MATE = 32000, PROVEN = 31500, RULING_WIN = 31000, DECISIVE = 30000;
let view = "mover";

function escaped(text) {
  return String(text).replace(/[&<>"]/g, letter => `&#${letter.charCodeAt(0)};`);
}

function scoreText(score) {
  if (Math.abs(score) >= INFINITY) return score > 0 ? "∞" : "−∞";
  const sign = score < 0 ? "−" : "", size = Math.abs(score);
  const result = score > 0 ? "win" : "loss", isProven = size >= PROVEN && size % 2 === 0;
  if (isProven) return `${result} at ${(MATE - size) / 2}`;
  if (size >= DECISIVE) return `${result} by ruling at ${Math.abs((size >= PROVEN ? MATE + 1 : RULING_WIN) - size) / 2}`;
  return sign + String(+(size / tree.unit_size).toFixed(4));
}

// Whether the chosen view negates the scores of this node.
function isTurned(node) {
  return view === "root" && node.side !== tree.side;
}

function valueText(node) {
  const turned = isTurned(node);
  const signs = { exact: "=", lower: turned ? "≤" : "≥", upper: turned ? "≥" : "≤" };
  return `${signs[node.bound]} ${scoreText(turned ? -node.value : node.value)}`;
}

function windowText(node) {
  const [alpha, beta] = isTurned(node) ? [-node.window[1], -node.window[0]] : node.window;
  return `(${scoreText(alpha)}, ${scoreText(beta)})`;
}

function moveText(node) {
  if (node.top) return "";
  if (node.step === "null") return "null move";
  if (node.step === "same") return "again";
  return node.move || `depth ${node.depth}`;
}

const KINDS = [
  ["pv", "Principal variation: the value lies inside the window", "variation"],
  ["cut", "Cut: the value reached beta, the other moves were not searched", "cut"],
  ["all", "All: no move beat alpha", "all"],
  ["over", "The game is over here", "game over"],
  ["quiet", "Beyond the horizon, among the captures", "beyond the horizon"],
];

function colour(node) {
  if (node.why === "ended" || node.why === "ruling") return "over";
  return node.quiescence ? "quiet" : node.kind;
}

const KIND_WORDS = {
  pv: "pv: inside the window",
  cut: "cut: reached beta",
  all: "all: no move beat alpha",
};

const WHY_WORDS = {
  searched: "its moves were searched",
  ended: "the game is over",
  ruling: "a ruling of the referee",
  mate_distance: "not even a mate here would lie inside the window (mate distance)",
  oracle: "known without search",
  judged: "evaluated at depth 0",
  stood_pat: "at least beta without a capture (stand pat)",
  quieted: "captures were searched (quiescence)",
  table: "the score was in the table",
  transposed: "the table had a move that reaches beta",
  null_move: "at least beta even after a pass (null move)",
  probe: "a shallower search was far above beta (probe)",
};

const BOUND_WORDS = { exact: "exact", lower: "a lower bound", upper: "an upper bound" };

const SHAPES = [
  ["circle", ["searched", "quieted"], "Its moves were searched"],
  ["square", ["judged", "stood_pat", "oracle", "mate_distance"], "Evaluated without search"],
  ["diamond", ["ended", "ruling"], "The game is over"],
  ["hexagon", ["table", "transposed"], "Cut by the table"],
  ["triangle", ["null_move", "probe"], "Cut by a null move or a probe"],
];

const OUTLINES = {
  circle: "M-7 0a7 7 0 1 0 14 0a7 7 0 1 0 -14 0",
  square: "M-6 -6h12v12h-12z",
  diamond: "M0 -8.5L8.5 0L0 8.5L-8.5 0z",
  hexagon: "M-4 -7h8l4 7l-4 7h-8l-4 -7z",
  triangle: "M-7 -7L8 0L-7 7z",
};

function outline(why) {
  const [name] = SHAPES.find(([, reasons]) => reasons.includes(why)) || SHAPES[0];
  return OUTLINES[name];
}
