"""Compares Xiangqi of this package with that of pyffish, the Python binding of Fairy-Stockfish: speed and answers, on one core.

    pip install pyffish
    python compare_pyffish.py

The positions and games are random ones, the same for a seed; some moves of a game go back to where they came from or give check, so that
positions repeat. Figures are seconds of the processor in this process, the best of so many runs of either library. Ranks of pyffish
count from 1, ours from 0. pyffish takes some milliseconds for each call, so all of it takes a quarter of an hour.
"""

import argparse
import collections
import random
import time

import pyffish

from shuangqi import xiangqi

VARIANT = "xiangqi"
RUNS = 3


def random_game(generator, plies, back):
    """The board at the end of a random game; ``back`` is the part of the moves that undo the player's last one if they can, and of
    those that give check if they can."""
    board = xiangqi.Board()
    while board.ply() < plies and not board.is_game_over():
        moves, stack = board.legal_moves, board.move_stack
        undone = []
        if len(stack) > 1 and generator.random() < back:
            last = stack[-2]
            undone = [move for move in moves if (move.from_square, move.to_square) == (last.to_square, last.from_square)]
        elif generator.random() < back:
            undone = [move for move in moves if gives_check(board, move)]
        board.push(generator.choice(undone or moves))
    return board


def gives_check(board, move):
    board.push(move)
    answer = board.is_check()
    board.pop()
    return answer


def to_pyffish(move):
    """The coordinates of a move as pyffish has them."""
    text = str(move)
    return f"{text[0]}{int(text[1]) + 1}{text[2]}{int(text[3]) + 1}"


def best_time(work):
    """The result of some work, and the seconds of the processor of its fastest run."""
    times = []
    for _ in range(RUNS):
        begin = time.process_time()
        result = work()
        times.append(time.process_time() - begin)
    return result, min(times)


def report(name, ours, theirs, differences):
    print(f"{name}: {ours:.3f} s, pyffish {theirs:.3f} s: {theirs / ours:.1f} times its speed; {differences} differences")


def compare_legal_moves(games, count):
    """The legal moves of positions, each set up from its FEN."""
    fens = []
    for game in games:
        board = game.root()
        for move in game.move_stack:
            fens.append(board.fen())
            board.push(move)
    fens = random.Random(1).sample(fens, count)
    ours, own_time = best_time(lambda: [[str(move) for move in xiangqi.Board(fen).legal_moves] for fen in fens])
    theirs, other_time = best_time(lambda: [pyffish.legal_moves(VARIANT, fen, []) for fen in fens])
    own_moves = [{to_pyffish(move) for move in moves} for moves in ours]
    differences = sum(mine != set(other) for mine, other in zip(own_moves, theirs))
    report(f"legal moves of {count:,} positions, as texts", own_time, other_time, differences)


def compare_perft(depth):
    """Perft of the start in a loop of Python, the last ply counted by the length of the list; and by Board.perft."""
    start = pyffish.start_fen(VARIANT)

    def own(board, depth):
        moves = board.legal_moves
        if depth == 1:
            return len(moves)
        total = 0
        for move in moves:
            board.push(move)
            total += own(board, depth - 1)
            board.pop()
        return total

    def other(line, depth):
        moves = pyffish.legal_moves(VARIANT, start, line)
        if depth == 1:
            return len(moves)
        return sum(other([*line, move], depth - 1) for move in moves)

    ours, own_time = best_time(lambda: own(xiangqi.Board(), depth))
    theirs, other_time = best_time(lambda: other([], depth))
    report(f"perft {depth} in a loop of Python ({ours:,})", own_time, other_time, int(ours != theirs))
    ours, own_time = best_time(lambda: xiangqi.Board().perft(depth))
    report(f"perft {depth} by Board.perft", own_time, other_time, int(ours != theirs))


def own_verdicts(lines):
    """After how many moves each game is over for us, who won, and why."""
    verdicts = []
    for line in lines:
        board, verdict = xiangqi.Board(), None
        for move in line:
            board.push_uci(move)
            outcome = board.outcome()
            if outcome is not None:
                verdict = (board.ply(), outcome.winner, outcome.termination)
                break
        verdicts.append(verdict)
    return verdicts


def pyffish_verdict(fen, line):
    """The winner if the game is over for pyffish: ``(winner,)``, else None."""
    mover = "red" if len(line) % 2 == 0 else "black"
    winners = {True: mover, False: "black" if mover == "red" else "red"}
    # Xiangqi has no ends that is_immediate_game_end tells of.
    ended, value = pyffish.is_optional_game_end(VARIANT, fen, line)
    if not ended and not pyffish.legal_moves(VARIANT, fen, line):
        ended, value = True, pyffish.game_result(VARIANT, fen, line)
    return ((winners[value > 0] if value else None),) if ended else None


def pyffish_verdicts(lines):
    fen, verdicts = pyffish.start_fen(VARIANT), []
    for line in lines:
        found = None
        for plies in range(1, len(line) + 1):
            verdict = pyffish_verdict(fen, line[:plies])
            if verdict:
                found = (plies, *verdict)
                break
        verdicts.append(found)
    return verdicts


def compare_verdicts(games):
    """Games replayed with a verdict after every move. pyffish plays all moves again for each."""
    lines = [[str(move) for move in game.move_stack] for game in games]
    other_lines = [[to_pyffish(move) for move in game.move_stack] for game in games]
    ours, own_time = best_time(lambda: own_verdicts(lines))
    theirs, other_time = best_time(lambda: pyffish_verdicts(other_lines))
    differing = [(own, other) for own, other in zip(ours, theirs) if (own and own[:2]) != other]
    report(f"{len(games):,} games replayed, a verdict after each move", own_time, other_time, len(differing))
    kinds = collections.Counter((own and own[2], "pyffish goes on" if other is None else "pyffish ends it") for own, other in differing)
    for (reason, what), count in kinds.most_common():
        print(f"  {count} games where we say {reason or 'nothing'} and {what} otherwise")
    print("  endings:", dict(collections.Counter(own[2] if own else "none" for own in ours)))
    fen = pyffish.start_fen(VARIANT)
    _, own_time = best_time(lambda: [replay(line).outcome() for line in lines])
    _, other_time = best_time(lambda: [pyffish_verdict(fen, line) for line in other_lines])
    print(f"{len(games):,} games replayed, one verdict at the end: {own_time:.3f} s, pyffish {other_time:.3f} s: {other_time / own_time:.1f} times its speed")


def replay(line):
    board = xiangqi.Board()
    for move in line:
        board.push_uci(move)
    return board


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=20_000)
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--perft", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plies", type=int, default=80, help="the most plies of a game")
    parser.add_argument("--back", type=float, default=0.4, help="the part of the moves that go back, and of those that check")
    parser.add_argument("--runs", type=int, default=RUNS)
    options = parser.parse_args()
    globals()["RUNS"] = options.runs
    generator = random.Random(options.seed)
    wide = [random_game(generator, 150, 0) for _ in range(options.positions // 40)]
    compare_legal_moves(wide, options.positions)
    compare_perft(options.perft)
    compare_verdicts([random_game(generator, options.plies, options.back) for _ in range(options.games)])


if __name__ == "__main__":
    main()
