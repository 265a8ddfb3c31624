"""Reads and writes files of games: PGN, XQF, DhtmlXQ, SGF, GGF, WTHOR, and lines of moves."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Optional, Sequence, Union

from ._native import Game, games_of, games_text


def read_games(path: Union[str, os.PathLike[str]], *, game: Optional[str] = None, kind: Optional[str] = None) -> list[Game]:
    """The games of a file; without ``game``, of the first game (Othello, then Xiangqi) whose games they are.

    The contents say the kind of file, unless ``kind`` names it by its usual ending. Texts are read in the encoding that their bytes
    show. A file of WTHOR gets its names from WTHOR.JOU and WTHOR.TRN beside it.

    Raises ValueError with the place in the file, OSError for a file that cannot be read.
    """
    path = Path(path)
    players, tournaments = (_beside(path, name) for name in ("WTHOR.JOU", "WTHOR.TRN"))
    return games_of(path.read_bytes(), str(path), game, kind, players, tournaments)


def parse_games(contents: Union[str, bytes], *, game: Optional[str] = None, kind: Optional[str] = None) -> list[Game]:
    """The games of a text, or of the bytes of a file, as read_games() gives them."""
    data = contents.encode() if isinstance(contents, str) else contents
    return games_of(data, "text", game, kind)


def write_games(
    path: Union[str, os.PathLike[str]], games: Sequence[Game], *, kind: Optional[str] = None, notation: str = "iccs"
) -> None:
    """Writes games to a file, in the kind that the ending of its name says unless ``kind`` names one; moves of Xiangqi in a notation
    (``iccs``, ``wxf`` or ``chinese``) where the kind leaves a choice. Game.losses() says what a kind cannot hold.

    Raises ValueError for a kind that cannot hold the games, OSError for a file that cannot be written.
    """
    path = Path(path)
    path.write_bytes(games_text(games, kind or path.suffix.lstrip(".") or "pgn", notation))


def _beside(path: Path, name: str) -> Optional[bytes]:
    """The contents of a file beside a file of WTHOR, if there is one."""
    other = path.with_name(name)
    return other.read_bytes() if path.suffix.lower() == ".wtb" and other.is_file() else None
