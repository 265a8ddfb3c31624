// An engine of others beside ours: which one, its options, and its line.
import { make, select } from './dom.js';
import { say } from './language.js';
import { set, settings } from './settings.js';
import { countText, scoreText } from './texts.js';

// Options as they are typed: NAME=VALUE, separated by semicolons.
const optionsOf = (text) => text.split(';').map((part) => part.split('=')).filter((pair) => pair.length === 2).map((pair) => pair.map((word) => word.trim())).filter(([name]) => name);

export class ExternalEngine {
  // `onMoves(moves, names)` is called when the line is clicked.
  constructor(game, onMoves) {
    Object.assign(this, { game, onMoves });
    const names = [{ value: '', text: say('external-none') }, ...game.engines.map(({ name }) => ({ value: name, text: name }))];
    this.choice = select({ options: names, value: this.name, label: say('external-engine'), onchange: (name) => this.choose(name) });
    this.options = make('input', { type: 'text', class: 'small', 'aria-label': say('external-options'), title: say('external-options'), onchange: () => this.setOptions() });
    this.facts = make('span', { class: 'facts' });
    this.list = make('ol', { class: 'lines', 'aria-label': say('external-engine') });
    this.element = make('section', { class: 'engine', 'aria-label': say('external-engine'), hidden: game.engines.length === 0 }, make('div', { class: 'engine-head' }, this.choice, this.options, this.facts), this.list);
    this.showOptions();
  }

  // The engine that the user has chosen for the game.
  get name() {
    const chosen = settings.external[this.game.name];
    return this.game.engines.some(({ name }) => name === chosen) ? chosen : '';
  }

  // What is asked of the server; null where no engine is chosen.
  get request() {
    return this.name ? { engine: this.name, options: optionsOf(settings.externalOptions[this.name] || '') } : null;
  }

  choose(name) {
    set({ external: { ...settings.external, [this.game.name]: name } });
    this.showOptions();
  }

  showOptions() {
    const known = this.game.engines.find(({ name }) => name === this.name);
    this.options.hidden = !known;
    this.options.placeholder = known?.options.map((pair) => pair.join('=')).join('; ') || say('external-options');
    this.options.value = settings.externalOptions[this.name] || '';
  }

  setOptions() {
    set({ externalOptions: { ...settings.externalOptions, [this.name]: this.options.value } });
  }

  clear() {
    this.facts.textContent = '';
    this.list.replaceChildren();
  }

  show({ lines: [line] }) {
    const { depth, nodes, moves, names } = line;
    this.facts.textContent = depth ? say('search-facts', { depth, nodes: nodes ? countText(nodes) : '–' }) : '';
    this.list.replaceChildren(make('li', {}, make('button', { type: 'button', onclick: () => this.onMoves(moves, names) },
      make('span', { class: 'score' }, scoreText(line, this.game.digits)), make('span', { class: 'moves-text' }, make('b', {}, names[0] || ''), ` ${names.slice(1, 14).join(' ')}`))));
  }
}
