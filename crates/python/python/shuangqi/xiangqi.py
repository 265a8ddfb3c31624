"""Xiangqi: its board, and the records of its self-play.

Points are numbers from 0 (a0, the left corner on red's side) to 89 (i9), row by row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterable, Union

from ._native import XiangqiBoard as Board
from ._native import xiangqi_columns
from .shards import Paths, Shards

if TYPE_CHECKING:
    import numpy as np

__all__ = ["RULES", "SQUARES", "SQUARE_NAMES", "Board", "parse_square", "planes", "read_records", "square_name"]

SQUARES = range(90)
SQUARE_NAMES = [file + rank for rank in "0123456789" for file in "abcdefghi"]
#: The sets of rules that judge repetitions, the default one first.
RULES = ["asian", "pikafish", "checks-only", "plain"]

_TYPES = {"cells": "i1", "side": "u1", "score": "<i2", "points": "<f4", "ply": "<u2", "game": "<u4"}


def square_name(square: int) -> str:
    """The name of a point: ``a0`` of 0."""
    return SQUARE_NAMES[square]


def parse_square(name: str) -> int:
    """The point of a name. Raises ValueError for another text."""
    return SQUARE_NAMES.index(name.lower())


def read_records(paths: Union[Paths, Iterable[Paths]]) -> dict[str, np.ndarray]:
    """The positions to learn from of the games that ``shuangqi datagen xiangqi`` wrote, as columns of equal length.

    ``paths`` are files of records, or folders of them. The columns are ``cells`` ((positions, 90), as ``Board.cells``), ``side`` (the
    side to move, 0 red, 1 black), ``score`` (of the search, in units of which a soldier is about 100, from the view of the side to
    move), ``points`` (of the game, 1, 0.5 or 0 from the same view), ``ply`` (moves played before) and ``game`` (a number that the
    positions of one game share). It needs numpy.

    Raises ValueError, with the file's name, for files that are no records, and OSError for those that cannot be read.
    """
    columns = Shards(xiangqi_columns, _TYPES, numbered="game").read(paths)
    columns["cells"] = columns["cells"].reshape(-1, 90)
    return columns


def planes(cells: np.ndarray, side: np.ndarray) -> np.ndarray:
    """Positions as arrays of numbers of 32 bits for a net, (positions, 1260): for each kind of piece of the side to move, then of the
    other one, 1 on the points where it has one. The board is turned so that the side to move plays upwards."""
    import numpy as np

    cells = np.asarray(cells, dtype=np.int8).reshape(-1, 10, 9)
    is_black = np.asarray(side).reshape(-1, 1, 1) == 1
    seen = np.where(is_black, -cells[:, ::-1, :], cells).reshape(-1, 90)
    kinds = [kind * sign for sign in (1, -1) for kind in range(1, 8)]
    return np.concatenate([seen == kind for kind in kinds], axis=1).astype(np.float32)
