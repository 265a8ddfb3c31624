// Addresses: `#/othello/play/ID`, `#/xiangqi/analyse?start=…&moves=…`, `#/watch/FILE`, `#/files`, `#/collection`.

export const parse = (hash) => {
  const [path, query = ''] = hash.replace(/^#\/?/, '').split('?');
  const decode = (text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };
  return { parts: path.split('/').filter(Boolean).map(decode), query: new URLSearchParams(query) };
};

export const address = (parts, query = {}) => {
  const words = new URLSearchParams(Object.entries(query).filter(([, value]) => value));
  const path = `#/${parts.map(encodeURIComponent).join('/')}`;
  return words.size ? `${path}?${words}` : path;
};

export const go = (...parts) => { location.hash = address(parts); };

// The address of a position or game, with everything in it that another person needs.
export const shared = (game, { start, moves, rules }) => `${location.origin}${location.pathname}${address([game.name, 'analyse'], { start: start === game.start ? '' : start, moves: moves.join(' '), rules })}`;

// The start, the moves and the rules of such an address.
export const fromQuery = (query) => ({ start: query.get('start') || '', moves: (query.get('moves') || '').split(/[ ,]+/).filter(Boolean), rules: query.get('rules') || '' });
