// The form of a new game: who plays, how strong, with which clock, from where.
import { button, choice, field, make, select } from './dom.js';
import { say } from './language.js';
import { oddsOf, startWith } from './odds.js';
import { openPaste } from './paste.js';
import { address, fromQuery, go } from './route.js';
import { partsOf, rulesName, rulesNote, rulesOf, specialRules } from './rules.js';
import { set, settings } from './settings.js';
import * as store from './store.js';
import { limitText } from './texts.js';

// The strengths with a name, of those from 1 to 20 that a game has.
const strengths = [1, 5, 9, 14, 20].map((strength) => ({ strength }));

const clocks = [
  { value: 'none', text: say('none') },
  ...[[3, 2], [5, 3], [10, 5], [30, 20]].map(([minutes, seconds]) => ({ value: `${60 * minutes}+${seconds}`, text: say('clock-minutes', { minutes }), note: say('clock-increment', { seconds }) })),
  { value: 'own', text: say('other') },
];

const usual = { side: 'first', strength: '1', kind: 'ms', amount: { strength: 3, ms: 1, nodes: 10000, depth: 6, level: 10 }, clock: 'none', minutes: 15, increment: 10, odds: 'none', rules: '' };

const clockOf = ({ clock, minutes, increment }) => {
  if (clock === 'none') return null;
  const [base, more] = clock === 'own' ? [minutes * 60, increment] : clock.split('+').map(Number);
  return { base_ms: base * 1000, increment_ms: more * 1000 };
};

const limitOf = ({ strength, kind, amount }) => {
  if (strength === 'clock') return { clock: true };
  if (strength !== 'own') return strengths[Number(strength)];
  return { [kind]: kind === 'ms' ? Math.round(amount.ms * 1000) : Math.round(amount[kind]) };
};

const sides = { first: ['you', 'engine'], second: ['engine', 'you'], both: ['you', 'you'], none: ['engine', 'engine'] };

// A new game with these choices, kept and opened.
export const begin = (game, { players, limit, clock, start = '', rules = '', moves = [] }) => {
  const record = {
    id: store.newId(), kind: 'play', game: game.name, start: start === game.start ? '' : start, rules: specialRules(game, rules), moves, redo: [], seats: players, limit, clock,
    left: clock ? [clock.base_ms, clock.base_ms] : null, result: null, isTurned: players[1] === 'you' && players[0] !== 'you', book: moves.length, seed: Math.floor(Math.random() * 2 ** 32),
  };
  const engine = say('engine-player', { limit: limit.clock ? say('by-its-clock') : limitText(limit) });
  record.players = players.map((who, seat) => (who === 'engine' ? engine : players[1 - seat] === 'you' ? game.seats[seat] : say('you')));
  store.save(record);
  go(game.name, 'play', record.id);
};

class Form {
  constructor(app, game, query) {
    Object.assign(this, { app, game, from: fromQuery(query), values: { ...usual, ...settings.play[game.name] } });
    this.values.amount = { ...usual.amount, ...this.values.amount };
    this.values.rules = this.from.rules || this.values.rules;
    this.title = say('new-game-of', { game: game.title });
    this.element = make('div', { class: 'new-game' });
    this.draw();
  }

  change(values) {
    Object.assign(this.values, values);
    const active = document.activeElement;
    const [name, value] = [active?.name, active?.value];
    this.draw();
    // The form is drawn anew; the focus stays where it was.
    if (name) this.element.querySelector(active.type === 'radio' ? `[name="${name}"][value="${value}"]` : `[name="${name}"]`)?.focus();
  }

  draw() {
    const { game, values, from } = this;
    const hasEngine = values.side !== 'both';
    const start = from.start || from.moves.length ? make('p', { class: 'note' }, from.moves.length ? say('goes-on-after', { count: from.moves.length }) : say('begins-set-up')) : null;
    this.element.replaceChildren(make('h1', {}, say('game-of', { game: game.title })), make('form', { class: 'card stack', onsubmit: (event) => { event.preventDefault(); this.begin(); } },
      start, this.sideChoice(), ...(hasEngine ? this.strengthChoice() : []), ...(this.mayGiveOdds ? [this.oddsChoice()] : []), ...this.clockChoice(), ...this.rulesChoice(),
      make('div', { class: 'row' }, make('button', { type: 'submit', class: 'main' }, say('start-game')),
        button({ text: say('set-up-position'), onclick: () => { location.hash = address([game.name, 'setup'], { rules: values.rules || game.rules[0] }); } }),
        button({ text: say('paste'), label: say('paste-to-go-on'), onclick: () => openPaste(this.app, game, (found) => { this.from = found; this.change(found.rules ? { rules: found.rules } : {}); }) }),
        make('a', { class: 'button', href: address([game.name, 'analyse']) }, say('analyse')))));
  }

  sideChoice() {
    const { seats } = this.game;
    return choice({
      legend: say('you-play'), name: 'side', value: this.values.side, onchange: (side) => this.change({ side }), options: [
        { value: 'first', text: seats[0], note: say('moves-first') }, { value: 'second', text: seats[1] }, { value: 'both', text: say('both-sides') }, { value: 'none', text: say('no-side'), note: say('engine-itself') }],
    });
  }

  strengthChoice() {
    const { values } = this;
    const options = strengths.map((limit, index) => ({ value: String(index), text: say(`strength-${index}`), note: limitText(limit) }));
    if (values.clock !== 'none') options.push({ value: 'clock', text: say('by-clock'), note: say('by-clock-note') });
    if (values.strength === 'clock' && values.clock === 'none') values.strength = usual.strength;
    options.push({ value: 'own', text: say('other') });
    const strength = choice({ legend: say('strength'), name: 'strength', value: values.strength, options, onchange: (value) => this.change({ strength: value }) });
    return values.strength === 'own' ? [strength, this.ownLimit()] : [strength];
  }

  // The engine gives odds from the usual start, to a person.
  get mayGiveOdds() {
    const { from, game, values } = this;
    return ['first', 'second'].includes(values.side) && !from.start && !from.moves.length && oddsOf(game).length > 0;
  }

  oddsChoice() {
    const { game, values } = this;
    if (!oddsOf(game).includes(values.odds)) values.odds = 'none';
    const options = ['none', ...oddsOf(game)].map((value) => ({ value, text: say(value === 'none' ? 'none' : `odds-${value}`) }));
    return choice({ legend: say('odds'), name: 'odds', value: values.odds, options, onchange: (odds) => this.change({ odds }) });
  }

  ownLimit() {
    const { game, values } = this;
    const { kind, amount } = values;
    const kinds = ['strength', ...(game.levels ? ['level'] : []), 'ms', 'depth', 'nodes'];
    const [least, most, step] = { strength: [1, game.strengths.length, 1], level: [1, game.levels, 1], ms: [0.1, 600, 'any'], depth: [1, 60, 1], nodes: [1, 1e9, 1] }[kind];
    return make('div', { class: 'row' },
      field(say('limit'), select({ options: kinds.map((value) => ({ value, text: say(`limit-${value}`) })), value: kind, onchange: (value) => this.change({ kind: value }) })),
      field(kinds.includes(kind) ? say(`limit-${kind}`) : '', this.number('amount', amount[kind], least, most, step, (value) => { amount[kind] = value; })));
  }

  number(name, value, min, max, step, onchange) {
    return make('input', { type: 'number', name, value, min, max, step, required: true, onchange: (event) => onchange(Number(event.target.value)) });
  }

  clockChoice() {
    const { values } = this;
    const clock = choice({ legend: say('clock-each'), name: 'clock', value: values.clock, options: clocks, onchange: (value) => this.change({ clock: value }) });
    if (values.clock !== 'own') return [clock];
    return [clock, make('div', { class: 'row' },
      field(say('minutes'), this.number('minutes', values.minutes, 0.1, 600, 'any', (value) => { values.minutes = value; })),
      field(say('increment'), this.number('increment', values.increment, 0, 600, 'any', (value) => { values.increment = value; })))];
  }

  // By which rules repetitions are judged and after how many moves without a capture the game is drawn, where a game has several sets.
  rulesChoice() {
    const { game, values } = this;
    if (game.rules.length === 0) return [];
    const [name, moves = ''] = partsOf(game, values.rules);
    const options = game.rules.map((value) => ({ value, text: rulesName(game, value) }));
    const most = make('input', { type: 'number', name: 'rules-moves', value: moves, min: 1, max: 1000, placeholder: String(game.quiet_moves), onchange: () => { values.rules = rulesOf(game, sets.value, most.value); } });
    const sets = select({ options, value: name, name: 'rules', onchange: (value) => this.change({ rules: rulesOf(game, value, most.value) }) });
    return [make('div', {}, make('div', { class: 'row' }, field(say('rules'), sets), field(say('rules-moves'), most)), make('p', { class: 'muted small' }, rulesNote(game, values.rules)))];
  }

  begin() {
    const { game, values, from } = this;
    set({ play: { ...settings.play, [game.name]: values } });
    const players = sides[values.side];
    const start = this.mayGiveOdds && values.odds !== 'none' ? startWith(game, values.odds, players.indexOf('engine')) : from.start;
    begin(game, { players, limit: limitOf(values), clock: clockOf(values), start, rules: values.rules, moves: from.moves });
  }
}

export const open = (app, { parts, query }) => new Form(app, app.game(parts[0]), query);
