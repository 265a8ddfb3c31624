// Files of games that a person chooses, or drops on the page.
import { dialog, make } from './dom.js';
import { errorBox } from './errors.js';
import { say } from './language.js';
import { openStudy } from './studies.js';
import { finalText } from './texts.js';

const MOST_BYTES = 1 << 20;

export const playersText = ({ players }) => players.filter(Boolean).join(' – ') || say('a-game');

const label = (game) => [playersText(game), game.moves ? say('moves-count', { count: game.moves.length }) : '', finalText(game), game.date, game.event].filter(Boolean).join(' · ');

// A list of games; a click opens one.
export const gameList = (games, onChoice) => make('ul', { class: 'finished', 'aria-label': say('games') }, games.map((found) => make('li', {}, make('button', { type: 'button', onclick: () => onChoice(found) }, label(found)))));

const inBase64 = async (file) => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const parts = [];
  for (let at = 0; at < bytes.length; at += 4096) parts.push(String.fromCharCode(...bytes.subarray(at, at + 4096)));
  return btoa(parts.join(''));
};

// The games of a file: of this game, or without one of the first game whose games they are.
export const readFile = async (app, file, game = undefined) => {
  if (file.size > MOST_BYTES) throw new Error(say('paste-too-large'));
  const data = await inBase64(file);
  return app.connection.ask('read', { game: game?.name, name: file.name, data }).answer;
};

// How many games there are, and which of them can be chosen.
export const gamesText = ({ games, total }) => (total > games.length ? say('paste-first', { shown: games.length, count: total }) : say('paste-which', { count: games.length }));

// Opens the only game of what was read, or lets the person choose.
export const chooseGame = (app, title, read) => {
  const game = app.game(read.game);
  if (read.games.length === 1) return openStudy(game, read.games[0], 0);
  const element = dialog(title, make('p', { class: 'muted' }, gamesText(read)), gameList(read.games, (found) => { element.close(); openStudy(game, found, 0); }));
};

// Opens a game that was found among those of the folder.
export const openFound = async (app, { path, offset }) => {
  const { game, games } = await app.connection.ask('open_game', { path, offset }).answer;
  openStudy(app.game(game), games[0], 0);
};

// Opens files that are dropped anywhere on the page.
export const acceptDrops = (app) => {
  const hasFiles = ({ dataTransfer }) => [...(dataTransfer?.types || [])].includes('Files');
  addEventListener('dragover', (event) => { if (hasFiles(event)) event.preventDefault(); });
  addEventListener('drop', async (event) => {
    const [file] = event.dataTransfer?.files || [];
    if (!file) return;
    event.preventDefault();
    try {
      chooseGame(app, file.name, await readFile(app, file));
    } catch (error) {
      dialog(file.name, errorBox(error));
    }
  });
};
