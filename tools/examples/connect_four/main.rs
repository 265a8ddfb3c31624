//! `shuangqi` for a third game: Connect Four joins match, play, analyze and serve by one `impl` of [`Game`], perft, compare
//! and tree by one of [`LabGame`], and all by one entry in the list of games. No other file is changed. The rules and the
//! evaluator are those of the example of `search-core`.
//!
//! ```console
//! $ cargo run --release -p tools --example connect_four -- compare connect4 --depth 6
//! $ cargo run --release -p tools --example connect_four -- play connect4 --depth 8
//! $ cargo run --release -p tools --example connect_four -- serve --open
//! $ cargo run --release -p tools --example connect_four -- match -game connect4 -rounds 10 \
//!     -engine name=new nodes=2000 -engine name=old nodes=1000
//! ```

#[path = "../../../crates/search-core/examples/connect_four/game.rs"]
mod rules;

use std::process::ExitCode;

use ::game::{BoardShape, Game, GameInfo, Unit};
use search_core::{Position, Recipe};
use shuangqi::games::Entry;
use shuangqi_cli::BadInput;
use shuangqi_cli::bad_input::quote;
use shuangqi_lab::lab_game::{ExperimentDepths, LabGame, LabSettings};

use rules::{COLUMNS, Column, ConnectFour, Lines, ROWS};

const THREE_GAMES: &[Entry] =
    &[Entry::of::<othello::Position>(), Entry::of::<xiangqi::Position>(), Entry::of::<ConnectFour>()];

fn main() -> ExitCode {
    shuangqi::main_with(THREE_GAMES)
}

impl Game for ConnectFour {
    type Evaluator = Lines;
    type Weights = ();
    type Recipe = &'static Recipe;
    type Rules = ();

    const INFO: GameInfo = GameInfo {
        summary: "four in a row, discs that fall",
        hundred: "line",
        unit: Unit { name: "lines", size: 100 },
        ..GameInfo::new(
            "connect4",
            "Connect Four",
            ["yellow", "red"],
            ["Yellow", "Red"],
            BoardShape::Cells { columns: COLUMNS, rows: ROWS, is_first_row_on_top: false },
        )
    };
    const START: &'static str = "------------------------------------------ X";
    const PLAY: &'static Recipe = &search_core::recipe::STRONGEST;
    const STRONGEST: Recipe = search_core::recipe::STRONGEST;

    fn start() -> Self {
        ConnectFour::default()
    }

    fn evaluator((): &(), _nodes: u64) -> Lines {
        Lines
    }

    /// The cells row by row from above: `X` for the side that begins, `O` for the other, `-` for none. The side to move
    /// may follow; it is known from the number of discs.
    fn parse_board(text: &str) -> Result<Self, BadInput> {
        let bad = |found: String| {
            let expected = "42 cells, row by row from above, each X, O or -, and the side to move";
            BadInput::new("board", None, found, expected, "Write a board as this program writes it")
        };
        let (cells, mover) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        let letters: Vec<char> = cells.chars().collect();
        if letters.len() != usize::from(COLUMNS) * usize::from(ROWS) {
            return Err(bad(format!("{} letters", letters.len())));
        }
        let (mut discs, mut fallen) = ([0u64; 2], ConnectFour::default());
        for (index, &letter) in letters.iter().enumerate().rev() {
            let side = match letter {
                'X' => 0,
                'O' => 1,
                '-' => continue,
                _ => return Err(bad(quote(&letter.to_string()).to_string())),
            };
            let before = fallen.own | fallen.other;
            fallen.play(Column((index % usize::from(COLUMNS)) as u8));
            let landing = (fallen.own | fallen.other) & !before;
            if landing != cell(index) {
                return Err(bad("a disc that does not rest on another".to_owned()));
            }
            discs[side] |= landing;
        }
        let [first, second] = discs.map(u64::count_ones);
        match (first.checked_sub(second), mover) {
            (Some(0), "" | "X") => Ok(ConnectFour { own: discs[0], other: discs[1] }),
            (Some(1), "" | "O") => Ok(ConnectFour { own: discs[1], other: discs[0] }),
            _ => Err(bad(format!("{first} X, {second} O and the side {mover:?}"))),
        }
    }

    fn board_text(&self) -> String {
        let letters = if self.side() == 0 { ['X', 'O'] } else { ['O', 'X'] };
        let letter = |index: usize| match cell(index) {
            cell if self.own & cell != 0 => letters[0],
            cell if self.other & cell != 0 => letters[1],
            _ => '-',
        };
        let cells: String = (0..usize::from(COLUMNS) * usize::from(ROWS)).map(letter).collect();
        format!("{cells} {}", letters[0])
    }
}

impl LabGame for ConnectFour {
    type LabEvaluator = Lines;

    const LAB: LabSettings = LabSettings {
        radius: 200,
        positions: "startpos\nstartpos moves d d d\nstartpos moves c e d\nstartpos moves d c d e c\n\
            startpos moves a d g d b e\nstartpos moves d d d d d b b\nstartpos moves e d c c e e d f",
        shallow: 6,
        bench: [6, 8],
        depths: ExperimentDepths {
            shallow: (4, 8),
            deep: (8, 12),
            deep_positions: 100,
            parts: (6, 10),
            plain: (5, 8),
            many: 100,
            factorial: 7,
            selective: (6, 9),
            oracle: 13,
        },
        has_captures: false,
        has_null_move: false,
    };
    const PERFT_GRAIN: u32 = 6;
}

/// The cell at a place of the text.
fn cell(index: usize) -> u64 {
    let (row, column) = (usize::from(ROWS) - 1 - index / usize::from(COLUMNS), index % usize::from(COLUMNS));
    1 << (column * (usize::from(ROWS) + 1) + row)
}
