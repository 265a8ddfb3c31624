// The keys and buttons that are not seen: a window that opens by `?`.
import { dialog, make } from './dom.js';
import { say } from './language.js';

const rows = [['← →', 'keys-step'], ['Home End', 'keys-ends'], ['Tab', 'keys-tab'], ['Enter', 'keys-enter'], ['Esc', 'keys-escape'], ['?', 'keys-help']];

const openHelp = () => dialog(say('keys'), make('dl', { class: 'keys' },
  rows.flatMap(([keys, key]) => [make('dt', {}, keys.split(' ').map((name) => make('kbd', {}, name))), make('dd', {}, say(key))]),
  make('dt', {}, say('keys-mouse')), make('dd', {}, say('keys-draw'))));

document.addEventListener('keydown', (event) => {
  if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.('input, select, textarea') || document.querySelector('dialog[open]')) return;
  event.preventDefault();
  openHelp();
});
