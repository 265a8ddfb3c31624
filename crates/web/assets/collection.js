// The games of the folder: found by words of their headers, and opened by a click.
import { button, field, make, select } from './dom.js';
import { errorBox } from './errors.js';
import { openFound, playersText } from './game_file.js';
import { say } from './language.js';
import { finalText } from './texts.js';

const columns = ['collection-players', 'collection-result', 'collection-date', 'collection-event', 'collection-file'];

class CollectionView {
  constructor(app) {
    Object.assign(this, { app, title: say('collection'), game: app.hello.games[0].name, words: '', shown: 0, turn: 0 });
    this.trouble = make('div');
    this.status = make('p', { class: 'muted', role: 'status' });
    this.rows = make('tbody');
    this.more = button({ text: say('collection-more'), onclick: () => this.find(this.shown) });
    this.errors = make('details', { hidden: true });
    this.games = make('div', { class: 'row' });
    const words = make('input', { type: 'search', 'aria-label': say('collection-words'), placeholder: say('collection-words'), oninput: () => this.search(words.value) });
    this.element = make('div', { class: 'stack' }, make('h1', {}, say('collection')), this.trouble, make('div', { class: 'row' }, this.games, field(say('collection-search'), words)), this.status,
      make('div', { class: 'scroll' }, make('table', { class: 'found' }, make('thead', {}, make('tr', {}, columns.map((key) => make('th', { scope: 'col' }, say(key))))), this.rows)), this.more, this.errors);
    this.more.hidden = true;
    this.read();
  }

  // Has the folder read, and shows the games of the game that has most.
  async read() {
    this.status.textContent = say('collection-reading', { count: 0 });
    this.request = this.app.connection.ask('collection', {}, ({ read }) => { this.status.textContent = say('collection-reading', { count: read }); });
    try {
      const { games, errors } = await this.request.answer;
      this.game = Object.keys(games).reduce((best, name) => (games[name] > games[best] ? name : best), this.game);
      this.games.replaceChildren(select({ options: this.app.hello.games.map(({ name, title }) => ({ value: name, text: title })), value: this.game, label: say('collection-game'), onchange: (name) => { this.game = name; this.find(0); } }));
      this.showErrors(errors);
      await this.find(0);
    } catch (error) {
      this.status.textContent = '';
      this.trouble.replaceChildren(errorBox(error));
    }
  }

  showErrors(errors) {
    this.errors.hidden = errors.length === 0;
    this.errors.replaceChildren(make('summary', {}, say('collection-errors', { count: errors.length })), make('ul', { class: 'small' }, errors.map(({ path, error }) => make('li', {}, make('b', {}, path), ` ${error}`))));
  }

  search(words) {
    this.words = words;
    clearTimeout(this.delay);
    this.delay = setTimeout(() => this.find(0), 150);
  }

  // Shows the games that were found, from this one on.
  async find(after) {
    const mine = (this.turn += 1);
    try {
      const { total, rows } = await this.app.connection.ask('find_games', { game: this.game, words: this.words, after }).answer;
      if (mine !== this.turn) return;
      this.status.textContent = say('collection-found', { count: total });
      const found = rows.map((row) => this.row(row));
      if (after) this.rows.append(...found); else this.rows.replaceChildren(...found);
      this.shown = after + rows.length;
      this.more.hidden = this.shown >= total;
    } catch (error) {
      if (mine === this.turn) this.trouble.replaceChildren(errorBox(error));
    }
  }

  row(found) {
    return make('tr', {}, make('th', { scope: 'row' }, make('button', { type: 'button', onclick: () => this.open(found) }, playersText(found))),
      make('td', {}, finalText(found)), make('td', {}, found.date), make('td', {}, found.event), make('td', {}, found.path));
  }

  async open(found) {
    this.trouble.replaceChildren();
    try {
      await openFound(this.app, found);
    } catch (error) {
      this.trouble.replaceChildren(errorBox(error));
    }
  }

  close() {
    clearTimeout(this.delay);
    this.request?.stop();
  }
}

export const open = (app) => new CollectionView(app);
