// Games and studies in local storage, each under a key of its own, so that a reload loses nothing and tabs do not disturb each other.

const PREFIX = 'shuangqi.game.';
// The oldest ones go when there are more.
const MAX_GAMES = 60;

const parse = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

export const newId = () => Date.now().toString(36) + Math.floor(Math.random() * 1296).toString(36).padStart(2, '0');

export const load = (id) => parse(localStorage.getItem(PREFIX + id));

export const remove = (id) => localStorage.removeItem(PREFIX + id);

// All records, the latest first.
export const list = () => Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
  .map((key) => parse(localStorage.getItem(key))).filter((record) => record?.id && record.game)
  .sort((one, other) => other.updated - one.updated);

export const save = (record) => {
  record.updated = Date.now();
  const write = () => localStorage.setItem(PREFIX + record.id, JSON.stringify(record));
  try {
    write();
  } catch {
    // Full: the oldest half makes room.
    for (const old of list().slice(MAX_GAMES / 2)) remove(old.id);
    try {
      write();
    } catch {
      // Storage is not allowed; the game lasts as long as the page.
    }
  }
};

export const prune = () => { for (const old of list().slice(MAX_GAMES)) remove(old.id); };

// Calls a function when another tab has changed a record.
export const onChange = (id, listener) => {
  const react = (event) => {
    const record = event.key === PREFIX + id && event.newValue && parse(event.newValue);
    if (record) listener(record);
  };
  addEventListener('storage', react);
  return () => removeEventListener('storage', react);
};
