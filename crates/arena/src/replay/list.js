// The list of games: which game is open.
const report = {};
const rows = [...document.querySelectorAll('#game-list tbody tr')];

const bringUp = (element) => element.scrollIntoView({ block: 'start', behavior: reducedMotion.matches ? 'auto' : 'smooth' });

const numberInAddress = () => {
  const found = location.hash.match(/^#game-(\d+)$/);
  return found ? Number(found[1]) - 1 : null;
};
const openGame = (viewer, number) => {
  if (!viewer.open(number)) return;
  for (const row of rows) row.toggleAttribute('aria-current', Number(row.dataset.number) === number);
};
// The game before or after in the list as it is sorted and filtered now.
const neighbour = (viewer, by) => {
  const list = [...document.querySelectorAll('#game-list tbody tr:not([hidden])')].filter((row) => viewer.places.has(Number(row.dataset.number)));
  const at = list.findIndex((row) => Number(row.dataset.number) === viewer.game.number);
  const row = list[(at + by + list.length) % list.length];
  if (row) openGame(viewer, Number(row.dataset.number));
};

const begin = async () => {
  if (!('DecompressionStream' in window) || rows.length === 0) return;
  const data = await unpacked().json();
  Object.assign(report, data.scores);
  byId('viewer').hidden = false;
  byId('no-viewer').hidden = true;
  const viewer = new Viewer(data);
  openGame(viewer, numberInAddress() ?? data.games.number[0]);
  byId('previous').addEventListener('click', () => neighbour(viewer, -1));
  byId('next').addEventListener('click', () => neighbour(viewer, 1));
  addEventListener('hashchange', () => {
    const number = numberInAddress();
    if (number === null) return;
    openGame(viewer, number);
    bringUp(byId('viewer'));
  });
  byId('game-list').addEventListener('click', (event) => {
    const row = event.target.closest('tbody tr');
    if (!row || !viewer.places.has(Number(row.dataset.number))) return;
    event.preventDefault();
    history.replaceState(null, '', `#game-${Number(row.dataset.number) + 1}`);
    openGame(viewer, Number(row.dataset.number));
    bringUp(byId('viewer'));
  });
  if (numberInAddress() !== null) byId('viewer').scrollIntoView();
};
begin();
