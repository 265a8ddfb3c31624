// The live search of a position: its lines, its depth and speed, and the switches that govern it.
import { button, make, select } from './dom.js';
import { say } from './language.js';
import { set, settings } from './settings.js';
import { countText, inPercent, scoreText } from './texts.js';

const bounds = { lower: '≥ ', upper: '≤ ' };

// A box that switches a setting.
const settingBox = (name, text) => make('label', { class: 'check-box small' },
  make('input', { type: 'checkbox', checked: settings[name], onchange: (event) => set({ [name]: event.target.checked }) }), text);

export class EngineLines {
  // `onMoves(moves, names)` is called when a line is clicked. The switches are settings: whoever follows these follows them.
  constructor(game, onMoves) {
    Object.assign(this, { game, onMoves });
    this.toggle = button({ name: 'search', text: say('engine'), 'aria-pressed': String(settings.engine), onclick: () => { this.toggle.setAttribute('aria-pressed', String(!settings.engine)); set({ engine: !settings.engine }); } });
    this.facts = make('span', { class: 'facts' });
    const counts = [1, 2, 3, 5, 8].map((count) => ({ value: count, text: say('lines-count', { count }) }));
    const count = select({ options: counts, value: settings.lines, label: say('lines-number'), onchange: (value) => set({ lines: Number(value) }) });
    const scores = game.board.kind === 'cells' && settingBox('boardScores', say('every-move-on-board'));
    const worth = game.has_explanation && settingBox('worth', say('worth-of-pieces'));
    this.chances = make('p', { class: 'chances', hidden: true });
    this.list = make('ol', { class: 'lines', 'aria-label': say('lines-of-engine') });
    this.element = make('section', { class: 'engine', 'aria-label': say('engine') }, make('div', { class: 'engine-head' }, this.toggle, count, scores, worth, this.facts), this.chances, this.list);
  }

  // Where lines are to come, their room is kept, so that what stands below does not move.
  clear(text, isOpen = true) {
    this.facts.textContent = text;
    this.chances.hidden = this.chances.hidden || !isOpen;
    this.list.classList.toggle('open', isOpen);
    this.list.style.setProperty('--lines', settings.lines);
    this.list.replaceChildren();
  }

  // What a search has found so far. Scores are those of the side to move, whose name is given.
  show({ depth, nodes, nodes_per_second: speed, lines }, side) {
    this.facts.textContent = say(speed ? 'search-facts-speed' : 'search-facts', { depth, nodes: countText(nodes), speed: speed ? countText(speed) : '' });
    const { wdl } = lines[0] || {};
    this.chances.hidden = !wdl;
    const [win, draw, loss] = wdl ? inPercent(wdl) : [];
    if (wdl) this.chances.textContent = say('chances', { side, win, draw, loss });
    this.list.replaceChildren(...lines.slice(0, settings.lines).map((line) => this.line(line, side)));
  }

  line(line, side) {
    const names = line.names || line.moves;
    const certainty = line.exact ? say('exact') : line.certainty ? say('sure', { certainty: line.certainty }) : '';
    return make('li', {}, make('button', { type: 'button', title: say('line-title', { side }), onclick: () => this.onMoves(line.moves, names) },
      make('span', { class: 'score' }, `${bounds[line.bound] || ''}${scoreText(line, this.game.digits)}`, certainty ? make('small', {}, certainty) : null),
      make('span', { class: 'moves-text' }, make('b', {}, names[0] || ''), ` ${names.slice(1, 14).join(' ')}`)));
  }
}

// The scores of all moves, for the squares of a board. `at(text)` gives the point of a move.
export const boardLabels = (lines, at) => lines.filter((line) => line.moves.length && at(line.moves[0]) !== undefined).map((line) => ({
  at: at(line.moves[0]), text: `${bounds[line.bound]?.trim() || ''}${scoreText(line, Math.abs(line.score) >= 1000 ? 0 : 1)}`, note: line.exact ? say('exact') : line.certainty ? `${line.certainty} %` : '', isBest: line.rank === 1,
}));
