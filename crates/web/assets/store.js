// Games and studies as the browser keeps them, so that a reload loses nothing and tabs do not disturb each other: in local storage, each
// under a key of its own, but the tree of a large one in IndexedDB. Its record in local storage then has the main line alone.
import * as largeTrees from './large_trees.js';

const PREFIX = 'shuangqi.game.';
// The oldest ones go when there are more.
const MAX_GAMES = 60;
// A record with more characters is a large one: local storage has room for about five million.
const MOST_CHARACTERS = 200000;

// Large records whose trees are being written, the newest state of each.
const unwritten = new Map();
// Records that could not be kept: they last as long as the page.
const unkept = new Map();
const troubleListeners = new Set();

// Local storage; where the browser has none or refuses it, one that is empty and stays so.
const storage = (() => {
  const none = { getItem: () => null, setItem: () => { throw new Error('no storage'); }, removeItem: () => {} };
  try {
    return localStorage ?? none;
  } catch {
    return none;
  }
})();

const parse = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const read = (id) => parse(storage.getItem(PREFIX + id));

export const newId = () => Date.now().toString(36) + Math.floor(Math.random() * 1296).toString(36).padStart(2, '0');

// The record with this id, with its whole tree; null if there is none.
export const load = async (id) => {
  const known = unkept.get(id) || unwritten.get(id);
  if (known) return parse(known);
  const record = read(id);
  if (!record?.isLarge) return record;
  const { isLarge, ...rest } = record;
  const tree = await largeTrees.get(id).catch(() => null);
  return { ...rest, tree: tree || rest.tree };
};

export const remove = (id) => {
  if (read(id)?.isLarge) largeTrees.remove(id).catch(() => {});
  unwritten.delete(id);
  unkept.delete(id);
  storage.removeItem(PREFIX + id);
};

// All records, the latest first; large ones with their main lines alone.
export const list = () => Object.keys(storage).filter((key) => key.startsWith(PREFIX))
  .map((key) => parse(storage.getItem(key))).filter((record) => record?.id && record.game)
  .sort((one, other) => other.updated - one.updated);

// Writes to local storage; gives whether it had room.
const write = (id, text) => {
  const attempt = () => {
    try {
      storage.setItem(PREFIX + id, text);
      return true;
    } catch {
      return false;
    }
  };
  if (attempt()) return true;
  // Full: the oldest half of the others makes room.
  for (const old of list().filter((record) => record.id !== id).slice(MAX_GAMES / 2)) remove(old.id);
  return attempt();
};

// Says once of each record that it is not kept.
const report = (id, text) => {
  const isNew = !unkept.has(id);
  unkept.set(id, text);
  if (isNew) for (const listener of troubleListeners) listener();
};

// The rows of the main line of a tree, as `GameTree.toJSON` writes them, without what is said of the moves.
const mainLine = (rows) => {
  const next = new Map(rows.filter(([, parent, , , , , , , place]) => parent !== null && place === 0).map((row) => [row[1], row]));
  const line = [];
  for (let row = rows[0]; row; row = next.get(row[0])) line.push(row.slice(0, 4));
  return line;
};

// The tree is written first: a tab that is told of the record finds it. What changes meanwhile is written after that.
const writeLarge = async (id) => {
  for (let written = null; unwritten.get(id) !== written && unwritten.has(id);) {
    written = unwritten.get(id);
    const record = parse(written);
    const kept = await largeTrees.put(id, record.tree).then(() => true, () => false);
    if (!unwritten.has(id)) return largeTrees.remove(id).catch(() => {});
    if (kept && write(id, JSON.stringify({ ...record, tree: mainLine(record.tree), isLarge: true }))) unkept.delete(id);
    else report(id, written);
  }
  return unwritten.delete(id);
};

export const save = (record) => {
  record.updated = Date.now();
  const { id } = record;
  const text = JSON.stringify(record);
  if (record.tree && text.length > MOST_CHARACTERS) {
    const isWriting = unwritten.has(id);
    unwritten.set(id, text);
    if (!isWriting) writeLarge(id);
  } else {
    // A large state that is still being written is older.
    const wasUnwritten = unwritten.delete(id);
    const wasLarge = wasUnwritten || read(id)?.isLarge;
    if (write(id, text)) unkept.delete(id);
    else report(id, text);
    if (wasLarge) largeTrees.remove(id).catch(() => {});
  }
};

export const prune = () => { for (const old of list().slice(MAX_GAMES)) remove(old.id); };

// Calls a function when a record could not be kept.
export const onTrouble = (listener) => { troubleListeners.add(listener); };

// Calls a function when another tab has changed a record.
export const onChange = (id, listener) => {
  const react = async (event) => {
    if (event.key !== PREFIX + id || !event.newValue) return;
    const record = await load(id);
    if (record) listener(record);
  };
  addEventListener('storage', react);
  return () => removeEventListener('storage', react);
};
