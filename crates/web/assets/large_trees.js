// Trees of games that are too large for local storage, in IndexedDB, by the ids of their records.

const DATABASE = 'shuangqi';
const STORE = 'trees';

let opened = null;

const open = () => {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
};

// Resolves when what was done is kept.
const transact = async (mode, act) => {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, mode);
    const request = act(transaction.objectStore(STORE));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
};

export const get = (id) => transact('readonly', (trees) => trees.get(id));

export const put = (id, tree) => transact('readwrite', (trees) => trees.put(tree, id));

export const remove = (id) => transact('readwrite', (trees) => trees.delete(id));
