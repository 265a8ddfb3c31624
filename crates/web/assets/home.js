// The first page: the games, what to do with them, and what was played lately.
import { picture } from './board_view.js';
import { button, make } from './dom.js';
import { framesOf, startFrame } from './frames.js';
import { say } from './language.js';
import { openPaste } from './paste.js';
import { address, go } from './route.js';
import * as store from './store.js';
import { dateText, resultText } from './texts.js';
import { GameTree } from './game_tree.js';

const card = (app, game) => make('article', { class: 'card game-card' }, picture(game, startFrame(game, game.start)),
  make('div', { class: 'head' }, make('h2', {}, game.title), make('p', { class: 'muted small' }, say('home-first', { side: game.seats[0] }))),
  make('div', { class: 'row' },
    make('a', { class: 'button main', href: address([game.name, 'play']) }, say('play')),
    make('a', { class: 'button', href: address([game.name, 'analyse']) }, say('analyse')),
    game.has_puzzles ? make('a', { class: 'button', href: address([game.name, 'puzzles']) }, say('puzzles')) : null,
    make('a', { class: 'button', href: address([game.name, 'setup']) }, say('set-up')),
    button({ text: say('paste'), label: say('paste-game-of', { game: game.title }), onclick: () => openPaste(app, game) })));

// What a record is about, in a few words.
const describe = (record) => {
  const plies = record.kind === 'play' ? record.moves.length : GameTree.from(record.tree).mainLine().length;
  const length = say('moves-count', { count: plies });
  const state = record.kind === 'play' && !record.result ? say('in-progress') : resultText(record.result?.result ?? record.result);
  return [length, state, dateText(record.updated)].filter(Boolean).join(' · ');
};

// The start of a record's game as a picture, and its last position as soon as the server has answered.
const lastPicture = (app, game, record) => {
  const moves = record.kind === 'play' ? record.moves : GameTree.from(record.tree).mainLine().map(({ move }) => move);
  const image = picture(game, startFrame(game, record.start || game.start), record.isTurned);
  const show = ({ boards }) => image.replaceWith(picture(game, framesOf(game, boards).at(-1), record.isTurned));
  app.connection.ask('position', { game: game.name, start: record.start, rules: record.rules, moves }).answer.then(show, () => {});
  return image;
};

const item = (app, game, record, onRemove) => {
  const names = record.players?.filter(Boolean).join(' – ') || game.title;
  const title = record.kind === 'play' ? names : say('analysis-of-players', { players: names });
  const element = make('li', { class: 'item' },
    make('a', { href: address([game.name, record.kind, record.id]) }, lastPicture(app, game, record), make('b', {}, title), make('span', {}, describe(record))),
    button({ name: 'close', label: say('forget', { title }), kind: 'quiet', onclick: () => { store.remove(record.id); element.remove(); onRemove(); } }));
  return element;
};

export const open = (app) => {
  const records = store.list().filter(({ game }) => app.game(game)).slice(0, 12);
  const recent = make('section', { class: 'section', hidden: records.length === 0 }, make('h2', {}, say('home-recent')));
  const items = make('ul', { class: 'items' }, records.map((record) => item(app, app.game(record.game), record, () => { recent.hidden = items.children.length === 0; })));
  recent.append(items);
  const folder = app.hello.has_folder ? make('section', { class: 'section' }, make('h2', {}, say('files')), make('div', { class: 'row' },
    button({ name: 'open', text: say('home-files'), onclick: () => go('files') }))) : null;
  const element = make('div', {},
    make('div', { class: 'hero' }, make('h1', {}, say('home-title')), make('p', { class: 'muted' }, say('home-note'))),
    make('div', { class: 'games' }, app.hello.games.map((game) => card(app, game))), recent, folder);
  return { element, title: '' };
};
