// Files of games that a person chooses, or drops on the page.
import { dialog, make } from './dom.js';
import { errorBox } from './errors.js';
import { say } from './language.js';
import { openStudy } from './studies.js';
import { resultText } from './texts.js';

const MOST_BYTES = 1 << 20;

const label = ({ players, moves, event, result }) => [players.filter(Boolean).join(' – ') || say('a-game'), say('moves-count', { count: moves.length }), resultText(result), event].filter(Boolean).join(' · ');

// A list of games; a click opens one.
export const gameList = (games, onChoice) => make('ul', { class: 'finished', 'aria-label': say('games') }, games.map((found) => make('li', {}, make('button', { type: 'button', onclick: () => onChoice(found) }, label(found)))));

const inBase64 = async (file) => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const parts = [];
  for (let at = 0; at < bytes.length; at += 4096) parts.push(String.fromCharCode(...bytes.subarray(at, at + 4096)));
  return btoa(parts.join(''));
};

// The games of a file, of the first of these games whose games they are; fails with the error of the first.
export const readFile = async (app, file, games) => {
  if (file.size > MOST_BYTES) throw new Error(say('paste-too-large'));
  const data = await inBase64(file);
  let first = null;
  for (const game of games) {
    try {
      const answer = await app.connection.ask('read', { game: game.name, data }).answer;
      return { game, games: answer.games };
    } catch (error) {
      first ||= error;
    }
  }
  throw first;
};

// Opens the only game, or lets the person choose. `at` is the number of moves after which it opens.
export const chooseGame = (title, game, games, at = 0) => {
  if (games.length === 1) return openStudy(game, games[0], at);
  const element = dialog(title, make('p', { class: 'muted' }, say('paste-which', { count: games.length })), gameList(games, (found) => { element.close(); openStudy(game, found, at); }));
};

// Opens files that are dropped anywhere on the page; those of the game that is shown are tried first.
export const acceptDrops = (app, shownGame) => {
  const hasFiles = ({ dataTransfer }) => [...(dataTransfer?.types || [])].includes('Files');
  addEventListener('dragover', (event) => { if (hasFiles(event)) event.preventDefault(); });
  addEventListener('drop', async (event) => {
    const [file] = event.dataTransfer?.files || [];
    if (!file) return;
    event.preventDefault();
    const { games } = app.hello;
    const first = games.find(({ name }) => name === shownGame());
    try {
      const read = await readFile(app, file, first ? [first, ...games.filter((game) => game !== first)] : games);
      chooseGame(file.name, read.game, read.games);
    } catch (error) {
      dialog(file.name, errorBox(error));
    }
  });
};
