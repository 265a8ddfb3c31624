// The clocks of both sides, counted in the browser.

export class Clocks {
  // `left` are milliseconds; `onTick(left)` is called while a clock runs, `onFlag(side)` when its time is up.
  constructor({ left, increment, onTick, onFlag }) {
    Object.assign(this, { remaining: [...left], increment, onTick, onFlag, side: null, timer: 0 });
  }

  get left() {
    const spent = this.side === null ? 0 : performance.now() - this.since;
    return this.remaining.map((ms, side) => (side === this.side ? Math.max(0, ms - spent) : ms));
  }

  // Lets the clock of a side run, or of none.
  run(side) {
    this.remaining = this.left;
    this.side = side;
    this.since = performance.now();
    clearInterval(this.timer);
    this.timer = side === null ? 0 : setInterval(() => this.tick(), 100);
    this.onTick(this.left);
  }

  // The side has moved: it gets the increment, and its clock stops.
  press() {
    const { side } = this;
    this.run(null);
    if (side !== null) this.remaining[side] += this.increment;
    this.onTick(this.left);
  }

  tick() {
    const { left, side } = this;
    this.onTick(left);
    if (left[side] > 0) return;
    this.run(null);
    this.onFlag(side);
  }
}
