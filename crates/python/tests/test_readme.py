"""The examples of the README run."""

import re
from pathlib import Path

import pytest

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("code", EXAMPLES, ids=[str(index) for index in range(len(EXAMPLES))])
def test_an_example_runs(code, capsys):
    exec(compile(code, "README.md", "exec"), {})
    assert capsys.readouterr().out


def test_the_example_of_the_package_runs():
    import doctest

    import shuangqi

    results = doctest.testmod(shuangqi)
    assert results.attempted > 5 and results.failed == 0
