// Errors as plain sentences on the page.
import { make } from './dom.js';
import { say } from './language.js';
import { sentence } from './texts.js';

const parts = ['found', 'expected', 'remedy', 'place'];

// What went wrong, with what the server says of it.
export const errorBox = (error) => {
  const rows = parts.filter((name) => error[name] && !String(error.message).includes(error[name]))
    .flatMap((name) => [make('dt', {}, say(`error-${name}`)), make('dd', {}, String(error[name]))]);
  return make('div', { class: 'error', role: 'alert' }, make('p', {}, sentence(error.message)), rows.length ? make('dl', {}, rows) : null);
};
