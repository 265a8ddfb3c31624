// The puzzles of a game: which one comes next, the user's rating and what was solved, kept in local storage.
import { field, make, select } from './dom.js';
import { errorBox } from './errors.js';
import { say } from './language.js';
import { listText } from './texts.js';
import { Trainer } from './trainer.js';

const KEY = 'shuangqi.puzzles.';
const BEGINNER = 1000;
// How much a puzzle changes the rating, and the difference in rating that makes ten to one.
const GAIN = 32;
const TEN_TO_ONE = 400;
// The next puzzle is one of so many that are nearest to the rating.
const NEAREST = 12;

class Progress {
  constructor(game) {
    this.key = KEY + game.name;
    this.value = { rating: BEGINNER, streak: 0, best: 0, seen: {} };
    try {
      Object.assign(this.value, JSON.parse(localStorage.getItem(this.key) || '{}'));
    } catch {
      // Without storage progress lasts as long as the page.
    }
  }

  note(puzzle, isSolved) {
    const { value } = this;
    const expected = 1 / (1 + 10 ** ((puzzle.rating - value.rating) / TEN_TO_ONE));
    value.rating += GAIN * ((isSolved ? 1 : 0) - expected);
    value.streak = isSolved ? value.streak + 1 : 0;
    value.best = Math.max(value.best, value.streak);
    value.seen[puzzle.board] = isSolved;
    try {
      localStorage.setItem(this.key, JSON.stringify(value));
    } catch {
      // As above.
    }
  }
}

const themesOf = ({ goal, themes }) => [typeof goal === 'object' ? 'mate' : goal, ...themes];

class PuzzleSet {
  constructor(game, puzzles) {
    Object.assign(this, { game, puzzles, theme: 'all', progress: new Progress(game), title: say('puzzles-of', { game: game.title }) });
    this.score = make('p', { class: 'muted' });
    const themes = ['all', ...new Set(puzzles.flatMap(themesOf))];
    const choice = select({ options: themes.map((theme) => ({ value: theme, text: say(`theme-${theme}`) })), value: 'all', onchange: (theme) => { this.theme = theme; this.onTheme?.(); } });
    this.element = make('div', { class: 'stack' }, this.score, field(say('theme'), choice));
    this.write();
  }

  write() {
    const { rating, streak, best, seen } = this.progress.value;
    const solved = Object.values(seen).filter(Boolean).length;
    this.score.textContent = say('puzzle-score', { rating: Math.round(rating), streak, best, solved, all: this.puzzles.length });
  }

  // One of those nearest to the user's rating that were not solved yet.
  next() {
    const { rating, seen } = this.progress.value;
    const left = this.puzzles.filter((puzzle) => !seen[puzzle.board] && puzzle !== this.last && (this.theme === 'all' || themesOf(puzzle).includes(this.theme)));
    const distance = (puzzle) => Math.abs(puzzle.rating - rating);
    const nearest = left.sort((one, other) => distance(one) - distance(other)).slice(0, NEAREST);
    const puzzle = nearest[Math.floor(Math.random() * nearest.length)];
    this.last = puzzle;
    return puzzle ? this.problem(puzzle) : null;
  }

  problem(puzzle) {
    const { goal, board, moves, rating } = puzzle;
    const prompt = (side) => (typeof goal === 'object' ? say('puzzle-mate', { side, moves: goal.mate }) : say(`puzzle-${goal}`, { side }));
    const about = () => say('puzzle-about', { rating, themes: listText(themesOf(puzzle).map((theme) => say(`theme-${theme}`))) });
    return { puzzle, start: board, before: [], moves, prompt, about };
  }

  // The last move of a mate may be another one.
  async accepts({ puzzle }, ask, move, solver) {
    if (typeof puzzle.goal !== 'object') return false;
    const { ending } = await ask([move.text], 'position');
    return ending?.result === ['1-0', '0-1'][solver];
  }

  finish({ puzzle }, isSolved) {
    this.progress.note(puzzle, isSolved);
    this.write();
  }
}

export const open = (app, { parts }) => {
  const game = app.game(parts[0]);
  const element = make('div', {});
  const view = { element, title: say('puzzles-of', { game: game.title }), close: () => view.trainer?.close() };
  app.connection.ask('puzzles', { game: game.name }).answer.then((puzzles) => {
    if (!element.isConnected) return;
    const set = new PuzzleSet(game, puzzles);
    view.trainer = new Trainer(app, game, set);
    set.onTheme = () => view.trainer.next();
    element.replaceChildren(view.trainer.element);
  }, (error) => element.replaceChildren(errorBox(error)));
  return view;
};
