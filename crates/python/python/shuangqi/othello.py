"""Othello: its board, its solver, and the records of its self-play.

Squares are numbers from 0 (a1) to 63 (h8), row by row; a1 is the upper left corner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterable, Union

from ._native import OthelloBoard as Board
from ._native import Solution, Solver, othello_columns
from .shards import Paths, Shards

if TYPE_CHECKING:
    import numpy as np

__all__ = ["SQUARES", "SQUARE_NAMES", "Board", "Solution", "Solver", "parse_square", "planes", "read_records", "square_name"]

SQUARES = range(64)
SQUARE_NAMES = [file + rank for rank in "12345678" for file in "abcdefgh"]

_TYPES = {"mover": "<u8", "opponent": "<u8", "result": "i1", "score": "<i2"}


def square_name(square: int) -> str:
    """The name of a square: ``a1`` of 0."""
    return SQUARE_NAMES[square]


def parse_square(name: str) -> int:
    """The square of a name. Raises ValueError for another text."""
    return SQUARE_NAMES.index(name.lower())


def read_records(paths: Union[Paths, Iterable[Paths]]) -> dict[str, np.ndarray]:
    """The records of self-play that ``shuangqi datagen othello`` wrote, as columns of equal length.

    ``paths`` are files of records, or folders of them. The columns are ``mover`` and ``opponent`` (the discs of the side to move and
    of the other one as 64 bits, of which the lowest is a1), ``result`` (the final difference of discs, from the view of the side to
    move) and ``score`` (of the search, in hundredths of a disc, from the same view). It needs numpy.

    Raises ValueError, with the file's name, for files that are no records, and OSError for those that cannot be read.
    """
    return Shards(othello_columns, _TYPES).read(paths)


def planes(mover: np.ndarray, opponent: np.ndarray) -> np.ndarray:
    """Positions as arrays of numbers of 32 bits for a net, (positions, 128): 1 where the mover has a disc on the square, then the
    same of the opponent."""
    import numpy as np

    sides = [np.ascontiguousarray(side, dtype="<u8").view(np.uint8).reshape(-1, 8) for side in (mover, opponent)]
    bits = [np.unpackbits(side, axis=1, bitorder="little") for side in sides]
    return np.concatenate(bits, axis=1).astype(np.float32)
