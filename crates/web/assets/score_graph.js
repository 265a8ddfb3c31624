// The scores of a game as a graph, from the first side's view; a click goes to the move.
import { draw } from './board.js';
import { shareOf } from './evaluation_bar.js';
import { say } from './language.js';
import { resultText, scoreText, signed } from './texts.js';

const LEFT = 34;
const MARGIN = 8;

export class ScoreGraph {
  constructor(game, onChoice) {
    Object.assign(this, { game, line: [], exact: null });
    this.element = draw('svg', { class: 'graph', role: 'img', preserveAspectRatio: 'none' });
    const choose = (event) => {
      const x = event.clientX - this.element.getBoundingClientRect().left;
      const ply = Math.round(((x - LEFT) / (this.width - LEFT - MARGIN)) * this.line.length);
      onChoice(Math.max(0, Math.min(this.line.length, ply)));
    };
    this.element.addEventListener('pointerdown', choose);
    this.element.addEventListener('pointermove', (event) => { if (event.buttons) choose(event); });
    new ResizeObserver(() => this.redraw()).observe(this.element);
  }

  x(ply) {
    return LEFT + (ply / Math.max(1, this.line.length)) * (this.width - LEFT - MARGIN);
  }

  y(value) {
    return this.height - 6 - shareOf({ ...value, wdl: null }, this.game.scores.bend) * (this.height - 12);
  }

  // `line` are the nodes of the main line with their values; `exact` the first ply whose score is that of perfect play.
  show(line, exact) {
    Object.assign(this, { line, exact });
    const known = line.filter(({ value }) => value);
    this.element.setAttribute('aria-label', this.label(known));
    this.redraw();
  }

  label(known) {
    const counts = { known: known.length, count: this.line.length };
    if (!known.length) return say('graph', counts);
    const { ending, value } = known.at(-1);
    return say('graph-last', { ...counts, last: resultText(ending) || say('score-for', { score: scoreText(value, this.game.digits), side: this.game.seats[0] }) });
  }

  redraw() {
    const { element, game, line } = this;
    this.width = element.clientWidth || 480;
    this.height = element.clientHeight || 130;
    element.setAttribute('viewBox', `0 0 ${this.width} ${this.height}`);
    const level = (score) => {
      const y = this.y({ score });
      return [draw('path', { class: score ? 'level' : 'rule', d: `M${LEFT} ${y}H${this.width - MARGIN}` }), draw('text', { x: LEFT - 5, y: y + 4, 'text-anchor': 'end' }, score ? signed(score / 100, 0) : '0')];
    };
    const levels = [0, ...game.scores.levels.slice(this.height < 100 ? 1 : 0, 2).flatMap((score) => [score, -score])].flatMap(level);
    const points = line.map((node) => ({ node, x: this.x(node.ply) })).filter(({ node }) => node.value).map((point) => ({ ...point, y: this.y(point.node.value) }));
    const path = points.map(({ x, y }, index) => `${index ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
    const zero = this.y({ score: 0 });
    const solved = this.exact === null ? [] : [draw('rect', { class: 'solved', x: this.x(this.exact), y: 0, width: this.x(line.length) - this.x(this.exact), height: this.height })];
    const area = points.length > 1 ? [draw('path', { class: 'area', d: `${path}L${points.at(-1).x} ${zero}L${points[0].x} ${zero}z` })] : [];
    const faults = points.filter(({ node }) => node.fault).map(({ node, x, y }) => this.fault(node.fault, x, y));
    this.cursor = draw('path', { class: 'cursor' });
    element.replaceChildren(...solved, ...levels, draw('text', { x: LEFT + 4, y: 13 }, say('ahead', { side: game.seats[0] })), draw('text', { x: LEFT + 4, y: this.height - 5 }, say('ahead', { side: game.seats[1] })),
      ...area, draw('path', { class: 'curve', d: path || 'M0 0' }), ...faults, this.cursor);
    this.point(this.ply ?? 0);
  }

  // Faults differ by shape: a circle, a triangle, a square.
  fault(kind, x, y) {
    const d = { inaccuracy: 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0', mistake: 'M0 -6L6 5H-6z', blunder: 'M-5 -5h10v10h-10z' }[kind];
    return draw('path', { class: `fault ${kind}`, d, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, draw('title', {}, say(`fault-${kind}`)));
  }

  point(ply) {
    this.ply = ply;
    this.cursor?.setAttribute('d', ply <= this.line.length ? `M${this.x(ply).toFixed(1)} 0V${this.height}` : '');
  }
}
