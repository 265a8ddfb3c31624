// Analyses as they are kept in the browser.
import { GameTree } from './game_tree.js';
import { go } from './route.js';
import { specialRules } from './rules.js';
import * as store from './store.js';

// The header of the result, which a study keeps apart from the others.
const RESULT = 'Result';
// The header that names a set of rules, as matches write it.
const RULES = 'Rules';

export const newStudy = (game, id = store.newId()) => ({ id, kind: 'analyse', game: game.name, start: '', rules: '', players: ['', ''], result: null, event: '', tags: [], tree: null, current: 0, isTurned: false, updated: 0 });

// Keeps a game as an analysis and goes there. `at` is the number of moves after which it opens.
export const openStudy = (game, { start = '', rules = '', moves = [], players = ['', ''], result = null, event = '', tags = [], tree: rows = null }, at = moves.length) => {
  const tree = rows ? GameTree.ofRows(rows) : new GameTree();
  const last = rows ? tree.end(tree.root) : tree.addLine(tree.root, moves);
  const current = tree.path(last)[at - 1] || tree.root;
  const others = tags.filter(([name]) => name !== RESULT);
  const record = { ...newStudy(game), start: start === game.start ? '' : start, rules: specialRules(game, rules), players, result: result === '*' ? null : result, event, tags: others, tree: tree.toJSON(), current: current.id };
  store.save(record);
  go(game.name, 'analyse', record.id);
};

// The headers of a game whose players and result are these, on top of those that it has.
export const tagsOf = (game, { players = ['', ''], result = null, tags = [], rules = '' }, more = {}) => {
  const known = new Map(tags);
  players.forEach((name, seat) => { if (name) known.set(game.tags[seat], name); });
  if (result) known.set(RESULT, result);
  if (rules) known.set(RULES, rules);
  Object.entries(more).forEach(([name, value]) => known.set(name, value));
  return [...known];
};
