// What the user has chosen, kept in local storage.

const KEY = 'shuangqi.settings';
const usual = { theme: 'system', pieces: 'characters', texture: true, coordinates: true, legal: true, plies: false, thoughts: false, engine: true, lines: 3, boardScores: true, worth: false, explorer: false, played: true, external: {}, externalOptions: {}, effort: 20000, hash: 0, threads: 1, notation: {}, play: {} };

const read = () => {
  try {
    return { ...usual, ...JSON.parse(localStorage.getItem(KEY) || '{}') };
  } catch {
    return { ...usual };
  }
};

export const settings = read();
const listeners = new Set();

const apply = () => {
  if (settings.theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
  for (const listener of listeners) listener();
};

export const set = (changes) => {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  apply();
};

// Calls a function after every change; gives the function that ends this.
export const onChange = (listener) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

// Other tabs follow.
addEventListener('storage', (event) => {
  if (event.key !== KEY) return;
  Object.assign(settings, read());
  apply();
});
