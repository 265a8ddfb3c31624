// The window in which the user chooses how things look.
import { choice, dialog, field, make, select } from './dom.js';
import { set, settings } from './settings.js';
import { notationOf } from './notation.js';

const box = (text, name) => make('label', { class: 'check-box' }, make('input', { type: 'checkbox', checked: settings[name], onchange: (event) => set({ [name]: event.target.checked }) }), text);

export const openSettings = (app) => {
  const games = app.hello?.games || [];
  const notations = games.filter(({ notations: all }) => all.length > 1).map((game) => field(`Moves of ${game.title}`, select({
    options: game.notations.map(({ name, title }) => ({ value: name, text: title })), value: notationOf(game),
    onchange: (value) => set({ notation: { ...settings.notation, [game.name]: value } }),
  })));
  const theme = choice({ legend: 'Colours of the page', name: 'theme', value: settings.theme, onchange: (value) => set({ theme: value }), options: [{ value: 'system', text: 'As the system' }, { value: 'light', text: 'Light' }, { value: 'dark', text: 'Dark' }] });
  const pieces = games.some(({ board }) => board.kind === 'xiangqi') ? choice({ legend: 'Pieces of Xiangqi', name: 'pieces', value: settings.pieces, onchange: (value) => set({ pieces: value }), options: [{ value: 'characters', text: 'Characters' }, { value: 'letters', text: 'Letters' }] }) : null;
  const texture = choice({ legend: 'Boards', name: 'texture', value: settings.texture ? 'yes' : 'no', onchange: (value) => set({ texture: value === 'yes' }), options: [{ value: 'yes', text: 'Wood and felt' }, { value: 'no', text: 'Plain' }] });
  dialog('Settings', make('div', { class: 'stack' }, theme, texture, pieces, notations,
    make('div', {}, box('Coordinates', 'coordinates'), box('Mark legal moves', 'legal'), box('Show what the engine thinks of the game while playing', 'thoughts'))));
};
