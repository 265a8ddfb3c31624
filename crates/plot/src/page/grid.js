// The points of a board as a grid of buttons over its drawing: for pointers, keys and screen readers.
// How far a pointer moves before it drags a piece, in pixels.
const DRAG = 6;

class BoardGrid {
  // `words` says what is on a point: `man(letter)`, `empty`, `legal`, `chosen` and `last`. `onPress(at)` is called for a point that is
  // chosen, and `canDrag(at)` says whether a piece may be dragged from there: then `onPress` is called for where it came from and for
  // where it was dropped. `onDraw(from, to)`, if given, is called for a line that is drawn with the right button of the mouse.
  constructor(board, { words, label, onPress, canDrag = () => false, onDraw }) {
    Object.assign(this, { board, words, onPress, canDrag, onDraw, cursor: 0, isActive: true });
    const { columns, rows } = board;
    this.element = document.createElement('div');
    this.element.className = 'board-grid';
    this.element.setAttribute('role', 'grid');
    this.element.setAttribute('aria-label', label);
    this.element.setAttribute('aria-rowcount', rows);
    this.element.setAttribute('aria-colcount', columns);
    this.cells = range(columns * rows).map((at) => {
      const cell = document.createElement('button');
      cell.type = 'button';
      cell.setAttribute('role', 'gridcell');
      cell.tabIndex = at === 0 ? 0 : -1;
      cell.dataset.at = at;
      cell.dataset.name = board.name(at);
      return cell;
    });
    this.lines = range(rows).map(() => {
      const line = document.createElement('div');
      line.setAttribute('role', 'row');
      return line;
    });
    this.element.append(...this.lines);
    board.svg.after(this.element);
    this.lay();
    this.listen();
  }

  // Puts the buttons where the points are seen, in the order in which they are read.
  lay() {
    const { board } = this;
    const { columns, rows } = board;
    const { width, height } = board.svg.viewBox.baseVal;
    range(columns * rows).forEach((place) => {
      const at = board.seen(place);
      const cell = this.cells[at];
      const [x, y] = board.share(at);
      cell.style.left = `${100 * (x - CELL / 2 / width)}%`;
      cell.style.top = `${100 * (y - CELL / 2 / height)}%`;
      cell.style.width = `${(100 * CELL) / width}%`;
      cell.style.height = `${(100 * CELL) / height}%`;
      this.lines[Math.floor(place / columns)].append(cell);
    });
    this.isTurned = board.isTurned;
  }

  // Names the points after what the board shows now.
  update() {
    const { frame } = this.board;
    if (this.isTurned !== this.board.isTurned) this.lay();
    const moves = new Set([...(frame.legal || []), ...(frame.targets || [])]);
    const { words } = this;
    const labels = new Map((frame.labels || []).map((label) => [label.at, label]));
    this.cells.forEach((cell, at) => {
      const label = labels.get(at);
      const parts = [this.board.name(at), this.content(at)];
      if (moves.has(at)) parts.push(words.legal);
      if (at === frame.chosen) parts.push(words.chosen);
      if (frame.last.at(-1) === at) parts.push(words.last);
      if (label) parts.push([label.text, label.note].filter(Boolean).join(', '));
      cell.setAttribute('aria-label', parts.join(', '));
      cell.classList.toggle('can-move', moves.has(at));
    });
  }

  content(at) {
    const { frame } = this.board;
    const letter = frame.cells ? frame.cells[at].replace('-', '') : frame.men[frame.points[at]];
    return letter ? this.words.man(letter) : this.words.empty;
  }

  focus(at) {
    this.cells[this.cursor].tabIndex = -1;
    this.cursor = at;
    this.cells[at].tabIndex = 0;
    this.cells[at].focus();
  }

  listen() {
    const { element } = this;
    const pointOf = (event) => {
      const cell = event.target.closest?.('[data-at]');
      return cell ? Number(cell.dataset.at) : null;
    };
    element.addEventListener('click', (event) => {
      const at = pointOf(event);
      if (at !== null && !this.hasDragged) this.onPress(at);
      this.hasDragged = false;
    });
    // A pointer does not take the focus: the arrow keys go on to step through the game.
    element.addEventListener('mousedown', (event) => event.preventDefault());
    element.addEventListener('keydown', (event) => this.key(event, pointOf(event)));
    element.addEventListener('pointerdown', (event) => this.press(event, pointOf(event)));
    element.addEventListener('pointermove', (event) => this.drag(event));
    element.addEventListener('pointerup', (event) => this.drop(event));
    element.addEventListener('pointercancel', () => this.release());
    if (this.onDraw) this.listenToDrawing(pointOf);
  }

  listenToDrawing(pointOf) {
    const { element } = this;
    let from = null;
    element.addEventListener('contextmenu', (event) => event.preventDefault());
    element.addEventListener('pointerdown', (event) => { from = event.button === 2 ? pointOf(event) : null; });
    element.addEventListener('pointerup', (event) => {
      const to = pointOf(event);
      if (event.button === 2 && from !== null && to !== null) this.onDraw(from, to);
      from = null;
    });
  }

  key(event, at) {
    const { columns, rows } = this.board;
    const place = at === null ? -1 : this.board.seen(at);
    if (place < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const [column, row] = [place % columns, Math.floor(place / columns)];
    const [right, down] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], Home: [-column, 0], End: [columns - 1 - column, 0] }[event.key] || [];
    if (right === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const [toColumn, toRow] = [Math.max(0, Math.min(columns - 1, column + right)), Math.max(0, Math.min(rows - 1, row + down))];
    this.focus(this.board.seen(toRow * columns + toColumn));
  }

  // Pieces are dragged with a mouse; a finger that moves scrolls the page.
  press(event, at) {
    this.hasDragged = false;
    if (event.pointerType !== 'mouse' || event.button !== 0 || at === null || !this.board.frame.points || !this.canDrag(at)) return;
    this.held = { at, x: event.clientX, y: event.clientY, piece: this.board.men.children[this.board.frame.points[at]], isMoving: false };
  }

  drag(event) {
    const { held } = this;
    if (!held?.piece) return;
    if (!held.isMoving) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < DRAG) return;
      held.isMoving = true;
      this.element.setPointerCapture(event.pointerId);
      held.piece.classList.add('dragged');
      held.piece.parentElement.append(held.piece.cloneNode(true));
      held.ghost = held.piece.parentElement.lastChild;
      held.piece.style.opacity = 0.25;
      this.onPress(held.at, 'lift');
    }
    const box = this.element.getBoundingClientRect();
    const { width, height } = this.board.svg.viewBox.baseVal;
    held.ghost.style.transform = `translate(${((event.clientX - box.left) / box.width) * width}px,${((event.clientY - box.top) / box.height) * height}px) scale(1.08)`;
  }

  drop(event) {
    const { held } = this;
    if (!held?.isMoving) return this.release();
    this.release();
    this.hasDragged = true;
    const target = this.cells.find((cell) => {
      const box = cell.getBoundingClientRect();
      return event.clientX >= box.left && event.clientX < box.right && event.clientY >= box.top && event.clientY < box.bottom;
    });
    if (target && Number(target.dataset.at) !== held.at) this.onPress(Number(target.dataset.at), 'drop');
  }

  release() {
    const { held } = this;
    this.held = null;
    if (!held?.isMoving) return;
    held.ghost.remove();
    held.piece.style.opacity = '';
    held.piece.classList.remove('dragged');
  }
}
