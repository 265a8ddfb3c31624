"""Othello and Xiangqi from Python: rules, notations, rulings, engines, an exact solver, files of games, and records of self-play.

A board of each game is in the modules ``othello`` and ``xiangqi``; names are those of python-chess, where that has them:

>>> from shuangqi import xiangqi
>>> board = xiangqi.Board()
>>> len(board.legal_moves)
44
>>> board.push_san("炮二平五")
Move.from_uci('h2e2')
>>> board.turn, board.is_game_over()
('black', False)

An engine searches without the lock of the interpreter, and Ctrl-C ends its search:

>>> from shuangqi import Engine, Limit
>>> engine = Engine("xiangqi", hash=16)
>>> engine.play(board, Limit(depth=3)).move in board.legal_moves
True
"""

from . import othello, xiangqi
from ._native import (
    Analysis,
    Board,
    Engine,
    Game,
    GameNode,
    Info,
    Limit,
    Move,
    OthelloBoard,
    Outcome,
    PlayResult,
    Solution,
    Solver,
    XiangqiBoard,
    __version__,
)
from .files import parse_games, read_games, write_games
from .laboratory import compare

__all__ = [
    "Analysis",
    "Board",
    "Engine",
    "Game",
    "GameNode",
    "Info",
    "Limit",
    "Move",
    "OthelloBoard",
    "Outcome",
    "PlayResult",
    "Solution",
    "Solver",
    "XiangqiBoard",
    "__version__",
    "compare",
    "othello",
    "parse_games",
    "read_games",
    "write_games",
    "xiangqi",
]
