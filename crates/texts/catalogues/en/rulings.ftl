# What referees say.

## Lists

list-comma = { ", " }
list-and = { " and " }
list-nothing = nothing
list-more = { $count } more

## Ends of games of Xiangqi

moment =
    { $moves ->
        [0] At the start
        [one] After { $moves } move
       *[other] After { $moves } moves
    }
ending-with-evidence = { $ending }. { $evidence }
ending-checkmate = { $moment }, { $loser } is checkmated, so { $winner } wins
ending-stalemate = { $moment }, { $loser } has no legal move, which loses, so { $winner } wins
ending-perpetual_check = { $moment }, the position has occurred for the third time, and { $loser } gave check with every move since the first, so { $winner } wins
ending-mutual_perpetual_check = { $moment }, the position has occurred for the third time, and both sides gave check with every move since the first: a draw
ending-perpetual_chase = { $moment }, the position has occurred for the third time, and { $loser } attacked the same piece with every move since the first, so { $winner } wins
ending-mutual_perpetual_chase = { $moment }, the position has occurred for the third time, and each side attacked the same piece of the other with every move since the first: a draw
ending-repetition = { $moment }, the position has occurred for the third time, and neither side did what it may not do all the time: a draw
ending-move_limit = { $moment }, too many moves have been made without a capture: a draw
ending-no_attackers = { $moment }, neither side has a piece that could cross the river: a draw

## The evidence of a repetition in Xiangqi

evidence-both = { $first } { $second }
evidence-nothing-forbidden = These rules forbid nothing in repetitions.
evidence-excuse = { $side }'s { $move } gave check, and under these rules one check in the cycle excuses all chases.
evidence-held-chariot = A chariot that a horse holds is the victim, whatever it attacks.
evidence-checks = { $side } gave check with { $moves }.
evidence-chase = { $side } attacked { $other }'s { $man } anew with { $attacks }.
evidence-attack = { $move } ({ $threat })
evidence-quiet = { $side } gave no check.
evidence-moves = Of { $side }'s moves, { $clause }.
evidence-clauses = { $first }, and { $second }
evidence-no-check = { $move } gave no check
evidence-idle = { $move } attacked nothing anew
evidence-uncounted = { $move } attacked nothing anew that counts ({ $threats })
evidence-hunts = no one piece was attacked by all: { $hunts }
evidence-hunt = { $move } attacked { $victims }
threat-unprotected = { $attacker } on { $victim }, unprotected
threat-higher = { $attacker } on { $victim }, protected or not
threat-pinned = { $attacker } on { $victim }, which may not leave its place
threat-equal = { $attacker } on { $victim }, which could take first
threat-protected = { $attacker } on { $victim }, protected by { $protector }
man-at = { $man } { $square }
man-general = general
man-advisor = advisor
man-elephant = elephant
man-horse = horse
man-chariot = chariot
man-cannon = cannon
man-soldier = soldier
man-none = empty point

## Ends of games of Othello

othello-win = { $winner } wins { $more } to { $fewer }
othello-draw = A draw, { $more } to { $fewer }
othello-empty =
    { $empties ->
        [1] { $ending }, the empty square counted for the winner
       *[other] { $ending }, the { $empties } empty squares counted for the winner
    }
othello-solved = { $ending } with best play of the last { $empties } squares
