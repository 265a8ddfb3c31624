// What is shown of the list of games.
const filters = byId('filters');
const shown = () => rows.filter((row) => !row.hidden);

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
  const count = shown().length;
  byId('shown').textContent = count === rows.length ? `${count} games` : `${count} of ${rows.length} games`;
  byId('no-games').hidden = count > 0;
};
filters.addEventListener('input', filter);
filters.addEventListener('reset', () => setTimeout(filter));
filters.addEventListener('submit', (event) => event.preventDefault());

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
filter();
byId('filters').hidden = false;
