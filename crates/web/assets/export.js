// The window in which a game is copied, saved as a file, or made a link.
import { button, choice, copy, dialog, make, save } from './dom.js';
import { errorBox } from './errors.js';
import { say } from './language.js';
import { notationOf } from './notation.js';
import { pngOf, svgOf } from './picture.js';
import { shared } from './route.js';
import { listText } from './texts.js';

const forms = ['pgn', 'sgf', 'ggf', 'xqf', 'ubb', 'moves', 'board'].map((value) => ({ value, text: say(`format-${value}`) }));

// What a form cannot hold of a game, as a sentence.
const lossText = ({ variations = 0, comments = 0, marks = 0, sides = 0, tags = [] } = {}) => {
  const counted = Object.entries({ variations, comments, marks, sides }).filter(([, count]) => count > 0);
  const parts = [...counted.map(([name, count]) => say(`lost-${name}`, { count })), ...(tags.length ? [say('lost-tags', { names: tags.join(', ') })] : [])];
  return parts.length ? say('export-lost', { list: listText(parts) }) : '';
};

const bytesOf = (data) => new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))]);

// `game` is the kind of game; `parts` is what can be saved, by the names that the catalogues have behind `export-`, the usual part first:
// each has start, rules, moves and tags, and may have a tree. `view` shows the board.
export const openExport = (app, game, parts, { board }) => {
  const names = Object.keys(parts);
  let data = parts[names[0]];
  let format = 'pgn';
  let fileName = 'game.txt';
  // What is saved: the text, or the bytes of a file that is none.
  let content = '';
  // Rises with every change, so that an answer that comes late is not shown.
  let turn = 0;
  const text = make('textarea', { readonly: true, 'aria-label': say('game-text') });
  const loss = make('p', { class: 'muted small' });
  const trouble = make('div');
  const copyButton = button({ name: 'paste', text: say('copy'), onclick: (event) => copy(event.currentTarget, text.value) });
  const saveButton = button({ name: 'save', text: say('save-file'), kind: 'main', disabled: true, onclick: () => save(fileName, content) });
  const buttons = make('div', { class: 'row' },
    saveButton,
    copyButton,
    button({ name: 'link', text: say('copy-link'), onclick: (event) => copy(event.currentTarget, shared(game, data)) }));
  const pictures = make('div', { class: 'row' },
    button({ name: 'paste', text: say('copy-picture'), onclick: (event) => copy(event.currentTarget, pngOf(board)) }),
    button({ name: 'save', text: say('save-png'), onclick: async () => save(`${game.name}.png`, await pngOf(board)) }),
    button({ name: 'save', text: say('save-svg'), onclick: () => save(`${game.name}.svg`, svgOf(board)) }));
  const write = async () => {
    const mine = (turn += 1);
    // The content is that of the choice before until the answer comes.
    saveButton.disabled = true;
    try {
      const answer = await app.connection.ask('write', { game: game.name, notation: notationOf(game), format, ...data }).answer;
      if (mine !== turn) return;
      fileName = answer.file_name;
      content = answer.data ? bytesOf(answer.data) : answer.text;
      text.value = answer.text || say('export-no-text');
      copyButton.hidden = Boolean(answer.data);
      loss.textContent = lossText(answer.lost);
      trouble.replaceChildren();
      saveButton.disabled = false;
    } catch (error) {
      if (mine !== turn) return;
      text.value = '';
      loss.textContent = '';
      trouble.replaceChildren(errorBox(error));
    }
  };
  const known = forms.filter(({ value }) => game.formats.includes(value));
  const part = names.length > 1 ? choice({
    legend: say('export-part'), name: 'part', value: names[0], options: names.map((value) => ({ value, text: say(`export-${value}`) })), onchange: (value) => { data = parts[value]; write(); },
  }) : null;
  dialog(say('export-title'), make('div', { class: 'stack' }, part, choice({ legend: say('format'), name: 'format', value: 'pgn', options: known, onchange: (value) => { format = value; write(); } }), text, loss, trouble, buttons, pictures));
  write();
};
