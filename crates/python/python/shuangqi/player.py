"""Lets a function of Python play in matches: it speaks GTP for Othello and UCI for Xiangqi on the standard streams.

A file ``player.py`` such as

    import random
    from shuangqi.player import serve
    serve("othello", lambda board: random.choice(board.legal_moves))

plays in ``shuangqi match -game othello -engine cmd="python player.py" proto=gtp st=1 …``; for Xiangqi ``proto=uci``.
"""

from __future__ import annotations

import sys
from typing import Callable, Iterator

from . import othello, xiangqi
from ._native import Board, Move

#: Chooses one of the legal moves of a board, of which there is at least one.
Choose = Callable[[Board], Move]

_GTP_COMMANDS = "protocol_version name version list_commands quit boardsize clear_board play genmove time_settings time_left set_level"


def serve(game: str, choose: Choose, name: str = "Python") -> None:
    """Plays a game, ``othello`` or ``xiangqi``, as it is told on standard input, until that ends.

    Limits of time and depth are read and left to the function, which is not told of them. Raises ValueError for another game.
    """
    if game not in ("othello", "xiangqi"):
        raise ValueError(f"game: found {game!r}, expected othello or xiangqi")
    _gtp(choose, name) if game == "othello" else _uci(choose, name)


def _lines() -> Iterator[list[str]]:
    """The words of each line up to the one that ends the session."""
    for line in sys.stdin:
        words = line.split()
        if words:
            yield words
        if words == ["quit"]:
            return


def _gtp(choose: Choose, name: str) -> None:
    board = othello.Board()
    for words in _lines():
        number = words.pop(0) if words[0].isdigit() else ""
        try:
            mark, answer = "=", _gtp_answer(board, choose, name, words)
        except (LookupError, ValueError) as error:
            mark, answer = "?", str(error)
        print(f"{mark}{number} {answer}\n", flush=True)


def _gtp_answer(board: othello.Board, choose: Choose, name: str, words: list[str]) -> str:
    command, arguments = words[0], words[1:]
    if command == "genmove":
        move = choose(board)
        board.push(move)
        return str(move)
    if command == "play":
        board.push(arguments[1].lower())
    elif command == "clear_board":
        board.reset()
    elif command not in _GTP_COMMANDS.split():
        raise ValueError("unknown command")
    answers = {"protocol_version": "2", "name": name, "version": "1", "list_commands": _GTP_COMMANDS.replace(" ", "\n")}
    return answers.get(command, "")


def _uci(choose: Choose, name: str) -> None:
    board = xiangqi.Board()
    for words in _lines():
        if words[0] == "uci":
            print(f"id name {name}\nuciok", flush=True)
        elif words[0] == "isready":
            print("readyok", flush=True)
        elif words[0] == "position":
            _set_position(board, words[1:])
        elif words[0] == "go":
            print(f"bestmove {choose(board) if board.legal_moves else '(none)'}", flush=True)


def _set_position(board: xiangqi.Board, words: list[str]) -> None:
    """Sets up ``startpos`` or ``fen …``, and plays the words behind ``moves``."""
    end = words.index("moves") if "moves" in words else len(words)
    board.set_fen(" ".join(words[1:end]) if words[:1] == ["fen"] else "")
    for move in words[end + 1 :]:
        board.push_uci(move)
