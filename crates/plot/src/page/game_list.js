// The list of games: which game is open, and which games are shown.
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

// The choice of what is shown, if the page has one.
const filters = byId('filters');

// Whether a row fits the outcome that is looked for: of an engine, or of a seat if no engine is chosen.
const fitsOutcome = (row, engine, outcome) => {
  if (outcome === '') return true;
  const { first, result } = row.dataset;
  if (outcome === 'draw') return result === '1/2-1/2';
  const firstIsLooked = engine === '' || engine === first;
  const won = firstIsLooked ? '1-0' : '0-1';
  const lost = firstIsLooked ? '0-1' : '1-0';
  return result === (outcome === 'win' ? won : lost);
};
const filter = () => {
  const { engine = '', seat = '', outcome = '', ending = '', opening = '' } = Object.fromEntries(new FormData(filters));
  for (const row of rows) {
    const { first, second } = row.dataset;
    const plays = { '': [first, second], first: [first], second: [second] }[seat];
    row.hidden = !(engine === '' || plays.includes(engine)) || !fitsOutcome(row, engine, outcome)
      || (ending !== '' && row.dataset.reason !== ending) || (opening !== '' && row.dataset.opening !== opening);
  }
  const count = rows.filter((row) => !row.hidden).length;
  byId('shown').textContent = filled(count === rows.length ? texts.games : texts.gamesOf, { count, all: rows.length });
  byId('no-games').hidden = count > 0;
};
filters?.addEventListener('input', filter);
filters?.addEventListener('reset', () => setTimeout(filter));
filters?.addEventListener('submit', (event) => event.preventDefault());

// Links elsewhere on the page that show some of the games.
document.addEventListener('click', (event) => {
  const link = event.target.closest('a[href^="#games-"]');
  if (!link) return;
  const [, name, value] = link.getAttribute('href').match(/^#games-(\w+)-(.*)$/);
  event.preventDefault();
  filters.reset();
  filters.elements[name].value = decodeURIComponent(value);
  setTimeout(filter);
  bringUp(filters);
});
if (filters) {
  filter();
  filters.hidden = false;
}
