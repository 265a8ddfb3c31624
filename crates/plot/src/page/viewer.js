// The viewer: a game, move by move.
const byId = (id) => document.getElementById(id);
const make = (tag, attributes, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
  element.append(...children);
  return element;
};
// A text of the page, in its language, with values in place of the names in braces.
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
const isMate = (claim) => typeof claim === 'string';
const signed = (value, digits) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(digits)}`;
// A score from the mover's view: hundredths, or `#` and the moves to mate.
const claimText = (claim) => {
  if (claim === null) return '';
  return isMate(claim) ? claim.replace('#-', '−#') : signed(claim / 100, 2);
};
const secondsText = (ms) => (ms < 99.5 ? `${ms.toPrecision(2)} ms` : `${(ms / 1000).toFixed(ms < 9995 ? 2 : 1)} s`);
const clockText = (ms) => {
  const seconds = Math.floor(ms / 1000);
  return ms < 60000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};
const countText = (count) => {
  const [size, unit] = [[1e9, ' G'], [1e6, ' M'], [1e3, ' K'], [0, '']].find(([least]) => count >= least);
  return unit ? `${Number((count / size).toPrecision(3))}${unit}` : String(count);
};

class Viewer {
  constructor(data) {
    this.data = data;
    this.hasCells = data.board.kind === 'cells';
    this.board = makeBoard(byId('board'), data.board);
    this.isLettered = false;
    this.hasGlyphs = hasGlyphs();
    this.places = new Map(data.games.number.map((number, place) => [number, place]));
    this.game = null;
    this.timer = 0;
    this.listen();
  }

  // One game, put together from the columns.
  load(number) {
    const place = this.places.get(number);
    if (place === undefined) return null;
    const game = Object.fromEntries(Object.entries(this.data.games).map(([name, column]) => [name, column[place]]));
    game.start = this.data.starts[game.start];
    game.moves = game.moves ? game.moves.split(' ') : [];
    game.names = game.names ? game.names.split(' ') : null;
    const { board } = this.data;
    const changes = game.changes ? game.changes.split(' ') : [];
    const positions = changedPositions(readPosition(board, game.start), changes, game.rests.split('|'));
    const frames = framesOf(board, positions);
    // Of a game that cannot be replayed to its end, the last board that is known.
    [game.positions, game.frames] = [positions, frames].map((list) => range(game.moves.length + 1).map((ply) => list[ply] ?? list.at(-1)));
    const starter = game.frames[0].mover;
    game.seats = game.moves.map((_, ply) => (ply + (starter === 'O' || starter === 'b' ? 1 : 0)) % 2);
    return game;
  }

  open(number, ply) {
    const game = this.load(number);
    if (!game) return false;
    this.stop();
    this.game = game;
    byId('game-title').textContent = filled(texts.gameNumber, { number: game.number + 1 });
    byId('game-opening').textContent = game.caption ?? filled(texts.openingRound, { opening: game.opening, round: game.round + 1 });
    byId('game-end').textContent = this.ending();
    byId('slider').max = game.moves.length;
    this.writePlayers();
    this.writeMoves();
    this.graph = new ScoreGraph(byId('graph'), game, (at) => this.go(at));
    this.go(ply ?? Math.min(game.book, game.moves.length));
    return true;
  }

  ending() {
    const { result, explanation, first, second } = this.game;
    const { engines } = this.data;
    const winner = { '1-0': [first, 0], '0-1': [second, 1] }[result];
    if (result === '*') return explanation || texts.noResult;
    const ending = winner ? filled(texts.wins, { player: engines[winner[0]], side: texts.sides[winner[1]] }) : texts.draw;
    const shown = result.replace('1/2-1/2', '½–½').replace('-', '–');
    return filled(explanation ? texts.endingExplained : texts.ending, { ending, result: shown, explanation });
  }

  writePlayers() {
    for (const seat of [0, 1]) {
      const box = byId((seat === 0) === !this.board.isTurned ? 'lower' : 'upper');
      const engine = seat === 0 ? this.game.first : this.game.second;
      const stone = make('i', { class: `stone ${this.hasCells ? ['dark', 'light'][seat] : ['red', 'black'][seat]}` });
      const name = make('b', {}, this.data.engines[engine]);
      const count = make('span', { class: 'discs' });
      const clock = make('span', { class: 'clock' });
      box.replaceChildren(stone, name, count, clock);
      this[seat === 0 ? 'firstBox' : 'secondBox'] = { box, count, clock };
    }
  }

  // Coordinates or, where a font has them, characters.
  get usesNames() {
    return this.game.names && !this.isLettered && this.hasGlyphs;
  }

  moveText(ply) {
    return (this.usesNames ? this.game.names : this.game.moves)[ply];
  }

  writeMoves() {
    const { game } = this;
    const { moves, seats, claim, depth, book } = game;
    const rows = [];
    moves.forEach((_, ply) => {
      const last = rows.at(-1);
      if (!last || seats[ply] === 0 || last[seats[ply]] !== undefined) rows.push([]);
      rows.at(-1)[seats[ply]] = ply;
    });
    const cell = (ply) => {
      if (ply === undefined) return make('span', { class: 'gap' }, '…');
      const score = claim[ply] === null ? '' : `${claimText(claim[ply])}${depth[ply] === null ? '' : `/${depth[ply]}`}`;
      return make('button', { type: 'button', 'data-ply': ply + 1, class: ply < book ? 'book' : '' },
        make('b', {}, this.moveText(ply), ...(game.marks?.[ply] ? [make('span', { class: 'mark' }, game.marks[ply])] : [])), make('small', {}, score));
    };
    game.numbers = [];
    rows.forEach((row, at) => row.forEach((ply) => { game.numbers[ply] = at + 1; }));
    byId('moves').replaceChildren(...rows.map((row, at) => make('li', {}, make('span', { class: 'number' }, `${at + 1}.`), cell(row[0]), row[1] === undefined && at === rows.length - 1 ? '' : cell(row[1]))));
  }

  // Shows the position after a number of plies.
  go(ply) {
    const { game } = this;
    this.ply = Math.max(0, Math.min(ply, game.moves.length));
    const frame = game.frames[this.ply];
    this.board.show(frame, this.isLettered);
    byId('board').setAttribute('aria-label', filled(this.ply === 1 ? texts.boardAfterOne : texts.boardAfter, { count: this.ply, position: this.positionText() }));
    byId('slider').value = this.ply;
    byId('slider').setAttribute('aria-valuetext', filled(texts.afterPlies, { ply: this.ply, count: game.moves.length }));
    byId('place').textContent = `${this.ply} / ${game.moves.length}`;
    byId('last-move').textContent = this.lastMove();
    this.writeClocks(frame);
    this.graph.point(this.ply);
    this.light();
    for (const [id, isOff] of [['to-start', this.ply === 0], ['back', this.ply === 0], ['forward', this.ply === game.moves.length], ['to-end', this.ply === game.moves.length]]) byId(id).disabled = isOff;
    if (this.ply === game.moves.length) this.stop();
  }

  // Marks the move in the list and brings it into sight, without moving the page.
  light() {
    const list = byId('moves');
    list.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const button = list.querySelector(`[data-ply="${this.ply}"]`);
    button?.setAttribute('aria-current', 'step');
    const top = button ? button.closest('li').offsetTop : 0;
    if (top < list.scrollTop + 24 || top > list.scrollTop + list.clientHeight - 60) list.scrollTop = top - list.clientHeight / 2;
  }

  lastMove() {
    const { game } = this;
    const at = this.ply - 1;
    if (at < 0) return texts.start;
    const parts = [filled(texts.moveMade, { number: game.numbers[at], side: texts.sides[game.seats[at]], move: this.moveText(at) })];
    if (this.usesNames) parts[0] += ` (${game.moves[at]})`;
    if (at < game.book) parts.push(texts.fromOpening);
    if (game.claim[at] !== null) parts.push(isMate(game.claim[at]) ? this.mateText(game.claim[at]) : claimText(game.claim[at]));
    if (game.depth[at] !== null) parts.push(filled(texts.depth, { depth: game.depth[at] }));
    if (game.nodes[at] !== null) parts.push(filled(texts.nodes, { count: countText(game.nodes[at]) }));
    if (game.ms[at] !== null) parts.push(secondsText(game.ms[at]));
    if (game.notes?.[at]) parts.push(game.notes[at]);
    if (this.ply === game.moves.length) parts.push(texts.lastMove);
    return parts.join(' · ');
  }

  mateText(claim) {
    const moves = Number(claim.replace('#', ''));
    return filled(moves > 0 ? texts.matesIn : texts.matedIn, { moves: Math.abs(moves) });
  }

  writeClocks(frame) {
    const { game } = this;
    const isFirst = frame.mover === 'X' || frame.mover === 'w';
    [this.firstBox, this.secondBox].forEach((side, seat) => {
      const before = game.left.slice(0, this.ply).filter((_, ply) => game.seats[ply] === seat && game.left[ply] !== null);
      const left = before.length ? before.at(-1) : this.data.clocks[seat === 0 ? game.first : game.second];
      side.clock.textContent = left === null ? '' : clockText(left);
      side.count.textContent = this.hasCells ? [...frame.cells].filter((cell) => cell === 'XO'[seat]).length : '';
      side.box.classList.toggle('to-move', (seat === 0) === isFirst && this.ply < game.moves.length);
    });
  }

  positionText() {
    return positionText(this.data.board, this.game.positions[this.ply]);
  }

  listen() {
    const step = (id, by) => byId(id).addEventListener('click', () => { this.stop(); this.go(by()); });
    step('to-start', () => 0);
    step('back', () => this.ply - 1);
    step('forward', () => this.ply + 1);
    step('to-end', () => this.game.moves.length);
    byId('play').addEventListener('click', () => (this.timer ? this.stop() : this.play()));
    byId('slider').addEventListener('input', (event) => { this.stop(); this.go(Number(event.target.value)); });
    byId('moves').addEventListener('click', (event) => {
      const button = event.target.closest('[data-ply]');
      if (button) { this.stop(); this.go(Number(button.dataset.ply)); }
    });
    byId('turn').addEventListener('click', () => {
      this.board.isTurned = !this.board.isTurned;
      this.writePlayers();
      this.go(this.ply);
    });
    byId('lettered')?.addEventListener('change', (event) => {
      this.isLettered = !event.target.checked;
      this.writeMoves();
      this.go(this.ply);
    });
    if (byId('lettered')) byId('lettered').checked = !this.isLettered;
    byId('copy-game').addEventListener('click', (event) => copy(event.currentTarget, gameText(this.data, this.game)));
    byId('copy-position').addEventListener('click', (event) => copy(event.currentTarget, this.positionText()));
    byId('copy-moves').addEventListener('click', (event) => copy(event.currentTarget, this.game.moves.slice(0, this.ply).join(' ')));
    addEventListener('resize', () => { this.graph?.draw(); this.graph?.point(this.ply); });
    document.addEventListener('keydown', (event) => this.key(event));
  }

  // The arrow keys step while the board is visible and nothing else uses them.
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.('input, select, textarea, table, .scroll')) return;
    const { top, bottom } = byId('board').getBoundingClientRect();
    if (bottom < 80 || top > innerHeight - 80) return;
    const to = { ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, Home: 0, End: this.game.moves.length }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.stop();
    this.go(to);
  }

  play() {
    if (this.ply === this.game.moves.length) this.go(0);
    this.timer = setInterval(() => this.go(this.ply + 1), 700);
    this.press(true);
  }

  press(isOn) {
    byId('play').setAttribute('aria-pressed', isOn);
    byId('play').querySelector('path').setAttribute('d', isOn ? 'M7 4v12M13 4v12' : 'M7 4l9 6-9 6z');
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    this.press(false);
  }
}

const copy = async (button, text) => {
  const words = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Pages from files may not be trusted with the clipboard: the old way.
    const area = make('textarea', { 'aria-hidden': 'true' });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
  button.textContent = texts.copied;
  setTimeout(() => { button.textContent = words; }, 1200);
};

// The game as PGN, with scores, depths and times as match runners write them.
const gameText = (data, game) => {
  const tag = (name, value) => `[${name} "${String(value).replace(/["\\]/g, (letter) => `\\${letter}`)}"]`;
  const [one, other] = data.seats;
  const {game: title, format, start} = data.pgn;
  const date = game.begun ? new Date(game.begun).toISOString().slice(0, 10).replace(/-/g, '.') : '????.??.??';
  // Counts of moves may stand behind a board and the side to move.
  const board = (text) => text.split(' ', 2).join(' ');
  const tags = [
    tag('Game', title), tag('Date', date), tag('Round', game.round === null ? '?' : game.round + 1),
    tag(one, data.engines[game.first]), tag(other, data.engines[game.second]), tag('Result', game.result),
    ...(game.opening === null ? [] : [tag('Opening', game.opening)]),
    ...(game.termination === null ? [] : [tag('Termination', game.termination)]),
    ...(format ? [tag('Format', format)] : []), ...(board(game.start) === board(start) ? [] : [tag('FEN', game.start)]),
  ];
  const text = (move) => (format ? `${move.slice(0, 2)}-${move.slice(2)}`.toUpperCase() : move);
  const comment = (ply) => {
    if (ply < game.book) return '{book}';
    const score = game.claim[ply] === null ? '' : claimText(game.claim[ply]).replace('−', '-').replace(/^(-?)#/, (_, minus) => `${minus || '+'}M`);
    const depth = game.depth[ply] === null ? '' : `/${game.depth[ply]}`;
    const time = game.ms[ply] === null ? '' : `${(game.ms[ply] / 1000).toFixed(3)}s`;
    const words = `${score}${depth} ${time}`.trim();
    return words ? `{${words}}` : '';
  };
  let number = 0;
  const moves = game.moves.map((move, ply) => {
    const isFirst = game.seats[ply] === 0;
    if (isFirst || ply === 0) number += 1;
    return [isFirst ? `${number}.` : ply === 0 ? `${number}...` : '', text(move), comment(ply)].filter(Boolean).join(' ');
  });
  const end = game.explanation ? `{${game.explanation.replace(/[{}]/g, '')}} ` : '';
  return `${tags.join('\n')}\n\n${moves.join('\n')}\n${end}${game.result}\n`;
};
