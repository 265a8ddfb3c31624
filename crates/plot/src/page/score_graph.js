// Both players' scores over a game, and the time they took.
const HIGH = 168;
const LANE = 38;
const LEFT = 40;
class ScoreGraph {
  constructor(svg, game, onChoice) {
    [this.svg, this.game] = [svg, game];
    const choose = (event) => {
      const x = event.clientX - svg.getBoundingClientRect().left;
      onChoice(Math.round(((x - LEFT) / (svg.clientWidth - LEFT - 8)) * this.game.moves.length));
    };
    svg.onpointerdown = (event) => { svg.setPointerCapture(event.pointerId); choose(event); };
    svg.onpointermove = (event) => { if (event.buttons) choose(event); };
    this.draw();
  }

  x(ply) {
    return LEFT + (ply / Math.max(1, this.game.moves.length)) * (this.width - LEFT - 8);
  }

  // Scores near 0 have more room than those that decide: half of it up to `bend`.
  y(score) {
    const share = Number.isFinite(score) ? score / (Math.abs(score) + report.bend) : Math.sign(score);
    return HIGH / 2 - share * (HIGH / 2 - 6);
  }

  // A score from the first seat's view.
  score(ply) {
    const claim = this.game.claim[ply];
    if (claim === null) return null;
    const own = typeof claim === 'string' ? Math.sign(Number(claim.slice(1))) * Infinity : claim;
    return this.game.seats[ply] === 0 ? own : -own;
  }

  draw() {
    const { svg, game } = this;
    this.width = svg.clientWidth || 600;
    svg.setAttribute('viewBox', `0 0 ${this.width} ${HIGH + LANE + 14}`);
    svg.setAttribute('height', HIGH + LANE + 14);
    const level = (value) => {
      const y = this.y(value);
      const text = value === 0 ? '0' : signed(value / 100, 0);
      return [draw('path', { class: value === 0 ? 'rule' : 'grid', d: `M${LEFT} ${y}H${this.width - 8}` }), draw('text', { class: 'small tick', x: LEFT - 6, y: y + 4, 'text-anchor': 'end' }, text)];
    };
    const levels = [0, ...report.levels.flatMap((value) => [value, -value])].flatMap(level);
    const book = draw('rect', { class: 'booked', x: LEFT, y: 0, width: this.x(game.book) - LEFT, height: HIGH + LANE });
    const { exact = null, marks } = game;
    const solved = exact === null ? [] : [draw('rect', { class: 'exact', x: this.x(exact), y: 0, width: this.x(game.moves.length) - this.x(exact), height: HIGH })];
    const faults = game.moves.map((_, ply) => ply).filter((ply) => marks?.[ply] && this.score(ply) !== null)
      .map((ply) => draw('circle', { class: 'fault', r: 4, cx: this.x(ply + 1).toFixed(1), cy: this.y(this.score(ply)).toFixed(1) }));
    this.cursor = draw('path', { class: 'cursor' });
    this.dot = draw('circle', { class: 'cursor-dot', r: 4.5 });
    const lines = [0, 1].map((seat) => this.line(seat));
    svg.replaceChildren(book, ...solved, ...levels, ...this.bars(), ...lines, ...faults, this.cursor, this.dot);
  }

  hue(seat) {
    return `hue${(seat === 0 ? this.game.first : this.game.second) % 6}`;
  }

  line(seat) {
    let path = '';
    let isDrawing = false;
    this.game.moves.forEach((_, ply) => {
      if (this.game.seats[ply] !== seat) return;
      const score = this.score(ply);
      if (score !== null) path += `${isDrawing ? 'L' : 'M'}${this.x(ply + 1).toFixed(1)} ${this.y(score).toFixed(1)}`;
      isDrawing = score !== null;
    });
    return draw('path', { class: `line ${this.hue(seat)}`, d: path || 'M0 0' });
  }

  bars() {
    const times = this.game.ms;
    const most = Math.max(1, ...times.map((time) => time || 0));
    const base = HIGH + LANE;
    const wide = Math.max(1, Math.min(7, (this.width - LEFT) / times.length - 1));
    const bar = (time, ply) => {
      const high = (time / most) * (LANE - 6);
      return draw('rect', { class: `bar ${this.hue(this.game.seats[ply])}`, x: (this.x(ply + 1) - wide / 2).toFixed(1), y: (base - high).toFixed(1), width: wide.toFixed(1), height: high.toFixed(1) });
    };
    const known = times.some((time) => time !== null);
    const words = known ? [draw('text', { class: 'small tick', x: LEFT - 6, y: base, 'text-anchor': 'end' }, texts.time)] : [];
    return [...words, ...times.flatMap((time, ply) => (time === null ? [] : [bar(time, ply)]))];
  }

  point(ply) {
    const x = this.x(ply).toFixed(1);
    this.cursor.setAttribute('d', `M${x} 0V${HIGH + LANE}`);
    const score = ply > 0 ? this.score(ply - 1) : null;
    this.dot.style.display = score === null ? 'none' : '';
    if (score !== null) {
      this.dot.setAttribute('class', `cursor-dot ${this.hue(this.game.seats[ply - 1])}`);
      this.dot.setAttribute('cx', x);
      this.dot.setAttribute('cy', this.y(score));
    }
  }
}
