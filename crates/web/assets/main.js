// Starts the page: the connection, the settings, and the view that the address names.
import { Connection } from './connection.js';
import { announce, button, make } from './dom.js';
import { errorBox } from './errors.js';
import { acceptDrops } from './game_file.js';
import { nameIn } from './game_names.js';
import './help.js';
import { say } from './language.js';
import { openSettings } from './settings_dialog.js';
import { parse } from './route.js';
import * as store from './store.js';
import * as home from './home.js';

const main = document.getElementById('main');
const app = { hello: null, connection: null, game: (name) => app.hello.games.find((game) => game.name === name) };
let view = null;
// Rises with every change of the address, so that a view that comes late is not shown.
let turn = 0;

// Views are loaded when they are first wanted.
const viewOf = async ({ parts }) => {
  const [first, action] = parts;
  if (!first) return home;
  if (first === 'files' && app.hello.has_folder) return import('./files.js');
  if (first === 'collection' && app.hello.has_folder) return import('./collection.js');
  if (first === 'report' && app.hello.has_folder) return import('./report.js');
  if (first === 'watch' && app.hello.has_folder) return import('./watch.js');
  if (!app.game(first)) return null;
  if (action === 'play') return parts[2] ? import('./play.js') : import('./new_game.js');
  const views = { analyse: () => import('./analyse.js'), setup: () => import('./position_editor.js'), puzzles: () => import('./puzzles.js'), mistakes: () => import('./mistakes.js') };
  return views[action]?.() ?? null;
};

const writeNavigation = ({ parts }) => {
  const links = [...app.hello.games.map(({ name, title }) => [name, title, `#/${name}/play`]), ...(app.hello.has_folder ? [['files', say('files'), '#/files']] : [])];
  const here = { watch: 'files', report: 'files', collection: 'files' }[parts[0]] || parts[0];
  document.getElementById('nav').replaceChildren(...links.map(([name, title, href]) => make('a', { href, 'aria-current': name === here ? 'page' : null }, title)));
};

const reportUnkept = () => {
  const line = document.getElementById('unkept');
  line.textContent = say('game-cannot-be-kept');
  line.hidden = false;
};

const openView = async (mine) => {
  const route = parse(location.hash);
  view?.close?.();
  view = null;
  document.querySelectorAll('dialog').forEach((element) => element.close());
  writeNavigation(route);
  const module = await viewOf(route);
  if (mine !== turn) return;
  if (!module) {
    main.replaceChildren(make('p', {}, `${say('no-such-page')} `), make('a', { href: '#/' }, say('to-first-page')));
    return;
  }
  const opened = await module.open(app, route);
  if (mine !== turn) {
    opened.close?.();
    return;
  }
  view = opened;
  main.replaceChildren(view.element);
  document.title = view.title ? `${view.title} – ${say('name')}` : say('name');
  view.opened?.();
  scrollTo(0, 0);
};

const show = async () => {
  const mine = (turn += 1);
  try {
    await openView(mine);
  } catch (error) {
    if (mine === turn) main.replaceChildren(errorBox(error));
  }
};

// A connection that comes back at once, as after a pause of the computer, is not worth a word.
const SILENCE = 800;
let silence = 0;

const reportConnection = (isOpen, lacksToken) => {
  const line = document.getElementById('connection');
  const text = say(lacksToken ? 'connection-token' : 'connection-lost');
  if (line.textContent !== text) line.textContent = text;
  if (!isOpen) {
    silence ||= setTimeout(() => { line.hidden = false; }, SILENCE);
    return;
  }
  clearTimeout(silence);
  silence = 0;
  if (!line.hidden) announce(say('connection-back'));
  line.hidden = true;
};

const start = async () => {
  // The cookie has the token now. It is not to be seen in the address, nor copied with it.
  if (location.search) history.replaceState(null, '', location.pathname + location.hash);
  const settingsButton = document.getElementById('settings');
  settingsButton.replaceWith(button({ name: 'settings', label: say('settings'), kind: 'quiet', onclick: () => openSettings(app) }));
  app.connection = new Connection(reportConnection);
  try {
    app.hello = await app.connection.ask('hello').answer;
  } catch (error) {
    main.replaceChildren(errorBox(error));
    return;
  }
  for (const game of app.hello.games) {
    nameIn(game);
    // Discs are counted in tenths, soldiers in hundredths.
    game.digits = game.board.kind === 'cells' ? 1 : 2;
  }
  store.onTrouble(reportUnkept);
  store.prune();
  acceptDrops(app);
  addEventListener('hashchange', show);
  await show();
  performance.mark('ready');
};

start();
