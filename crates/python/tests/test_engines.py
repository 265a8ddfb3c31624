"""Engines, their live lines and the solver; the lock of the interpreter; Ctrl-C."""

import signal
import subprocess
import sys
import threading
import time

import pytest

from shuangqi import Engine, Limit, Solver, othello, xiangqi

BOARDS = {"othello": othello.Board, "xiangqi": xiangqi.Board}


@pytest.mark.parametrize("game", BOARDS)
def test_a_move_within_nodes(game):
    engine, board = Engine(game, hash=1), BOARDS[game]()
    result = engine.play(board, Limit(nodes=2000))
    assert result.move in board.legal_moves and result.info.depth > 1
    assert 0 < result.info.nodes <= 4000 and result.info.pv == [result.move]
    engine.clear()
    assert engine.play(board, Limit(nodes=2000)).info.nodes == result.info.nodes


def test_the_best_lines():
    lines = Engine("xiangqi", hash=1).analyse(xiangqi.Board(), Limit(depth=4), multipv=3)
    assert [line.multipv for line in lines] == [1, 2, 3] and lines[0].score >= lines[1].score >= lines[2].score
    assert all(line.depth == 4 and line.bound == "exact" and sum(line.wdl) == 1000 for line in lines)
    board = xiangqi.Board()
    assert len(board.variation_san(lines[0].pv, "chinese").split()) == len(lines[0].pv)


def test_a_mate_has_no_score():
    board = xiangqi.Board("4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - 0 1")
    line = Engine("xiangqi", hash=1).analyse(board, Limit(depth=4))[0]
    assert (line.score, line.mate, str(line.pv[0])) == (None, 1, "b0b9")


def test_live_lines_end_with_the_search():
    engine = Engine("othello", hash=1)
    with engine.analysis(othello.Board(), Limit(depth=6)) as analysis:
        lines = list(analysis)
        assert [line.depth for line in lines] == sorted(line.depth for line in lines)
        assert lines[-1].depth == 6 and analysis.multipv == [lines[-1]]
        assert analysis.wait().move == lines[-1].pv[0]
        assert list(analysis) == []


def test_a_search_without_limits_is_stopped():
    engine, board = Engine("xiangqi", hash=1), xiangqi.Board()
    with engine.analysis(board, multipv=2) as analysis:
        next(analysis)
        with pytest.raises(RuntimeError, match="the engine is searching"):
            engine.play(board, Limit(nodes=1))
        analysis.stop()
        assert analysis.wait().move in board.legal_moves
    del analysis
    analysis = engine.analysis(board)
    del analysis
    assert engine.play(board, Limit(nodes=100)).move is not None


def test_other_threads_run_while_it_searches():
    engine, counts = Engine("xiangqi", hash=1), []
    searching = threading.Thread(target=lambda: engine.play(xiangqi.Board(), Limit(time=0.5)))
    searching.start()
    while searching.is_alive():
        counts.append(time.monotonic())
        time.sleep(0.01)
    assert len(counts) >= 10


def test_strength_limits_the_play():
    board = xiangqi.Board()
    assert Engine("xiangqi", hash=1).play(board, Limit(strength=1)).info.depth <= 1


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Engine("go"), "game: found \"go\", expected othello or xiangqi"),
        (lambda: Engine("othello", hash=0), "hash: found 0, expected mebibytes"),
        (lambda: Engine("othello", threads=0), "threads: found 0"),
        (lambda: Engine("othello", recipe="none"), "Recipe"),
        (lambda: Engine("xiangqi", evaluation="none"), "evaluation"),
        (lambda: Engine("xiangqi", weights="/no/such/file"), "file"),
        (lambda: Limit(time=-1), "time: found -1, expected seconds"),
        (lambda: Limit(time=float("nan")), "time"),
        (lambda: Limit(depth=0), "depth: found 0, expected 1 or more"),
        (lambda: Limit(strength=21), "strength: found 21, expected 1 to 20"),
        (lambda: Engine("othello", hash=1).play(othello.Board(), Limit()), "limit: found none, expected a time"),
        (lambda: Engine("othello", hash=1).play(xiangqi.Board(), Limit(depth=1)), "board: found a game of Xiangqi"),
        (lambda: Solver(hash=1).solve(xiangqi.Board()), "board: found another game"),
    ],
)
def test_errors_say_what_was_found_and_expected(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_no_move_is_chosen_after_the_end():
    board = xiangqi.Board("3k5/3P5/9/9/9/9/9/9/9/3RK4 b - - 0 1")
    assert Engine("xiangqi", hash=1).play(board, Limit(depth=2)).move is None


def test_memory_that_there_is_not():
    with pytest.raises(MemoryError):
        Engine("othello", hash=1 << 20)


def test_endings_are_solved():
    # FFO position 40, whose score and only best move are known.
    board = othello.Board("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X")
    solver = Solver(hash=16)
    solution = solver.solve(board)
    assert (solution.score, str(solution.move)) == (38, "a2")
    for move in solution.pv:
        board.push(move)
    assert board.outcome().discs == 38
    small = othello.Board(board.root().fen())
    for move in solution.pv[:10]:
        small.push(move)
    scores = solver.solve_moves(small)
    assert scores[0][1] == 38 * (1 if small.turn == "black" else -1) and len(scores) == len(small.legal_moves)


INTERRUPTED = """
import threading, time, _thread
from shuangqi import Engine, Limit, Solver, othello, xiangqi, compare
board, engine = xiangqi.Board(), Engine("xiangqi", hash=1)
works = {
    "play": lambda: engine.play(board, Limit(time=100)),
    "analysis": lambda: list(engine.analysis(board, Limit(depth=99))),
    "perft": lambda: board.perft(8),
    "solve": lambda: Solver(hash=1).solve(othello.Board()),
    "compare": lambda: compare("othello", depth=12, algorithms=["alpha-beta"], max_nodes=10**12),
}
for name, work in works.items():
    threading.Timer(0.3, _thread.interrupt_main).start()
    begin = time.monotonic()
    try:
        work()
    except KeyboardInterrupt:
        print(name, time.monotonic() - begin < 5)
print(engine.play(board, Limit(nodes=100)).move is not None)
"""


# A shell that starts something in the background has it ignore interrupts, and so all that it starts.
listens = pytest.mark.skipif(signal.getsignal(signal.SIGINT) is signal.SIG_IGN, reason="interrupts are ignored here")


@listens
def test_ctrl_c_ends_every_long_work():
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=100)
    assert done.stdout.split() == "play True analysis True perft True solve True compare True True".split(), done.stderr


@listens
@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent as on Unix")
def test_a_signal_ends_a_search():
    program = "from shuangqi import *; print('begin', flush=True); Engine('xiangqi').play(xiangqi.Board(), Limit(time=100))"
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "begin\n"
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=20)
    assert "KeyboardInterrupt" in errors
