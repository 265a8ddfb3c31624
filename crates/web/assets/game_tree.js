// A game with its variations: a tree of moves. The first child of a node is its main continuation.

export class GameTree {
  constructor() {
    this.root = { id: 0, move: null, name: '', parent: null, children: [], comment: '', before: '', marks: [], value: null, ply: 0 };
    this.last = 0;
  }

  // The child with this move; made if there is none.
  add(parent, move, name) {
    const known = parent.children.find((child) => child.move === move);
    if (known) return known;
    const node = { id: (this.last += 1), move, name: name || move, parent, children: [], comment: '', before: '', marks: [], value: null, ply: parent.ply + 1 };
    parent.children.push(node);
    return node;
  }

  // Adds moves one after the other; gives the last node.
  addLine(parent, moves, names = []) {
    return moves.reduce((node, move, index) => this.add(node, move, names[index]), parent);
  }

  // The nodes from the first move to this one.
  path(node) {
    const nodes = [];
    for (let at = node; at.parent; at = at.parent) nodes.unshift(at);
    return nodes;
  }

  moves(node) {
    return this.path(node).map(({ move }) => move);
  }

  // The last node of the line that goes on from here.
  end(node) {
    let at = node;
    while (at.children.length) [at] = at.children;
    return at;
  }

  mainLine() {
    return this.path(this.end(this.root));
  }

  isMain(node) {
    return this.path(node).every((at) => at.parent.children[0] === at);
  }

  // Makes the line of this node the main one, one fork at a time.
  promote(node) {
    const fork = this.path(node).reverse().find((at) => at.parent.children[0] !== at);
    if (!fork) return;
    const siblings = fork.parent.children;
    siblings.splice(siblings.indexOf(fork), 1);
    siblings.unshift(fork);
  }

  // Takes the node and all after it away; gives the node before it.
  remove(node) {
    const siblings = node.parent.children;
    siblings.splice(siblings.indexOf(node), 1);
    return node.parent;
  }

  find(id) {
    return this.nodes().find((node) => node.id === id) || this.root;
  }

  nodes() {
    const all = [];
    const stack = [this.root];
    while (stack.length) {
      const node = stack.pop();
      all.push(node);
      stack.push(...node.children);
    }
    return all;
  }

  // The nodes as files have them: each behind the one before it, a move, what follows it, then the moves in its place.
  // `commentOf(node)` is what is said of a node.
  rows(commentOf = ({ comment }) => comment) {
    const places = new Map();
    const ordered = [];
    const stack = [this.root];
    while (stack.length) {
      const node = stack.pop();
      places.set(node, ordered.length);
      ordered.push(node);
      stack.push(...[...node.children].reverse());
    }
    return ordered.map((node) => {
      const { parent, move, before, marks = [] } = node;
      const comment = commentOf(node);
      return { parent: parent ? places.get(parent) : 0, move: move || '', ...(before && { before }), ...(comment && { comment }), ...(marks.length && { marks }) };
    });
  }

  static ofRows(rows) {
    const tree = new GameTree();
    const nodes = [];
    for (const [index, { parent, move, before = '', comment = '', marks = [] }] of rows.entries()) {
      const node = index === 0 ? tree.root : tree.add(nodes[parent], move);
      nodes.push(Object.assign(node, { before, comment, marks }));
    }
    return tree;
  }

  toJSON() {
    return this.nodes().map(({ id, move, name, parent, comment, value, fault, better, ending, before, marks }) => [id, parent ? parent.id : null, move, name, comment, value, fault, better, parent ? parent.children.findIndex((child) => child.id === id) : 0, ending, before, marks]);
  }

  static from(rows) {
    const tree = new GameTree();
    const nodes = new Map([[0, tree.root]]);
    const order = new Map();
    for (const [id, above, move, name, comment, value, fault, better, place, ending, before = '', marks = []] of rows || []) {
      const node = id === 0 ? tree.root : { id, move, name, parent: nodes.get(above), children: [], ply: 0 };
      Object.assign(node, { comment, value, fault, better, ending, before, marks });
      nodes.set(id, node);
      order.set(node, place);
      tree.last = Math.max(tree.last, id);
      if (node.parent) {
        node.ply = node.parent.ply + 1;
        node.parent.children.push(node);
      }
    }
    for (const { children } of nodes.values()) children.sort((one, other) => order.get(one) - order.get(other));
    return tree;
  }
}
