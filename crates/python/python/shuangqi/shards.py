"""Reads the files of records of self-play as columns of numbers."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Callable, Iterable, Mapping, Optional, Tuple, Union

if TYPE_CHECKING:
    import numpy as np

Paths = Union[str, "os.PathLike[str]"]
#: Reads the bytes of a shard: the words on how it was made, and the bytes of its columns.
ReadShard = Callable[[bytes], Tuple[str, Mapping[str, bytearray]]]


class Shards:
    """A reader of shards, with the types of their columns; the column ``numbered`` counts from 0 in each shard."""

    def __init__(self, read_shard: ReadShard, types: Mapping[str, str], numbered: Optional[str] = None) -> None:
        self._read_shard = read_shard
        self._types = types
        self._numbered = numbered

    def read(self, paths: Union[Paths, Iterable[Paths]]) -> dict[str, np.ndarray]:
        """The columns of all files of these paths, one behind the other."""
        import numpy as np

        named = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
        parts = [self._columns(file) for path in named for file in _files(Path(path))]
        if self._numbered is not None:
            first = 0
            for part in parts:
                part[self._numbered] += first
                first = int(part[self._numbered][-1]) + 1 if len(part[self._numbered]) else first
        return {name: np.concatenate([part[name] for part in parts]) for name in self._types}

    def _columns(self, file: Path) -> dict[str, np.ndarray]:
        import numpy as np

        try:
            _, columns = self._read_shard(file.read_bytes())
        except ValueError as error:
            raise ValueError(f"{file}: {error}") from None
        return {name: np.frombuffer(columns[name], dtype=kind) for name, kind in self._types.items()}


def _files(path: Path) -> list[Path]:
    """The file of a path, or the files of records in a folder."""
    if not path.is_dir():
        return [path]
    files = sorted(path.glob("*.records"))
    if not files:
        raise ValueError(f"{path}: found no file that ends in .records, expected a folder that shuangqi datagen has filled")
    return files
