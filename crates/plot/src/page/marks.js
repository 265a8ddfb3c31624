'use strict';
// The response with the data of the page, unpacked.
const unpacked = () => {
  const letters = atob(document.getElementById('data').textContent);
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')));
};

// The text of a mark, beside the pointer or the finger. Its own title would come late, and on touch not at all.
const tip = document.getElementById('tip');
const tipOf = (mark) => {
  const title = mark.querySelector(':scope > title');
  if (title) {
    mark.dataset.tip = title.textContent;
    title.remove();
  }
  return mark.dataset.tip;
};
// All marks of the thing that is pointed at, or that its name stands for.
let dimmed = null;
const raise = (event) => {
  const part = event.target.closest?.('.plot [data-of]');
  const plot = part && part.closest('.plot');
  if (dimmed && dimmed !== plot) dimmed.classList.remove('dim');
  dimmed = plot;
  if (!plot || new Set(Array.from(plot.querySelectorAll('[data-of]'), (other) => other.dataset.of)).size < 2) return;
  plot.classList.add('dim');
  for (const other of plot.querySelectorAll('[data-of]')) other.classList.toggle('lit', other.dataset.of === part.dataset.of);
};
const marked = (event) => event.target.closest?.('.plot :is(path, rect, text)');
const hide = () => { tip.style.display = 'none'; };
const show = (event) => {
  const mark = marked(event);
  const text = mark && tipOf(mark);
  if (!text) return hide();
  tip.textContent = text;
  tip.style.display = 'block';
  const box = tip.getBoundingClientRect();
  const left = Math.min(Math.max(12, event.clientX + 14), innerWidth - box.width - 12);
  const above = event.clientY - box.height - 14;
  tip.style.left = `${left + scrollX}px`;
  tip.style.top = `${(above < 8 ? event.clientY + 18 : above) + scrollY}px`;
};
addEventListener('pointermove', (event) => { if (event.pointerType === 'mouse') show(event); });
addEventListener('click', show);
addEventListener('pointerover', raise);
addEventListener('keydown', (event) => { if (event.key === 'Escape') hide(); });

// Tables are sorted by the column that is clicked, the other way round by a second click.
for (const head of document.querySelectorAll('table.sortable thead th')) {
  head.querySelector('button').addEventListener('click', () => {
    const table = head.closest('table');
    const down = head.getAttribute('aria-sort') === 'ascending';
    for (const other of table.querySelectorAll('thead th')) other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
    const key = (row) => {
      const cell = row.cells[head.cellIndex];
      return 'key' in cell.dataset ? Number(cell.dataset.key) : cell.textContent;
    };
    const order = (one, other) => {
      const [a, b] = [key(one), key(other)];
      if (a === '' || b === '') return (a === '') - (b === '');
      const difference = typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
      return down ? -difference : difference;
    };
    const body = table.tBodies[0];
    body.append(...[...body.rows].sort(order));
  });
}
