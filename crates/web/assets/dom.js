// Elements of the page. Texts go in as text, never as HTML.
import { say } from './language.js';

// An element with attributes, listeners (`onclick` …) and children; children that are null or false are left out.
export const make = (tag, attributes, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  // One by one: a long list of moves has more children than a call may have arguments.
  for (const child of children.flat()) if (child !== null && child !== undefined && child !== false) element.append(child);
  return element;
};

const icons = {
  first: 'M5 4v12M14 4l-6 6 6 6',
  back: 'M12 4l-6 6 6 6',
  forward: 'M8 4l6 6-6 6',
  last: 'M15 4v12M6 4l6 6-6 6',
  turn: 'M6.5 16V4M3 7.5L6.5 4 10 7.5M13.5 4v12M10 12.5l3.5 3.5 3.5-3.5',
  undo: 'M7 4L3 8l4 4M3 8h8a5 5 0 0 1 0 9H8',
  redo: 'M13 4l4 4-4 4M17 8H9a5 5 0 0 0 0 9h3',
  hint: 'M7.5 14.5a5.5 5.5 0 1 1 5 0V16h-5zM8 18h4',
  draw: 'M4 8h12M4 12h12',
  flag: 'M5 18V3M5 4c4-2 6 2 10 0v7c-4 2-6-2-10 0',
  settings: 'M4 6h12M4 10h12M4 14h12M7 4v4M13 8v4M8 12v4',
  link: 'M8.5 11.5l3-3M9 6l2-2a3.5 3.5 0 0 1 5 5l-2 2M11 14l-2 2a3.5 3.5 0 0 1-5-5l2-2',
  save: 'M10 3v10M6 9l4 4 4-4M4 17h12',
  paste: 'M7 4H5v13h10V4h-2M7 3h6v3H7z',
  edit: 'M4 16l1-4 8-8 3 3-8 8zM11 6l3 3',
  play: 'M6 4l10 6-10 6z',
  pause: 'M7 4v12M13 4v12',
  search: 'M3 15l4-5 3 3 6-8M12 5h4v4',
  close: 'M5 5l10 10M15 5L5 15',
  plus: 'M10 4v12M4 10h12',
  minus: 'M4 10h12',
  bin: 'M4 6h12M8 6V4h4v2M6 6l1 11h6l1-11',
  up: 'M10 16V4M5 9l5-5 5 5',
  open: 'M3 16V5h5l2 2h7v9z',
};

// An icon drawn with lines: not every font has these characters.
export const icon = (name) => {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  const path = document.createElementNS(space, 'path');
  svg.setAttribute('viewBox', '0 0 20 20');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  path.setAttribute('d', icons[name]);
  svg.append(path);
  return svg;
};

// A button with an icon, a text, or both. Without a text the label is read and shown as a tip.
export const button = ({ name, text, label, kind = '', ...attributes }) => make('button', {
  type: 'button', class: `${kind}${text ? '' : ' icon-only'}`, 'aria-label': label, title: text ? undefined : label, ...attributes,
}, name ? icon(name) : null, text ? make('span', {}, text) : null);

// A choice of one of several values, as a row of radio buttons. `options` are { value, text, note? }.
export const choice = ({ legend, name, options, value, onchange }) => make('fieldset', { class: 'choice' },
  make('legend', {}, legend),
  make('div', { class: 'options' }, options.map((option) => make('label', {},
    make('input', { type: 'radio', name, value: option.value, checked: option.value === value, onchange: () => onchange(option.value) }),
    make('span', {}, option.text, option.note ? make('small', {}, option.note) : null)))));

// A labelled control.
export const field = (text, control) => make('label', { class: 'field' }, make('span', {}, text), control);

export const select = ({ options, value, onchange, label, name }) => make('select', { 'aria-label': label, name, onchange: (event) => onchange(event.target.value) },
  options.map((option) => make('option', { value: option.value, selected: String(option.value) === String(value) }, option.text)));

// A window over the page; it is taken away when it is closed. Gives the element, which is open.
export const dialog = (title, ...children) => {
  const element = make('dialog', { 'aria-label': title, onclose: () => element.remove() },
    make('div', { class: 'dialog-head' }, make('h2', {}, title), button({ name: 'close', label: say('close'), kind: 'quiet', onclick: () => element.close() })), ...children);
  // A click beside the window closes it.
  element.addEventListener('click', (event) => { if (event.target === element) element.close(); });
  document.body.append(element);
  element.showModal();
  return element;
};

export const announce = (text) => { document.getElementById('announcer').textContent = text; };

export const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

// Copies a text, or a promise of a picture, and says so on the button for a moment.
export const copy = async (element, content) => {
  const words = element.querySelector('span') || element;
  const before = words.textContent;
  try {
    if (typeof content === 'string') await navigator.clipboard.writeText(content);
    else await navigator.clipboard.write([new ClipboardItem({ 'image/png': content })]);
    words.textContent = say('copied');
  } catch {
    words.textContent = say('not-allowed');
  }
  announce(words.textContent);
  setTimeout(() => { words.textContent = before; }, 1200);
};

// Saves a text, or bytes, as a file.
export const save = (fileName, content) => {
  const blob = content instanceof Blob ? content : new Blob([content], { type: 'text/plain;charset=utf-8' });
  const link = make('a', { href: URL.createObjectURL(blob), download: fileName });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};
