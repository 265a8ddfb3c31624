// The window in which the user chooses how things look.
import { choice, dialog, field, make, select } from './dom.js';
import { hashSizes, threadCounts } from './engine_options.js';
import { choose, language, languages, say } from './language.js';
import { set, settings } from './settings.js';
import { notationOf } from './notation.js';

const box = (text, name) => make('label', { class: 'check-box' }, make('input', { type: 'checkbox', checked: settings[name], onchange: (event) => set({ [name]: event.target.checked }) }), text);

// The size of the engine's table and its threads, as far as the server has them.
const engineFields = (hello) => {
  const sizes = [{ value: 0, text: say('hash-usual', { size: hello.hash.usual }) }, ...hashSizes(hello).map((size) => ({ value: size, text: say('hash-size', { size }) }))];
  const threads = threadCounts(hello).map((value) => ({ value, text: String(value) }));
  return [
    field(say('hash'), select({ options: sizes, value: sizes.findLast(({ value }) => value <= settings.hash).value, onchange: (value) => set({ hash: Number(value) }) })),
    field(say('threads'), select({ options: threads, value: Math.min(settings.threads, hello.threads), onchange: (value) => set({ threads: Number(value) }) }))];
};

export const openSettings = (app) => {
  const games = app.hello?.games || [];
  const notations = games.filter(({ notations: all }) => all.length > 1).map((game) => field(say('moves-of', { game: game.title }), select({
    options: game.notations.map(({ name, title }) => ({ value: name, text: title })), value: notationOf(game),
    onchange: (value) => set({ notation: { ...settings.notation, [game.name]: value } }),
  })));
  const theme = choice({ legend: say('colours'), name: 'theme', value: settings.theme, onchange: (value) => set({ theme: value }), options: [{ value: 'system', text: say('colours-system') }, { value: 'light', text: say('colours-light') }, { value: 'dark', text: say('colours-dark') }] });
  const pieces = games.some(({ board }) => board.kind === 'xiangqi') ? choice({ legend: say('pieces-of-xiangqi'), name: 'pieces', value: settings.pieces, onchange: (value) => set({ pieces: value }), options: [{ value: 'characters', text: say('characters') }, { value: 'letters', text: say('letters') }] }) : null;
  const texture = choice({ legend: say('boards'), name: 'texture', value: settings.texture ? 'yes' : 'no', onchange: (value) => set({ texture: value === 'yes' }), options: [{ value: 'yes', text: say('wood-and-felt') }, { value: 'no', text: say('plain') }] });
  const languageChoice = field(say('language'), select({ options: languages.map(([value, text]) => ({ value, text })), value: language, onchange: choose }));
  dialog(say('settings'), make('div', { class: 'stack' }, languageChoice, theme, texture, pieces, notations, app.hello ? engineFields(app.hello) : null,
    make('div', {}, box(say('coordinates'), 'coordinates'), box(say('mark-legal'), 'legal'), box(say('number-discs'), 'plies'), box(say('show-thoughts'), 'thoughts'))));
};
