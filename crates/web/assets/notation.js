// How moves are written: the notation that the user has chosen for a game.
import { hasGlyphs } from './board.js';
import { language } from './language.js';
import { settings } from './settings.js';

let canWriteChinese = null;
const isChinese = (title) => /[\u3400-\u9fff]/.test(title);

// The numbers of the files as each side of Xiangqi writes them, where moves are written by numbers.
const characters = ['一二三四五六七八九', '123456789'];
const numberings = { chinese: characters, traditional: characters, wxf: ['123456789', '123456789'] };
export const numberingOf = (game) => (game.board.kind === 'xiangqi' ? numberings[notationOf(game)] : undefined);

// What the players of a language are used to; all others read letters.
const usual = { 'zh-Hans': 'chinese', 'zh-Hant': 'traditional', ja: 'traditional' }[language] || 'wxf';

// The name of the notation. Without a choice it is the usual one, or the first one for which the machine has a font.
export const notationOf = (game) => {
  const chosen = settings.notation[game.name];
  if (game.notations.some(({ name }) => name === chosen)) return chosen;
  canWriteChinese ??= hasGlyphs();
  const legible = game.notations.filter(({ title }) => canWriteChinese || !isChinese(title));
  return (legible.find(({ name }) => name === usual) || legible[0] || game.notations[0])?.name;
};
