// The window into which a game or position is pasted, in any notation that the server reads.
import { button, dialog, make } from './dom.js';
import { errorBox } from './errors.js';
import { say } from './language.js';
import { openStudy } from './studies.js';
import { resultText } from './texts.js';

const MOST_BYTES = 1 << 20;

const label = ({ players, moves, event, result }) => [players.filter(Boolean).join(' – ') || say('a-game'), say('moves-count', { count: moves.length }), resultText(result), event].filter(Boolean).join(' · ');

// A list of the games of a text; a click opens one.
export const gameList = (games, onChoice) => make('ul', { class: 'finished', 'aria-label': say('games') }, games.map((found) => make('li', {}, make('button', { type: 'button', onclick: () => onChoice(found) }, label(found)))));

export const openPaste = (app, game, onChoice = (found) => openStudy(game, found)) => {
  const text = make('textarea', { 'aria-label': say('paste-text'), spellcheck: 'false', autofocus: true });
  const answer = make('div', {});
  const choose = (found) => { element.close(); onChoice(found); };
  const read = async () => {
    answer.replaceChildren();
    if (!text.value.trim()) return text.focus();
    try {
      const { games } = await app.connection.ask('read', { game: game.name, text: text.value }).answer;
      if (games.length === 1) return choose(games[0]);
      answer.replaceChildren(make('p', { class: 'muted' }, say('paste-which', { count: games.length })), gameList(games, choose));
    } catch (error) {
      answer.replaceChildren(errorBox(error));
    }
  };
  const pick = async ({ target }) => {
    const [file] = target.files;
    if (!file) return;
    if (file.size > MOST_BYTES) return answer.replaceChildren(errorBox(new Error(say('paste-too-large'))));
    text.value = await file.text();
    await read();
  };
  const element = dialog(say('paste-game-of', { game: game.title }), make('form', { class: 'stack', onsubmit: (event) => { event.preventDefault(); read(); } },
    make('p', { class: 'muted small' }, say('paste-note')), text,
    make('div', { class: 'row' }, make('button', { type: 'submit', class: 'main' }, say('open')), make('label', { class: 'button' }, say('choose-file'), make('input', { type: 'file', class: 'unseen', onchange: pick }))), answer));
};
