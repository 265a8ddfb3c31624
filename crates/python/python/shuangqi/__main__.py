"""The commands of ``shuangqi``: ``python -m shuangqi --help``."""

from __future__ import annotations

import sys

from ._native import run_command_line


def main() -> int:
    """Runs the command of the command line, and returns its exit status."""
    program = [sys.executable, "-m", "shuangqi"]
    words = ["shuangqi", *sys.argv[1:]]
    sys.stdout.flush()
    return run_command_line(program, words)


if __name__ == "__main__":
    sys.exit(main())
