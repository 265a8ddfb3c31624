// Analyses as they are kept in local storage.
import { GameTree } from './game_tree.js';
import { go } from './route.js';
import * as store from './store.js';

export const newStudy = (game, id = store.newId()) => ({ id, kind: 'analyse', game: game.name, start: '', players: ['', ''], result: null, event: '', tree: null, current: 0, isTurned: false, updated: 0 });

// Keeps a game as an analysis and goes there. `at` is the number of moves after which it opens.
export const openStudy = (game, { start = '', moves = [], players = ['', ''], result = null, event = '' }, at = moves.length) => {
  const tree = new GameTree();
  const last = tree.addLine(tree.root, moves);
  const current = tree.path(last)[at - 1] || tree.root;
  const record = { ...newStudy(game), start: start === game.start ? '' : start, players, result: result === '*' ? null : result, event, tree: tree.toJSON(), current: current.id };
  store.save(record);
  go(game.name, 'analyse', record.id);
};
