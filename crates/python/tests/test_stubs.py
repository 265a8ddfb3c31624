"""The type stubs say what the classes have, and every class and function is documented."""

import inspect
import subprocess
import sys

import pytest

import shuangqi
from shuangqi import _native


def test_the_stubs_are_those_of_the_classes():
    pytest.importorskip("mypy")
    done = subprocess.run([sys.executable, "-m", "mypy.stubtest", "shuangqi"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_everything_is_documented():
    undocumented = []
    for name, value in vars(_native).items():
        if name.startswith("_"):
            continue
        parts = {name: value}
        if inspect.isclass(value):
            parts |= {f"{name}.{part}": what for part, what in vars(value).items() if not part.startswith("_")}
        undocumented += [part for part, what in parts.items() if not (what.__doc__ or "").strip()]
    assert undocumented == []
    assert set(shuangqi.__all__) <= set(dir(shuangqi))
