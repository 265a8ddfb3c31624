// The window into which a game or position is pasted, in any notation that the server reads.
import { button, dialog, make } from './dom.js';
import { errorBox } from './errors.js';
import { gamesText, gameList, readFile } from './game_file.js';
import { say } from './language.js';
import { fromQuery, parse } from './route.js';
import { openStudy } from './studies.js';

// The game, start and moves of an address of this program.
const ofAddress = (text) => {
  const [, hash] = text.trim().match(/^\S*(#\/\S+)$/) || [];
  const { parts, query } = parse(hash || '');
  return hash ? { name: parts[0], ...fromQuery(query) } : null;
};

export const openPaste = (app, game, onChoice = (found) => openStudy(game, found)) => {
  const text = make('textarea', { 'aria-label': say('paste-text'), spellcheck: 'false', autofocus: true });
  const answer = make('div', {});
  const choose = (found) => { element.close(); onChoice(found); };
  const show = (read) => {
    if (read.games.length === 1) return choose(read.games[0]);
    answer.replaceChildren(make('p', { class: 'muted' }, gamesText(read)), gameList(read.games, choose));
  };
  const attempt = async (work) => {
    answer.replaceChildren();
    try {
      show(await work());
    } catch (error) {
      answer.replaceChildren(errorBox(error));
    }
  };
  const read = () => {
    if (!text.value.trim()) return text.focus();
    const address = ofAddress(text.value);
    if (address?.name === game.name) return choose(address);
    return attempt(() => app.connection.ask('read', { game: game.name, text: text.value }).answer);
  };
  const pick = ({ target }) => {
    const [file] = target.files;
    if (file) attempt(() => readFile(app, file, game));
  };
  const element = dialog(say('paste-game-of', { game: game.title }), make('form', { class: 'stack', onsubmit: (event) => { event.preventDefault(); read(); } },
    make('p', { class: 'muted small' }, say('paste-note')), text,
    make('div', { class: 'row' }, make('button', { type: 'submit', class: 'main' }, say('open')), make('label', { class: 'button' }, say('choose-file'), make('input', { type: 'file', class: 'unseen', onchange: pick }))), answer));
};
