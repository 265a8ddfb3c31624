// The files of the folder that the program was given: matches to watch, reports to read, games to analyse.
import { make } from './dom.js';
import { errorBox } from './errors.js';
import { chooseGame } from './game_file.js';
import { say } from './language.js';
import { address } from './route.js';
import { bytesText, dateText } from './texts.js';

const sections = [['journal', say('matches'), say('matches-note')], ['report', say('reports'), say('reports-note')], ['games', say('games'), say('games-note')]];

class FilesView {
  constructor(app) {
    Object.assign(this, { app, title: say('files') });
    this.trouble = make('div');
    this.list = make('div');
    this.element = make('div', { class: 'stack' }, make('h1', {}, say('files')), make('p', {}, make('a', { class: 'button', href: '#/collection' }, say('collection'))), this.trouble, this.list);
    this.read();
  }

  async read() {
    try {
      const { files } = await this.app.connection.ask('files').answer;
      this.show(files);
    } catch (error) {
      this.trouble.replaceChildren(errorBox(error));
    }
  }

  show(files) {
    const parts = sections.map(([kind, title, summary]) => [title, summary, files.filter((file) => file.kind === kind)]).filter(([, , found]) => found.length);
    if (!parts.length) return this.list.replaceChildren(make('p', { class: 'note' }, say('no-files')));
    this.list.replaceChildren(...parts.map(([title, summary, found]) => make('section', { class: 'section' }, make('h2', {}, title), make('p', { class: 'muted small' }, summary),
      make('ul', { class: 'items' }, found.sort((one, other) => other.modified_ms - one.modified_ms).map((file) => this.item(file))))));
  }

  item(file) {
    const href = { journal: address(['watch', file.path]), report: address(['report', file.path]) }[file.kind] || '#/files';
    const open = (event) => { event.preventDefault(); this.openGames(file); };
    return make('li', { class: 'item' }, make('a', { class: 'plain-item', href, ...(file.kind === 'games' ? { onclick: open } : {}) },
      make('b', {}, file.path), make('span', {}, `${bytesText(file.bytes)} · ${dateText(file.modified_ms)}`)));
  }

  async openGames(file) {
    this.trouble.replaceChildren();
    try {
      chooseGame(this.app, file.path, await this.app.connection.ask('open', { path: file.path }).answer);
    } catch (error) {
      this.trouble.replaceChildren(errorBox(error));
    }
  }
}

export const open = (app) => new FilesView(app);
