// The window into which a game or position is pasted, in any notation that the server reads.
import { button, dialog, make } from './dom.js';
import { errorBox } from './errors.js';
import { openStudy } from './studies.js';
import { resultText } from './texts.js';

const MOST_BYTES = 1 << 20;

const label = ({ players, moves, event, result }) => [players.filter(Boolean).join(' – ') || 'A game', `${moves.length} moves`, resultText(result), event].filter(Boolean).join(' · ');

// A list of the games of a text; a click opens one.
export const gameList = (games, onChoice) => make('ul', { class: 'finished', 'aria-label': 'Games' }, games.map((found) => make('li', {}, make('button', { type: 'button', onclick: () => onChoice(found) }, label(found)))));

export const openPaste = (app, game, onChoice = (found) => openStudy(game, found)) => {
  const text = make('textarea', { 'aria-label': 'Game or position', spellcheck: 'false', autofocus: true });
  const answer = make('div', {});
  const choose = (found) => { element.close(); onChoice(found); };
  const read = async () => {
    answer.replaceChildren();
    if (!text.value.trim()) return text.focus();
    try {
      const { games } = await app.connection.ask('read', { game: game.name, text: text.value }).answer;
      if (games.length === 1) return choose(games[0]);
      answer.replaceChildren(make('p', { class: 'muted' }, `${games.length} games. Which one?`), gameList(games, choose));
    } catch (error) {
      answer.replaceChildren(errorBox(error));
    }
  };
  const pick = async ({ target }) => {
    const [file] = target.files;
    if (!file) return;
    if (file.size > MOST_BYTES) return answer.replaceChildren(errorBox(new Error('The file is larger than 1 MB')));
    text.value = await file.text();
    await read();
  };
  const element = dialog(`Paste a game of ${game.title}`, make('form', { class: 'stack', onsubmit: (event) => { event.preventDefault(); read(); } },
    make('p', { class: 'muted small' }, 'A position, a list of moves in any notation of the game, or a whole file of games.'), text,
    make('div', { class: 'row' }, make('button', { type: 'submit', class: 'main' }, 'Open'), make('label', { class: 'button' }, 'Choose a file', make('input', { type: 'file', class: 'unseen', onchange: pick }))), answer));
};
