"""Boards of both games: rules, notations, rulings."""

import copy
import pickle

import pytest

from shuangqi import Board, Move, othello, xiangqi


def test_the_start_of_xiangqi():
    board = xiangqi.Board()
    assert board.fen() == "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
    assert (board.game, board.turn, board.ply(), board.result()) == ("xiangqi", "red", 0, "*")
    assert len(board.legal_moves) == 44 and not board.is_check() and board.outcome() is None
    assert board.piece_at(xiangqi.parse_square("e0")) == "K" and board.piece_at(40) is None
    assert len(board.piece_map()) == 32 and board.cells()[:9].hex() == "050403020102030405"
    assert [board.perft(depth) for depth in range(4)] == [1, 44, 1920, 79666]


def test_the_start_of_othello():
    board = othello.Board()
    assert board.fen() == "---------------------------OX------XO--------------------------- X"
    assert (board.turn, board.count(), board.empties()) == ("black", (2, 2), 60)
    assert sorted(str(move) for move in board.legal_moves) == ["c4", "d3", "e6", "f5"]
    assert board.piece_at(othello.parse_square("e4")) == "X"
    assert board.perft(9) == 3005288 and board.perft(9, convention="b") == 3005320


def test_moves_are_played_and_taken_back():
    board = xiangqi.Board()
    move = board.push_uci("h2e2")
    assert move == Move.from_uci("H2E2") and move in {Move.from_uci("h2e2")} and board.turn == "black"
    assert (xiangqi.square_name(move.from_square), xiangqi.square_name(move.to_square)) == ("h2", "e2")
    board.push("马8进7")
    board.push(board.legal_moves[0])
    assert len(board.move_stack) == board.ply() == 3
    assert [board.pop() for _ in range(3)][-1] == move
    assert board == xiangqi.Board()
    with pytest.raises(IndexError, match="no move was played"):
        board.pop()


def test_notations_of_xiangqi():
    board = xiangqi.Board()
    move = board.parse_san("炮二平五")
    assert [board.san(move, notation) for notation in ("wxf", "chinese", "iccs")] == ["C2.5", "炮二平五", "H2-E2"]
    assert board.san(board.parse_san("马二进三"), "traditional") == "馬二進三"
    line = [move, Move.from_uci("h9g7")]
    assert board.variation_san(line) == "C2.5 H8+7"
    with pytest.raises(ValueError, match="notation: found .*, expected one of chinese, traditional, wxf, iccs"):
        board.san(move, "pgn")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: xiangqi.Board("9/9"), "Xiangqi FEN"),
        (lambda: xiangqi.Board(rules="fide"), "Xiangqi rules: found \"fide\", expected one of asian"),
        (lambda: othello.Board("X-O"), "Othello board: found 3 cells, expected 64"),
        (lambda: Move.from_uci("z9"), "move: found \"z9\", expected two points"),
        (lambda: xiangqi.Board().push_uci("a0a9"), "move: found \"a0a9\""),
        (lambda: xiangqi.Board().push(Move.from_uci("f5")), "it is no move"),
        (lambda: othello.Board().push(Move.from_uci("a1")), "it turns no disc"),
        (lambda: othello.Board().push("pass"), "a pass"),
        (lambda: xiangqi.Board().piece_at(90), "square: found 90, expected 0 to 89"),
        (lambda: xiangqi.Board().perft(41), "depth: found 41, expected at most 40"),
        (lambda: xiangqi.Board().perft(2, convention="x"), "convention: found \"x\""),
        (lambda: xiangqi.Board().perft(2, threads=0), "threads: found 0, expected 1 to 1024"),
    ],
)
def test_errors_say_what_was_found_and_expected(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_a_board_is_as_it_was_after_an_error():
    board = xiangqi.Board()
    board.push_uci("h2e2")
    for wrong in ("h2e2", "nonsense", ""):
        with pytest.raises(ValueError):
            board.push_san(wrong)
    with pytest.raises(ValueError):
        board.set_fen("9/9")
    assert [str(move) for move in board.move_stack] == ["h2e2"]


def test_copies_are_of_their_own():
    board = xiangqi.Board(rules="pikafish moves=50")
    board.push_uci("h2e2")
    for other in (board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert isinstance(other, xiangqi.Board) and other == board and other.rules == "pikafish moves=50"
        other.pop()
        assert other != board and board.ply() == 1
    assert board.copy(stack=False).move_stack == [] and board.copy(stack=False) == board
    assert board.root() == xiangqi.Board(rules="pikafish moves=50")
    assert pickle.loads(pickle.dumps(board.peek())) == board.peek()
    with pytest.raises(TypeError):
        hash(board)
    assert board != othello.Board() and not (board == 1)


def test_a_board_of_no_game_cannot_be_made():
    with pytest.raises(TypeError):
        Board()


def test_a_forced_pass_is_a_move_and_may_be_left_out():
    # White has no move.
    board = othello.Board("XXXXXXXO-OOOOOOO" + "-" * 48 + " O")
    assert [str(move) for move in board.legal_moves] in (["pass"], ["a2"])
    passed = "-" * 8 + "XXO-----" + "-" * 48 + " O"
    board = othello.Board(passed)
    assert [move.is_pass for move in board.legal_moves] == [True]
    assert board.push_san("d2") == Move.from_uci("d2") and len(board.move_stack) == 2


def test_the_end_of_a_game_of_othello():
    board = othello.Board()
    for move in ("f5", "d6", "c5", "f4", "e7", "f6", "g5", "e6", "e3"):
        board.push_san(move)
    outcome = board.outcome()
    assert outcome is not None and outcome.winner == "black" and outcome.result() == "1-0"
    assert outcome.discs == 64 and "counted for the winner" in outcome.explanation


def test_checkmate():
    board = xiangqi.Board("3k5/3P5/9/9/9/9/9/9/9/3RK4 b - - 0 1")
    outcome = board.outcome()
    assert (outcome.termination, outcome.winner, board.is_game_over()) == ("checkmate", "red", True)


def test_perpetual_check_is_judged_by_the_rules():
    board = xiangqi.Board("3k5/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1")
    for move in "a0a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9 a8a9".split():
        assert board.outcome() is None
        board.push_uci(move)
    outcome = board.outcome()
    assert (outcome.termination, outcome.winner) == ("perpetual_check", "black")
    assert "check" in outcome.explanation and board.is_repetition() and not board.is_repetition(4)
    plain = xiangqi.Board(board.root().fen(), rules="plain")
    for move in board.move_stack:
        plain.push(move)
    assert plain.outcome().termination == "repetition" and plain.outcome().winner is None


def test_boards_are_drawn():
    assert "r n b a k" in str(xiangqi.Board()) or "r" in str(xiangqi.Board())
    assert "車" in xiangqi.Board().unicode()
    assert repr(othello.Board()).startswith("OthelloBoard('-----")
    assert repr(xiangqi.Board(rules="plain")).endswith(", rules='plain')")
