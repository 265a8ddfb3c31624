// The window in which a game is copied, saved as a file, or made a link.
import { button, choice, copy, dialog, make, save } from './dom.js';
import { errorBox } from './errors.js';
import { say } from './language.js';
import { notationOf } from './notation.js';
import { pngOf, svgOf } from './picture.js';
import { shared } from './route.js';

const formats = ['pgn', 'ggf', 'moves', 'board'].map((value) => ({ value, text: say(`format-${value}`) }));

// `game` is the kind of game; `data` has start, moves, players, and may have result, comments and variations. `view` shows the board.
export const openExport = (app, game, data, { board }) => {
  let fileName = 'game.txt';
  const text = make('textarea', { readonly: true, 'aria-label': say('game-text') });
  const trouble = make('div');
  const buttons = make('div', { class: 'row' },
    button({ name: 'save', text: say('save-file'), kind: 'main', onclick: () => save(fileName, text.value) }),
    button({ name: 'paste', text: say('copy'), onclick: (event) => copy(event.currentTarget, text.value) }),
    button({ name: 'link', text: say('copy-link'), onclick: (event) => copy(event.currentTarget, shared(game, data.start, data.moves)) }));
  const pictures = make('div', { class: 'row' },
    button({ name: 'paste', text: say('copy-picture'), onclick: (event) => copy(event.currentTarget, pngOf(board)) }),
    button({ name: 'save', text: say('save-png'), onclick: async () => save(`${game.name}.png`, await pngOf(board)) }),
    button({ name: 'save', text: say('save-svg'), onclick: () => save(`${game.name}.svg`, svgOf(board)) }));
  const write = async (format) => {
    try {
      const answer = await app.connection.ask('write', { game: game.name, notation: notationOf(game), format, ...data }).answer;
      fileName = answer.file_name;
      text.value = answer.text;
      trouble.replaceChildren();
    } catch (error) {
      text.value = '';
      trouble.replaceChildren(errorBox(error));
    }
  };
  const known = formats.filter(({ value }) => !game.formats || game.formats.includes(value));
  dialog(say('export-title'), make('div', { class: 'stack' }, choice({ legend: say('format'), name: 'format', value: 'pgn', options: known, onchange: write }), text, trouble, buttons, pictures));
  write('pgn');
};
