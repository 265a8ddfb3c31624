// The list of a game's moves, with variations and comments.
import { make } from './dom.js';
import { say } from './language.js';

// The signs of marks by their numbers in files, from 1.
export const markSigns = ['!', '?', '!!', '??', '!?', '?!'];

export const markSign = (mark) => markSigns[mark - 1] || `$${mark}`;

// What stands behind a move that lost something.
export const faultSigns = { inaccuracy: '?!', mistake: '?', blunder: '??' };

export class MoveList {
  // `onChoice(node)` is called for a move that is clicked; `note(node)` gives the small text behind a move.
  constructor(onChoice, note = () => '') {
    Object.assign(this, { onChoice, note, buttons: new Map() });
    this.element = make('ol', { class: 'moves', 'aria-label': say('moves'), 'data-empty': say('no-moves') });
  }

  // Draws the tree; `seatOf(node)` is the side that made the move, 0 or 1.
  show(tree, seatOf, result = '') {
    this.buttons.clear();
    const rows = [];
    let row = null;
    const first = tree.root.children[0] ? seatOf(tree.root.children[0]) : 0;
    const comment = (text) => make('li', { class: 'comment' }, text);
    if (tree.root.comment) rows.push(comment(tree.root.comment));
    for (const node of tree.mainLine()) {
      const seat = seatOf(node);
      if (!row || seat === 0 || row.seat >= seat) {
        row = make('li', { class: 'pair' }, make('span', { class: 'number' }, `${this.number(node, first)}.`));
        if (seat === 1) row.append(make('span', { class: 'gap' }, '…'));
        rows.push(row);
      }
      row.seat = seat;
      row.append(this.button(node));
      const others = node.parent.children.slice(1);
      if (others.length || node.comment) {
        if (node.comment) rows.push(comment(node.comment));
        rows.push(...others.map((other) => make('li', { class: 'variation' }, this.line(other, seatOf, first))));
        row = null;
      }
    }
    if (result) rows.push(make('li', { class: 'result' }, result));
    this.element.replaceChildren(...rows);
  }

  number(node, first) {
    return Math.floor((node.ply - 1 + first) / 2) + 1;
  }

  // A variation as running text, those inside it in brackets. Variations may lie in each other as deep as a file has them, so what is
  // still to be written is kept in a list: moves, and the brackets between them.
  line(start, seatOf, first) {
    const parts = [];
    const rest = [{ node: start, isFirst: true, isFresh: true }];
    while (rest.length) {
      const item = rest.pop();
      if (typeof item === 'string') {
        parts.push(item);
        continue;
      }
      const { node, isFirst } = item;
      for (const part of this.words(item, seatOf, first)) parts.push(part);
      const others = isFirst ? [] : node.parent.children.slice(1);
      const [next] = node.children;
      if (next) rest.push({ node: next, isFirst: false, isFresh: Boolean(node.comment) || others.length > 0 });
      for (const other of others.reverse()) rest.push(')', { node: other, isFirst: true, isFresh: true }, '(');
    }
    return parts;
  }

  // A move of a variation with what is said of it. One that stands alone has its number, whichever side made it.
  words({ node, isFresh }, seatOf, first) {
    const seat = seatOf(node);
    const comment = (text) => (text ? make('span', { class: 'comment' }, text) : null);
    const number = seat === 0 || isFresh ? make('span', { class: 'number' }, `${this.number(node, first)}${seat === 0 ? '.' : '…'}`) : null;
    return [comment(node.before), number, this.button(node), comment(node.comment)].filter(Boolean);
  }

  button(node) {
    const sign = faultSigns[node.fault];
    const marks = (node.marks || []).map(markSign).join('');
    const element = make('button', { type: 'button', 'data-id': node.id, onclick: () => this.onChoice(node) },
      node.name, marks ? make('span', { class: 'mark' }, marks) : null, sign ? make('span', { class: 'sign', title: say(`fault-${node.fault}`) }, sign) : null, make('small', {}, this.note(node)));
    this.buttons.set(node.id, element);
    return element;
  }

  // Marks the move that led to the position that is shown, and brings it into sight without moving the page.
  mark(node) {
    this.element.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const element = this.buttons.get(node.id);
    element?.setAttribute('aria-current', 'step');
    const list = this.element;
    const top = element ? element.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop : 0;
    if (top < list.scrollTop + 24 || top > list.scrollTop + list.clientHeight - 60) list.scrollTop = Math.max(0, top - list.clientHeight / 2);
  }
}

// Buttons that step through a game, and the arrow keys wherever nothing else uses them.
export const stepKeys = (step) => {
  const react = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.('input, select, textarea, dialog, [role=grid]')) return;
    const how = { ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last' }[event.key];
    if (!how) return;
    event.preventDefault();
    step(how);
  };
  document.addEventListener('keydown', react);
  return () => document.removeEventListener('keydown', react);
};
