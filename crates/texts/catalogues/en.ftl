# The texts of the page.

## Everywhere

name = Shuangqi
close = Close
copied = Copied
not-allowed = Not allowed
copy = Copy
copy-link = Copy a link
paste = Paste
play = Play
analyse = Analyse
set-up = Set up
save = Save
other = Other
none = None
board = Board
moves = Moves
games = Games
files = Files
settings = Settings
turn-board = Turn the board
no-moves = No moves yet
moves-count =
    { $count ->
        [one] { $count } move
       *[other] { $count } moves
    }
discs-count =
    { $count ->
        [one] { $count } disc
       *[other] { $count } discs
    }
depth = depth { $depth }
nodes = { $count } nodes
level = level { $level }
strength-number = strength { $strength }
seconds-a-move = { $seconds } s a move
bytes = { $count } bytes
full-stop = { "." }

## Games, sides and pieces

game-othello = Othello
game-xiangqi = Xiangqi
side-othello-0 = Black
side-othello-1 = White
side-xiangqi-0 = Red
side-xiangqi-1 = Black
unit-discs = discs
unit-soldiers = soldiers
notation-chinese = 马二进三
notation-traditional = 馬二進三
notation-wxf = WXF: H2+3
notation-iccs = ICCS: H2-E2
disc-of = { $side } disc
piece-k = { $side } general
piece-a = { $side } advisor
piece-b = { $side } elephant
piece-n = { $side } horse
piece-r = { $side } chariot
piece-c = { $side } cannon
piece-p = { $side } soldier

## The page itself

to-board = To the board
pages = Pages
needs-javascript = This page needs JavaScript.
no-such-page = There is no such page.
to-first-page = Go to the first page
connection-lost = The connection to the program is lost. Is it still running? The page tries again by itself.
connection-token = The program was started again and has another token. Open the address that it printed; this page then goes on by itself.
engine-failed = The engine in this browser has ended ({ $what }). Try again.
connection-back = The connection is back.

## The first page

home-title = Play and analyse
home-note = Everything happens on this computer; nothing is sent anywhere.
home-first = { $side } moves first
home-recent = Your games
home-files = Matches, reports and game files
paste-game-of = Paste a game of { $game }
in-progress = in progress
analysis-of-players = Analysis: { $players }
forget = Forget { $title }

## A new game

new-game-of = New game of { $game }
game-of = A game of { $game }
goes-on-after =
    { $count ->
        [one] The game goes on after { $count } move.
       *[other] The game goes on after { $count } moves.
    }
begins-set-up = The game begins from the position that was set up.
start-game = Start the game
set-up-position = Set up a position
paste-to-go-on = Paste a game or position to go on from
you-play = You play
moves-first = moves first
both-sides = Both sides
no-side = None
engine-itself = the engine against itself
strength = Strength of the engine
strength-0 = Very easy
strength-1 = Easy
strength-2 = Medium
strength-3 = Hard
strength-4 = Very hard
by-clock = By its clock
by-clock-note = as strong as it can
by-its-clock = by its clock
limit = Limit
limit-strength = Strength (1 to 20)
limit-level = Level
limit-ms = Seconds a move
limit-depth = Depth in plies
limit-nodes = Nodes a move
odds = Odds given by the engine
odds-horse = A horse
odds-chariot = A chariot
odds-horses = Both horses
odds-cannons = Both cannons
odds-corner = A corner
odds-corners2 = Two corners
odds-corners4 = Four corners
rules = Rules
rules-moves = Moves without a capture until a draw
rules-of-game = Rules: { $name }
rules-with-moves = { $name }, a draw after { $moves } moves without a capture
rules-asian = Asian
forbidden-asian = A side that gives perpetual check or chases a piece perpetually loses.
rules-pikafish = Pikafish
forbidden-pikafish = As the Asian rules, but a check in the cycle excuses every chase.
rules-checks-only = Only checks
forbidden-checks-only = A side that gives perpetual check loses; every other repetition is a draw.
rules-plain = Plain
forbidden-plain = Every repetition is a draw.
clock-each = Clock for each side
clock-minutes = { $minutes } min
clock-increment = + { $seconds } s a move
clock-base-increment = { $base } + { $seconds } s
minutes = Minutes
increment = Seconds a move added
engine-player = Shuangqi, { $limit }
you = You

## A game

board-of = { $game } board
game = Game
hint = Hint
undo = Undo
redo = Redo
resign = Resign
offer-draw = Offer a draw
draw-considered = The engine considers the offer…
draw-declined = The engine declines the draw.
resign-sure = Really resign?
pause = Pause
go-on = Go on
new-game = New game
step-first = First position (Home)
step-back = One move back (left arrow)
step-forward = One move on (right arrow)
step-last = Last position (End)
cannot-go-on = The game cannot go on
after-move = After move { $move } of { $count }
last-goes-on = The last position is where the game goes on.
game-over = The game is over
passes = { $side } has no legal move and passes
passes-sentence = { $side } has no legal move and passes.
your-move = Your move: { $side }
your-move-check = Your move: { $side }, in check
side-to-move = { $side } to move
side-to-move-check = { $side } to move, in check
paused = Paused
engine-thinks = The engine is thinking for { $side }
engine-thinks-check = The engine is thinking for { $side }, in check
no-result = No result
analyse-game = Analyse the game
play-again = Play again
search-waits = Other searches are running; this one begins when one of them ends.
thought = Depth { $depth }, { $nodes } nodes, { $score } for { $side }: { $line }
game-is-over = The game is over, { $result }. { $explanation }
reason-time = { $winner } wins: the time of { $loser } is up
reason-resignation = { $winner } wins: { $loser } resigns
looking = Looking for a good move…
hint-move = The engine would play { $move } (depth { $depth }).
hint-line = The engine would play { $move } (depth { $depth }, { $score } for { $side }), then { $line }.
game-not-kept = This game is not kept in this browser.
game-cannot-be-kept = This browser has no room to keep this game. Save it to a file before you leave the page.
begin-new = Begin a new one
to-move = to move
move-announced = { $side }: { $move }.

## The board, for those who hear it

point-legal = legal move
point-chosen = chosen
point-last = last move
point-empty = empty

## Ends of games

reason-agreement = both sides agree on a draw
occurred = This position has occurred { $count } times. At the third time the game may end by the rules on repetition.

## Analysis

analysis = Analysis
analysis-of = Analysis of { $game }
new = New
new-analysis = New analysis
mark = Mark of the move
mark-1 = Good move
mark-2 = Mistake
mark-3 = Brilliant move
mark-4 = Blunder
mark-5 = Interesting move
mark-6 = Dubious move
comment-on-move = Comment on this move
main-line = Main line
make-main-line = Make this variation the main line
delete-from-here = Delete this move and all after it
play-from-here = Play from here
must-pass = { $side } must pass
fault-inaccuracy = inaccuracy
fault-mistake = mistake
fault-blunder = blunder
inaccuracy-sentence =
    { $better ->
        [none] An inaccuracy.
       *[other] An inaccuracy; { $better } was better.
    }
mistake-sentence =
    { $better ->
        [none] A mistake.
       *[other] A mistake; { $better } was better.
    }
blunder-sentence =
    { $better ->
        [none] A blunder.
       *[other] A blunder; { $better } was better.
    }
over-here = The game is over here.
only-pass = A pass is the only move.
engine-off = The engine is off.
waiting-for-searches = Waiting for other searches to end.
engine = Engine
lines-count =
    { $count ->
        [one] { $count } line
       *[other] { $count } lines
    }
lines-number = Number of lines
every-move-on-board = Every move on the board
worth-of-pieces = Worth of pieces
lines-of-engine = Lines of the engine
search-facts = depth { $depth } · { $nodes } nodes
search-facts-speed = depth { $depth } · { $nodes } nodes · { $speed }/s
chances = { $side }: win { $win } %, draw { $draw } %, loss { $loss } %
exact = exact
sure = { $certainty } % sure
line-title = Scores are for { $side }. A click plays the first move of the line.
evaluation-over = The game is over: { $result }
evaluation-of = Evaluation: { $score } for { $side }
no-evaluation = No evaluation yet
term = Term
beyond = { $first } beyond { $second }
without-search = Evaluation without search: { $score } for { $side }
without-search-part = Evaluation without search: { $score } for { $side }, { $part } % of the advantage counts
graph = Scores of { $known } of { $count } positions
graph-last = Scores of { $known } of { $count } positions; the last one { $last }
score-for = { $score } for { $side }
ahead = { $side } ahead

## Terms of the evaluation of Xiangqi

term-tempo = Having the move
term-piece-advisor = Advisors
term-piece-elephant = Elephants
term-piece-horse = Horses
term-piece-rook = Chariots
term-piece-cannon = Cannons
term-piece-soldier = Soldiers
term-table-king = Where the general stands
term-table-advisor = Where advisors stand
term-table-elephant = Where elephants stand
term-table-horse = Where horses stand
term-table-rook = Where chariots stand
term-table-cannon = Where cannons stand
term-table-soldier = Where soldiers stand
term-rook-reach = Reach of chariots
term-cannon-reach = Reach of cannons
term-horse-reach = Reach of horses
term-guards-full = All guards present
term-guards-advisors_rooks = Advisors against chariots
term-guards-advisors_horses = Advisors against horses
term-guards-advisors_cannons = Advisors against cannons
term-guards-elephants_rooks = Elephants against chariots
term-guards-elephants_horses = Elephants against horses
term-guards-elephants_cannons = Elephants against cannons
term-material-no_rook = No chariot against one
term-material-horses_cannons = Horses and cannons together
term-material-rooks_minors = Chariots against horses and cannons
term-material-soldiers = Number of soldiers
term-cannon-file = Cannon on the general's file
term-cannon-hollow-backed = Hollow cannon backed up
term-cannon-stuck_horse = Cannon against a horse in the palace
term-cannon-rank = Cannon on the general's rank
term-cannon-bottom-backed = Bottom cannon backed up
term-rook-file = Chariot on the general's file
term-rook-rank = Chariot on the general's rank
term-pin-horse = Pinned horse
term-pin-rook = Pinned chariot
term-pin-cannon = Pinned cannon
term-danger = Pressure on the palace
term-attack-across = Attackers across the river
term-attack-wing = Attackers on one wing
term-attack-king_steps = Steps left to the general
term-attack-palace = Points of the palace covered
term-check-rook = Safe checks by chariots
term-check-horse = Safe checks by horses
term-check-cannon = Safe checks by cannons
term-threat-soldier_minor = Soldier attacks horse or cannon
term-threat-soldier_rook = Soldier attacks chariot
term-threat-minor_rook = Horse or cannon attacks chariot
term-threat-minor_minor = Horse or cannon attacks horse or cannon
term-threat-minor_guard = Horse or cannon attacks a guard
term-hanging-horse = Unprotected horse attacked
term-hanging-cannon = Unprotected cannon attacked
term-hanging-rook = Unprotected chariot attacked
term-hanging-crossed_soldier = Unprotected soldier attacked
term-hanging-guard = Unprotected guard attacked
term-protected-horse = Protected horse
term-protected-cannon = Protected cannon
term-protected-crossed_soldier = Protected soldier across the river
term-soldier-pair = Soldiers side by side
term-soldier-opposed = Soldiers face to face
term-soldier-behind_horse = Soldier behind its horse
term-soldier-lost_guards = Soldiers against lost guards

## The analysis of a whole game

whole-game = Whole game
analyse-whole-game = Analyse the whole game
next-mistake = Next mistake
stop = Stop
effort = Effort
effort-quick = Quick
effort-thorough = Thorough
effort-deep = Deep
review-progress = Progress of the analysis
accuracy = Accuracy
mean-loss = Mean loss ({ $unit })
inaccuracies = Inaccuracies
mistakes = Mistakes
blunders = Blunders

## Setting up a position

set-up-of = Set up a position of { $game }
board-to-set-up = { $game } board to set up
set-up-palette = What is put on the board
position-text = The position as text
set-up-note = Choose what to put on the board, then click its points. A second click takes it away.
start-position = Start position
clear = Clear
as-text = As text
take-away = Take away
who-moves = To move
set-up-over = The game is over in this position: { $explanation }.
set-up-playable = The position can be played.

## Saving and pasting

export-title = Save the game
export-lost = This format cannot hold { $list }.
lost-variations =
    { $count ->
        [one] one variation
       *[other] { $count } variations
    }
lost-comments =
    { $count ->
        [one] one comment
       *[other] { $count } comments
    }
lost-marks =
    { $count ->
        [one] one mark
       *[other] { $count } marks
    }
lost-sides = the side to move
lost-tags = the headers { $names }
export-no-text = This format is not text. Save it as a file.
export-part = What is saved
export-game = The whole game
export-tree = The whole game with its variations
export-path = The moves up to the board shown
copy-link-note = A link to the board shown, with the moves that lead to it
format = Format
format-pgn = PGN
format-ggf = GGF
format-sgf = SGF
format-xqf = XQF
format-ubb = DhtmlXQ
format-moves = Moves
format-board = Position
game-text = The game as text
save-file = Save as a file
copy-picture = Copy the board
save-png = Picture (PNG)
save-svg = Picture (SVG)
a-game = A game
paste-text = Game or position
paste-which = { $count } games. Which one?
paste-first = The first { $shown } of { $count } games. Which one?
request-too-large = This is too large: at most 1.5 MB can be sent at once
paste-too-large = The file is larger than 1 MB
paste-note = A position, a list of moves in any notation of the game, or a whole file of games.
open = Open
choose-file = Choose a file

## Files

matches = Matches
matches-note = Watch a match while it runs, or its result.
reports = Reports
reports-note = Pages that other commands have written.
games-note = Games to analyse.
no-files = The folder has no reports, no journals of matches and no files of games.
all-files = All files
own-tab = In a tab of its own
collection = Games of the folder
collection-search = Find
collection-words = Player, event or year
collection-game = Game
collection-players = Players
collection-result = Result
collection-date = Date
collection-event = Event
collection-file = File
collection-more = More
collection-reading =
    { $count ->
        [0] Reading the folder…
       *[other] Reading the folder: { $count } games…
    }
collection-found =
    { $count ->
        [one] { $count } game
       *[other] { $count } games
    }
collection-here =
    { $count ->
        [one] { $count } game of the folder
       *[other] { $count } games of the folder
    }
collection-errors =
    { $count ->
        [one] { $count } file has errors
       *[other] { $count } files have errors
    }

## Errors

error-found = Found
error-expected = Expected
error-remedy = Remedy
error-place = Place

## Settings

language = Language
colours = Colours of the page
colours-system = As the system
colours-light = Light
colours-dark = Dark
pieces-of-xiangqi = Pieces of Xiangqi
characters = Characters
letters = Letters
boards = Boards
wood-and-felt = Wood and felt
plain = Plain
moves-of = Moves of { $game }
coordinates = Coordinates
mark-legal = Mark legal moves
number-discs = Number the discs by their moves
show-thoughts = Show what the engine thinks of the game while playing
hash = Table of the engine
hash-usual = As the program was started ({ $size } MB)
hash-size = { $size } MB
threads = Threads of the engine

## Keys

keys = Keys
keys-step = one move back or on
keys-ends = first and last position
keys-tab = from one control to the next; on the board the arrows go from point to point
keys-enter = chooses: a piece, then where it goes
keys-escape = closes a window
keys-help = shows these keys
keys-mouse = Right button
keys-draw = draws arrows and circles on the board; the next click clears them

## Watching a match

reading-journal = Reading the journal…
standings = Standings
finished-games = Finished games
match-over = { $about } The match is over.
match-about = { $game }, { $engines } engines.
match-about-planned = { $game }, { $engines } engines, { $planned } games planned.
against = { $first } against { $second }
game-number = Game { $number }
live-move = Move { $number }: { $move }
live-begins = The game begins.
games-finished = { $about } Games finished: { $games }.
games-finished-of = { $about } { $games } of { $planned } games finished.
points = Points
won-drawn-lost = Won, drawn, lost
points-of = { $points } of { $games }
elo = Elo
all-figures = All figures
llr-open = Log likelihood ratio { $value }, from { $lower } to { $upper }; the test is not decided.
llr-decided = Log likelihood ratio { $value }, from { $lower } to { $upper }; the test is decided: { $state }.
llr = Log likelihood ratio { $value }
open-in-analysis = Open in analysis

## Puzzles

puzzles = Puzzles
puzzles-of = Puzzles of { $game }
puzzle-mate =
    { $moves ->
        [one] { $side } mates in one move.
       *[other] { $side } mates in { $moves } moves.
    }
puzzle-gain = { $side } to move: find the move that wins material.
puzzle-win = { $side } to move: one move wins.
puzzle-wipe-out = { $side } to move: one move leads to the capture of every disc.
puzzle-draw = { $side } to move: one move draws, all others lose.
puzzle-mistake = { $side } to move: find a better move than { $move }.
puzzle-right = Right. What comes next?
puzzle-wrong = { $move } is not it. Try again.
puzzle-solved = Solved
puzzle-shown = The solution
puzzle-about = Difficulty { $rating }. { $themes }.
puzzle-score = Your rating { $rating } · in a row { $streak }, best { $best } · { $solved } of { $all } solved
puzzle-next = Next
puzzles-none = There is nothing left to solve here.
solution = Solution
try-mistakes = Try your mistakes again
mistakes-of-game = The mistakes of a game
mistake-number = Mistake { $number } of { $count }
mistake-better = Better was { $better }.
theme = Theme
theme-all = All
theme-mate = Mate
theme-gain = Winning material
theme-win = Winning ending
theme-draw = Saving a draw
theme-sacrifice = Sacrifice
theme-fork = Fork
theme-pin = Pin
theme-quiet = Quiet move
theme-check = Check
theme-corner = Corner
theme-edge = Edge
theme-x-square = X-square
theme-parity = Parity
theme-sweep = Many discs
theme-wipe-out = Wipe-out

external-engine = Another engine
external-none = No other engine
external-options = Options: Hash=64; Threads=2
book-title = Opening book
book-move = Move
book-score = Score
book-games = Games
book-opening = Opening
book-none = The book does not move here.
opening = Opening: { $name }
opening-xiangqi-central-cannon = Central Cannon
opening-xiangqi-same-direction-cannons = Same Direction Cannons
opening-xiangqi-same-direction-file-against-rank = Same Direction Cannons: File Chariot against Rank Chariot
opening-xiangqi-same-direction-file-against-delayed = Same Direction Cannons: File Chariot against Delayed Chariot
opening-xiangqi-same-direction-rank-against-file = Same Direction Cannons: Rank Chariot against File Chariot
opening-xiangqi-opposite-direction-cannons = Opposite Direction Cannons
opening-xiangqi-delayed-opposite-cannons = Delayed Opposite Direction Cannons
opening-xiangqi-cannon-blocks-chariot = Central Cannon against the Blocking Cannon
opening-xiangqi-screen-horses = Central Cannon against Screen Horses
opening-xiangqi-river-chariot-screen-horses = Central Cannon with River Chariot against Screen Horses
opening-xiangqi-river-chariot-exchange = Central Cannon with River Chariot against Screen Horses: Cannon Offers the Exchange
opening-xiangqi-patrol-chariot-screen-horses = Central Cannon with Patrol Chariot against Screen Horses
opening-xiangqi-five-seven-cannons = Five-Seven Cannons against Screen Horses
opening-xiangqi-five-six-cannons = Five-Six Cannons against Screen Horses
opening-xiangqi-five-eight-cannons = Five-Eight Cannons against Screen Horses
opening-xiangqi-sandwiched-horses = Central Cannon against Sandwiched Horses
opening-xiangqi-single-raised-horse = Central Cannon against the Single Raised Horse
opening-xiangqi-three-step-tiger = Central Cannon against the Three-Step Tiger
opening-xiangqi-elephant = Elephant Opening
opening-xiangqi-elephant-against-corner-cannon = Elephant Opening against the Palace Corner Cannon
opening-xiangqi-elephant-against-cross-palace-cannon = Elephant Opening against the Cross-Palace Cannon
opening-xiangqi-elephant-against-central-cannon = Elephant Opening against the Central Cannon
opening-xiangqi-elephant-against-horse = Elephant Opening against the Horse
opening-xiangqi-elephant-against-elephant = Elephant Opening against the Elephant
opening-xiangqi-elephant-against-pawn = Elephant Opening against the Soldier
opening-xiangqi-pointing-the-way = The Immortal Points the Way
opening-xiangqi-opposing-soldiers = Opposing Soldiers
opening-xiangqi-cannon-behind-soldier = The Immortal Points the Way against the Cannon behind the Soldier
opening-xiangqi-pointing-the-way-against-elephant = The Immortal Points the Way against the Elephant
opening-xiangqi-pointing-the-way-against-horse = The Immortal Points the Way against the Horse
opening-xiangqi-pointing-the-way-against-central-cannon = The Immortal Points the Way against the Central Cannon
opening-xiangqi-horse = Horse Opening
opening-xiangqi-horse-against-soldier = Horse Opening against the Soldier
opening-xiangqi-edge-horse = Edge Horse Opening
opening-xiangqi-corner-cannon = Palace Corner Cannon
opening-xiangqi-cross-palace-cannon = Cross-Palace Cannon
opening-xiangqi-golden-hook-cannon = Golden Hook Cannon
opening-xiangqi-patrol-cannon = Patrol Cannon
opening-xiangqi-crossing-cannon = Crossing Cannon
opening-xiangqi-advisor = Advisor Opening
opening-xiangqi-edge-soldier = Edge Soldier Opening
opening-othello-parallel = Parallel
opening-othello-perpendicular = Perpendicular
opening-othello-diagonal = Diagonal
opening-othello-tiger = Tiger
opening-othello-stephenson = Stephenson
opening-othello-leaders-tiger = Leader's Tiger
opening-othello-brightwell = Brightwell
opening-othello-comp-oth = Comp'Oth
opening-othello-aubrey-tanaka = Aubrey–Tanaka
opening-othello-bent-ganglion = Bent Ganglion
opening-othello-cat = Cat
opening-othello-italian = Italian
opening-othello-no-cat = No-Cat
opening-othello-swallow = Swallow
opening-othello-rabbit = Rabbit
opening-othello-mimura = Mimura
opening-othello-rose = Rose
opening-othello-flat = Flat
opening-othello-iago = Iago
opening-othello-horse = Horse
opening-othello-cow = Cow
opening-othello-chimney = Chimney
opening-othello-bat = Bat
opening-othello-buffalo = Buffalo
opening-othello-heath = Heath
opening-othello-x-square = X-Square
opening-othello-snake = Snake
