"""Files of games, records of self-play, comparisons, and the commands."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import shuangqi
from shuangqi import Game, othello, parse_games, read_games, write_games, xiangqi

STUDY = '[Red "许银川"]\n\n1. 炮二平五 $1 {central} 马８进７ (1... 炮８平５ {the same side}) 2. 马二进三 *\n'


def command(*words: object, folder: Path) -> str:
    """Runs a command of the package in a folder, and gives what it prints."""
    done = subprocess.run(
        [sys.executable, "-m", "shuangqi", *map(str, words)], cwd=folder, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_game_with_variations():
    (game,) = parse_games(STUDY)
    assert (game.game, game.result(), game.header("red")) == ("xiangqi", "*", "许银川")
    assert [str(move) for move in game.mainline_moves()] == ["h2e2", "h9g7", "h0g2"]
    first = game.root().next()
    assert (str(first.move), first.comment, first.nags) == ("h2e2", "central", [1])
    assert [str(node.move) for node in first.variations] == ["h9g7", "h7e7"]
    assert first.variations[1].comment == "the same side" and first.parent.move is None
    assert first.variations[1].board().fen().split()[1] == "w" and game.board().ply() == 3
    assert game.losses("xqf") == "1 mark" and game.losses("pgn") == ""


def test_a_game_is_written_and_read_in_other_kinds(tmp_path):
    (game,) = parse_games(STUDY, game="xiangqi")
    for kind in ("pgn", "xqf", "ubb"):
        write_games(tmp_path / f"game.{kind}", [game], notation="chinese")
        (again,) = read_games(tmp_path / f"game.{kind}")
        assert again.mainline_moves() == game.mainline_moves()
        assert len(again.root().next().variations) == 2
    assert "炮二平五" in (tmp_path / "game.pgn").read_text()


def test_a_board_becomes_a_game(tmp_path):
    board = othello.Board()
    for move in ("f5", "d6", "c5", "f4", "e7", "f6", "g5", "e6", "e3"):
        board.push_san(move)
    game = Game.from_board(board, [("Black", "Rose"), ("White", "Tom")])
    write_games(tmp_path / "game.ggf", [game])
    (again,) = read_games(tmp_path / "game.ggf")
    assert again.board() == board and again.board().outcome() == board.outcome()
    assert (again.game, again.header("Black"), again.result()) == ("othello", "Rose", "1-0")


def test_rules_of_a_file_judge_its_game():
    text = '[Rules "plain"]\n[FEN "3k5/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1"]\n\n1. a0a9 d9d8 *\n'
    assert parse_games(text, game="xiangqi")[0].board().rules == "plain"


@pytest.mark.parametrize(
    ("read", "error", "message"),
    [
        (lambda folder: parse_games("1. h2h8 *", game="xiangqi"), ValueError, "found \"h2h8\""),
        (lambda folder: parse_games("", game="othello"), ValueError, "nothing in text"),
        (lambda folder: parse_games("f5d6", game="go"), ValueError, "game: found \"go\""),
        (lambda folder: parse_games("f5d6", kind="doc"), ValueError, "kind: found \"doc\", expected pgn"),
        (lambda folder: read_games(folder / "none.pgn"), OSError, "none.pgn"),
        (lambda folder: write_games(folder / "a.xqf", parse_games("f5d6", game="othello")), ValueError, "xqf"),
        (lambda folder: othello.read_records(folder), ValueError, "expected a folder that shuangqi datagen has filled"),
        (lambda folder: othello.read_records(folder / "none.records"), OSError, "none.records"),
        (lambda folder: shuangqi.compare("othello", depth="x"), ValueError, "--depth"),
        (lambda folder: shuangqi.compare("othello", algorithms="none", depth=1), ValueError, "none"),
    ],
)
def test_errors_say_what_was_found_and_expected(tmp_path, read, error, message):
    with pytest.raises(error, match=message):
        read(tmp_path)


def test_records_of_othello(tmp_path):
    command("datagen", "othello", "--games", 10, "--shards", 2, "--out", "records", "--seed", 1, folder=tmp_path)
    records = othello.read_records(tmp_path / "records")
    assert {name: column.dtype.str for name, column in records.items()} == {
        "mover": "<u8", "opponent": "<u8", "result": "|i1", "score": "<i2",
    }
    assert len(records["mover"]) >= 500 and not np.any(records["mover"] & records["opponent"])
    assert np.all(np.abs(records["result"]) <= 64)
    planes = othello.planes(records["mover"], records["opponent"])
    assert planes.shape == (len(records["mover"]), 128) and set(np.unique(planes)) == {0, 1}
    board = othello.Board()
    planes = othello.planes(*[np.array([side], dtype=np.uint64) for side in board.bitboards()])
    assert [othello.square_name(square) for square in np.flatnonzero(planes[0, :64])] == ["e4", "d5"]
    file = next((tmp_path / "records").glob("*.records"))
    file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(ValueError, match=f"{file.name}: the checksum is wrong"):
        othello.read_records(file)


def test_records_of_xiangqi(tmp_path):
    command("datagen", "xiangqi", "--games", 4, "--shards", 2, "--out", "records", folder=tmp_path)
    records = xiangqi.read_records(tmp_path / "records")
    count = len(records["score"])
    assert count >= 300 and records["cells"].shape == (count, 90) and set(np.unique(records["side"])) == {0, 1}
    assert set(np.unique(records["points"])) <= {0.0, 0.5, 1.0} and np.all(np.diff(records["game"].astype(int)) >= 0)
    planes = xiangqi.planes(records["cells"], records["side"])
    # One king of each side, the mover's in the lower half.
    assert planes.shape == (count, 1260) and np.all(planes[:, :45].sum(axis=1) == 1)
    assert np.array_equal(planes.sum(axis=1), np.count_nonzero(records["cells"], axis=1))


def test_comparisons_are_records():
    records = shuangqi.compare("othello", depth=3, algorithms=["alpha-beta", "pvs"], sample=5, seed=1)
    rows = [record for record in records if record["schema"].startswith("compare-summary/")]
    assert [row["algorithm"] for row in rows] == ["alpha-beta", "pvs"]
    assert all(row["positions"] == 5 and row["same_score"] for row in rows)


def test_commands(tmp_path):
    assert '"nodes":1920' in command("perft", "xiangqi", "--depth", 2, "--format", "ndjson", folder=tmp_path)
    done = subprocess.run([sys.executable, "-m", "shuangqi", "perft", "go"], capture_output=True, text=True)
    assert done.returncode == 2 and "invalid value 'go'" in done.stderr
