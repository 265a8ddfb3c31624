// The page: panes, controls, the details of the chosen node, and the legend.

// The most pixels between press and release of a tap.
const SLIP = 5;
const panes = [];
const details = document.getElementById("details");
let isTwo = false, chosenPane = null, isLettered = false;

function redraw() {
  if (!redraw.isDue) requestAnimationFrame(() => { redraw.isDue = false; panes.forEach(pane => pane.draw()); });
  redraw.isDue = true;
}

function buildPanes() {
  tree.trees.forEach((data, index) => {
    const section = document.createElement("section");
    section.className = "pane";
    section.innerHTML = `<h2>${escaped(data.algorithm)} <span class="score"></span></h2><p class="counts">${counts(data.statistics)}</p><svg class="stage" id="t${index}" tabindex="0" role="tree" aria-label="Tree of ${escaped(data.algorithm)}"><g></g></svg>`;
    document.getElementById("panes").append(section);
    panes.push(new Pane(data, section.querySelector(".stage")));
  });
  panes.forEach(listen);
}

function counts(statistics) {
  const number = count => `<b>${count.toLocaleString("en")}</b>`;
  const { nodes, cutoffs, first_move_cutoffs: first } = statistics;
  const share = cutoffs ? ` (${Math.round(100 * first / cutoffs)} % by the first move)` : "";
  const all = [
    [nodes, "nodes", ""], [statistics.leaves, "leaves", ""], [statistics.quiescence_nodes, "beyond the horizon", ""],
    [cutoffs, "cuts", share], [statistics.re_searches, "re-searches", ""], [statistics.table_cutoffs, "cut by the table", ""],
    [statistics.ordering_nodes, "positions made for ordering", ""],
  ].filter(([count], index) => index === 0 || count > 0);
  const parts = all.map(([count, name, more]) => `<span>${number(count)} ${name}${more}</span>`);
  if (isTwo) parts.push(`<span>${number(statistics.lines)} lines of moves, ${number(statistics.lines_only_here)} only here</span>`);
  return parts.join(" ");
}

function writeScores() {
  panes.forEach(pane => {
    const score = scoreText(pane.data.score), line = pane.data.variation.join(" ");
    pane.stage.parentElement.querySelector(".score").textContent = `${score} ${tree.unit} for ${tree.side}, by ${line}`;
  });
}

// Chooses a node; the other tree shows where the same moves lead.
function choose(pane, node, isShown) {
  chosenPane = pane;
  pane.chosen = node;
  pane.echo = null;
  panes.filter(other => other !== pane).forEach(other => {
    const visits = other.places.get(node.place) || [];
    other.echo = visits.find(visit => visit.best) || visits[0] || null;
    if (other.echo) { other.reveal(other.echo); other.show(other.echo); }
  });
  if (isShown) { pane.reveal(node); pane.show(node); }
  describe(pane, node);
  redraw();
}

function line(node) {
  const moves = [];
  for (let at = node; at && !at.top; at = at.above) if (at.step !== "root" && at.step !== "same") moves.unshift(moveText(at));
  return moves;
}

function describe(pane, node) {
  const moves = line(node), last = moves.pop();
  const before = moves.length ? `${escaped(moves.join(" "))} ` : "";
  const heading = `${before}<b>${last ? escaped(last) : "the position"}</b>`;
  const rows = node.top ? [["Searches", `${node.children.length} of this position, one after the other`]] : nodeRows(pane, node);
  const list = rows.filter(([, words]) => words).map(([name, words]) => `<dt>${name}</dt><dd>${words}</dd>`).join("");
  const isFoldable = node.children.length > 0;
  const buttons = isFoldable ? `<div><button type="button" data-do="fold">${node.open ? "Fold" : "Unfold"}</button> <button type="button" data-do="below">Unfold all below</button></div>` : "";
  details.innerHTML = `<h3>${heading}</h3><svg class="board" role="img" aria-label="Board"></svg><dl>${list}</dl>${buttons}<p><code>${escaped(node.position)}</code></p>`;
  makeBoard(details.querySelector(".board"), board).show(frame(node), isLettered);
}

// What the board shows of a node: its position, and what the move changed.
function frame(node) {
  const above = node.above && node.move ? node.above.position : node.position;
  if (board.kind === "xiangqi") {
    const point = at => node.move.charCodeAt(at) - 97 + (57 - node.move.charCodeAt(at + 1)) * 9;
    const last = /^[a-i]\d[a-i]\d$/.test(node.move || "") ? [point(0), point(2)] : [];
    return { ...xiangqiFrame(node.position), last };
  }
  const changed = range(board.columns * board.rows).filter(at => node.position[at] !== above[at]);
  const isNew = at => above[at] === "-";
  return { ...cellsFrame(node.position), last: changed.filter(isNew), turned: changed.filter(at => !isNew(at)) };
}

function nodeRows(pane, node) {
  const list = moves => (moves || []).map(escaped).join(" ");
  return [
    ["To move", node.side],
    ["Value", `<b>${valueText(node)}</b> (${BOUND_WORDS[node.bound]})`],
    ["Window", windowText(node)],
    ["Depth left", String(node.depth)],
    ["Kind", KIND_WORDS[node.kind]],
    ["Why", WHY_WORDS[node.why]],
    ["Cut by", node.cut_by && `<b>${escaped(node.cut_by)}</b>`],
    ["Not searched", list(node.not_searched)],
    ["Skipped", list(node.skipped)],
    ["Horizon", node.quiescence ? "beyond it, among the captures" : ""],
    [isTwo ? "Visits" : "", isTwo ? visits(node) : ""],
    ["Scores", view === "root" ? `as ${tree.side} sees them` : `as ${node.side} sees them`],
  ];
}

function visits(node) {
  const counted = panes.map(pane => {
    const times = (pane.places.get(node.place) || []).length;
    return `${escaped(pane.data.algorithm)} ${times === 0 ? "<b>never</b>" : `${times}&nbsp;×`}`;
  });
  return counted.join(", ");
}

// Pointers on a stage: one drags, two pinch, a short one chooses or folds. The stage captures them, as the signs under
// them are drawn anew.
function listen(pane) {
  const { stage } = pane, pointers = new Map();
  let travelled = 0, start = null;
  const target = event => {
    const holder = event.target.closest("[data-id]");
    return holder ? [pane.find(holder.dataset.id), Boolean(event.target.dataset.fold)] : null;
  };
  stage.addEventListener("pointerdown", event => {
    [travelled, start] = pointers.size === 0 ? [0, target(event)] : [travelled, null];
    pointers.set(event.pointerId, event);
    stage.setPointerCapture(event.pointerId);
  });
  stage.addEventListener("pointermove", event => {
    if (pointers.has(event.pointerId)) travelled += drag(pane, pointers, event);
    else if (event.pointerType === "mouse") hover(pane, target(event));
    stage.classList.toggle("dragged", pointers.size > 0 && travelled > SLIP);
  });
  const release = event => {
    const isTap = pointers.delete(event.pointerId) && travelled <= SLIP && event.type === "pointerup";
    stage.classList.remove("dragged");
    if (isTap && start) tap(pane, ...start);
  };
  stage.addEventListener("pointerup", release);
  stage.addEventListener("pointercancel", release);
  stage.addEventListener("pointerleave", () => hover(pane, null));
  stage.addEventListener("wheel", event => wheel(pane, event), { passive: false });
  stage.addEventListener("keydown", event => key(pane, event));
  stage.addEventListener("focus", () => choose(pane, pane.chosen, false));
}

function drag(pane, pointers, event) {
  const before = pointers.get(event.pointerId);
  const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY];
  const other = [...pointers.values()].find(pointer => pointer.pointerId !== event.pointerId);
  if (other) {
    const distance = pointer => Math.hypot(pointer.clientX - other.clientX, pointer.clientY - other.clientY);
    const { left, top } = pane.stage.getBoundingClientRect();
    pane.zoom(distance(event) / Math.max(distance(before), 1), (event.clientX + other.clientX) / 2 - left, (event.clientY + other.clientY) / 2 - top);
  } else {
    pane.move.x += dx;
    pane.move.y += dy;
  }
  pointers.set(event.pointerId, event);
  redraw();
  return Math.abs(dx) + Math.abs(dy);
}

function hover(pane, found) {
  if (found) describe(pane, found[0]);
  else if (chosenPane) describe(chosenPane, chosenPane.chosen);
}

function tap(pane, node, isSign) {
  if (isSign) pane.toggle(node);
  choose(pane, node, false);
}

function wheel(pane, event) {
  event.preventDefault();
  const { left, top } = pane.stage.getBoundingClientRect();
  if (event.ctrlKey || event.metaKey) pane.zoom(Math.exp(-event.deltaY / 300), event.clientX - left, event.clientY - top);
  else {
    pane.move.x -= event.shiftKey ? event.deltaY : event.deltaX;
    pane.move.y -= event.shiftKey ? 0 : event.deltaY;
  }
  redraw();
}

function key(pane, event) {
  const node = pane.chosen, nodes = pane.shown.filter(shown => !shown.isGhost);
  const step = by => nodes[Math.min(Math.max(nodes.indexOf(node) + by, 0), nodes.length - 1)];
  const isFolded = !node.open && (node.children.length > 0 || node.ghost);
  const actions = {
    ArrowDown: () => step(1), ArrowUp: () => step(-1), Home: () => nodes[0], End: () => nodes[nodes.length - 1],
    ArrowRight: () => { if (isFolded) pane.toggle(node); return isFolded ? node : node.children[0] || node; },
    ArrowLeft: () => { if (!node.open || !node.children.length) return node.above || node; pane.toggle(node); return node; },
    Enter: () => { pane.toggle(node); return node; },
    "*": () => { pane.unfoldBelow(node); return node; },
  };
  actions[" "] = actions.Enter;
  const zooms = { "+": 1.25, "-": 0.8 };
  if (zooms[event.key]) zoomAll(zooms[event.key]);
  else if (event.key === "0") fitAll();
  else if (actions[event.key]) choose(pane, actions[event.key](), true);
  else return;
  event.preventDefault();
}

function zoomAll(factor) {
  panes.forEach(pane => {
    const { width, height } = pane.stage.getBoundingClientRect();
    pane.zoom(factor, width / 2, height / 2);
  });
  redraw();
}

function fitAll() {
  panes.forEach(pane => pane.fit());
  redraw();
}

function control(id, event, action) {
  document.getElementById(id).addEventListener(event, event => { action(event.target); redraw(); });
}

function refresh() {
  panes.forEach(pane => pane.layout());
  writeScores();
  if (chosenPane) describe(chosenPane, chosenPane.chosen);
}

function buildControls() {
  const deepest = Math.max(...tree.trees.flatMap(({ nodes }) => nodes.map(node => node.ply)));
  const option = (value, text) => `<option value="${value}">${text}</option>`;
  document.getElementById("unfold").innerHTML = option("", "…") + range(deepest).map(ply => option(ply + 1, ply + 1)).join("") + option("Infinity", "all");
  document.getElementById("view").innerHTML = option("mover", "the side to move") + option("root", `${tree.side} throughout`);
  control("unfold", "change", ({ value }) => { if (value) panes.forEach(pane => pane.unfold(+value)); });
  control("view", "change", ({ value }) => { view = value; refresh(); });
  control("saved", "change", ({ checked }) => { Pane.showsSaved = checked; refresh(); });
  control("letters", "change", ({ checked }) => { isLettered = checked; refresh(); });
  control("best", "click", () => panes.forEach(pane => choose(pane, pane.best, true)));
  control("in", "click", () => zoomAll(1.25));
  control("out", "click", () => zoomAll(0.8));
  control("fit", "click", fitAll);
  document.getElementById("letters-label").hidden = board.kind !== "xiangqi";
  Pane.showsSaved = tree.trees.every(({ nodes }) => nodes.length <= MANY);
  document.getElementById("saved").checked = Pane.showsSaved;
}

details.addEventListener("click", event => {
  const action = event.target.dataset.do, pane = chosenPane;
  if (action === "fold") pane.toggle(pane.chosen);
  if (action === "below") { pane.unfoldBelow(pane.chosen); pane.layout(); }
  if (action === "fold" || action === "below") choose(pane, pane.chosen, false);
});

function buildLegend() {
  const entry = (path, kind, words) => `<div class="entry"><svg viewBox="-10 -10 20 20"><path class="${kind}" d="${path}"/></svg>${words}</div>`;
  document.getElementById("key").innerHTML = KINDS.map(([kind, , name]) => entry(OUTLINES.circle, kind, name)).join("");
  document.getElementById("kinds").innerHTML = KINDS.map(([kind, words]) => entry(OUTLINES.circle, kind, words)).join("");
  document.getElementById("shapes").innerHTML = SHAPES.map(([shape, , words]) => entry(OUTLINES[shape], "over", words)).join("");
}

async function start() {
  tree = await unpacked().json();
  isTwo = tree.trees.length === 2;
  document.body.classList.toggle("two", isTwo);
  buildControls();
  buildPanes();
  buildLegend();
  writeScores();
  document.getElementById("letters").checked = isLettered;
  describe(panes[0], panes[0].best);
  panes.forEach(pane => pane.start());
  choose(panes[0], panes[0].best, false);
  addEventListener("resize", redraw);
}

if ("DecompressionStream" in window) start();
else document.getElementById("panes").textContent = "This browser cannot unpack the tree; please open the page in a newer one.";
