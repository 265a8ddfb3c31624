// A report of the folder, in a frame that can neither read nor change anything of this page.
import { make } from './dom.js';
import { say } from './language.js';

export const open = (app, { parts }) => {
  const path = parts.slice(1).join('/');
  const source = `files/${path.split('/').map(encodeURIComponent).join('/')}`;
  const element = make('div', { class: 'stack' },
    make('div', { class: 'row' }, make('a', { class: 'button', href: '#/files' }, say('all-files')), make('a', { class: 'button', href: source, target: '_blank', rel: 'noopener' }, say('own-tab')), make('b', {}, path)),
    make('iframe', { class: 'report', src: source, title: path, sandbox: 'allow-scripts allow-downloads' }));
  return { element, title: path };
};
