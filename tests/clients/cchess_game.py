"""Plays a game of Xiangqi of an engine with itself by the package cchess.

Words: the protocol (uci or ucci), the engine, the depth in plies, the most plies of the game.
Prints the number of plies and the moves; fails at a move that cchess does not take, and if the engine is silent for a minute.
"""

import sys
import time

from cchess import FULL_INIT_FEN, ChessBoard, UcciEngine, UciEngine

ENDS = ("bestmove", "dead", "draw", "resign")


def answer(engine):
    """The answer to a search."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        action = engine.get_action()
        if action is None:
            time.sleep(0.002)
        elif action["action"] in ENDS:
            return action
    sys.exit("no answer in a minute")


def main():
    protocol, path, depth, most = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
    engine = {"uci": UciEngine, "ucci": UcciEngine}[protocol]()
    if not engine.load(path) or not engine.wait_for_ready(60):
        sys.exit("the engine does not start")
    board, moves = ChessBoard(FULL_INIT_FEN), []
    while len(moves) < most:
        engine.go_from(board.to_full_fen(), {"depth": depth})
        found = answer(engine)
        if found["action"] != "bestmove":
            break
        if not board.move_iccs(found["move"]):
            sys.exit(f"{found['move']} is no move on {board.to_full_fen()}")
        board.next_turn()
        moves.append(found["move"])
    engine.quit()
    if engine.process.wait(60) != 0:
        sys.exit("the engine failed")
    print(len(moves), " ".join(moves))


main()
