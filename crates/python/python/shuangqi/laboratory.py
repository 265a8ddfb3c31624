"""Comparisons of algorithms on the same positions, as records."""

from __future__ import annotations

import json
from typing import Any, Sequence, Union

from ._native import compare_lines


def compare(game: str, **options: Union[str, int, bool, Sequence[str]]) -> list[dict[str, Any]]:
    """The records of ``shuangqi compare`` with these options, as a list of dictionaries, which ``pandas.DataFrame`` takes.

    Options are those of the command: ``depth="3..4"``, ``algorithms=["alpha-beta", "pvs"]``, ``blocks``, ``positions`` (a file),
    ``sample``, ``seed``, ``max_nodes``, ``hash``, ``threads``, ``out``. The key ``schema`` says what a record is: ``compare/…`` a
    search, ``compare-references/…`` the sizes of minimal trees, ``compare-summary/…`` an algorithm at a depth.

    Raises ValueError for options that cannot be used, KeyboardInterrupt on Ctrl-C.
    """
    words = ["--progress", "none"]
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if isinstance(value, bool):
            words += [option] if value else []
        else:
            words += [option, str(value) if isinstance(value, (str, int)) else ",".join(value)]
    return [json.loads(line) for line in compare_lines(game, words).splitlines()]
