//! Records of self-play as columns, which numpy reads without copying them.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyByteArray, PyDict};
use shuangqi_training::othello::records::Record;
use shuangqi_training::shards::{Item, decode};
use shuangqi_training::xiangqi::records::{GameRecord, Sample};
use xiangqi::{Color, Piece, Square};

/// A column: its name, and its values, little-endian.
type Column = (&'static str, Vec<u8>);

/// The words on how a shard of Othello was made, and its records as columns of bytes, little-endian: ``mover`` and ``opponent``
/// (64 bits, the lowest is a1), ``result`` (8 bits with sign, discs) and ``score`` (16 bits with sign, hundredths of a disc).
///
/// Raises ValueError for bytes that are no such shard, and if the checksum is wrong.
#[pyfunction]
pub(crate) fn othello_columns(py: Python<'_>, shard: PyBackedBytes) -> PyResult<(String, Bound<'_, PyDict>)> {
    columns(py, &shard, |records: &[Record]| {
        let column = |value: fn(&Record) -> Vec<u8>| records.iter().flat_map(value).collect();
        vec![
            ("mover", column(|record| record.board.mover().0.to_le_bytes().to_vec())),
            ("opponent", column(|record| record.board.opponent().0.to_le_bytes().to_vec())),
            ("result", column(|record| record.result.to_le_bytes().to_vec())),
            ("score", column(|record| record.search.to_le_bytes().to_vec())),
        ]
    })
}

/// The words on how a shard of Xiangqi was made, and the positions of its games that are kept to be learnt from as columns of bytes,
/// little-endian: ``cells`` (90 bytes a position, as ``XiangqiBoard.cells``), ``side`` (8 bits, 0 red, 1 black), ``score`` (16 bits
/// with sign, from the side to move), ``points`` (32-bit float: 1, 0.5 or 0 for the side to move), ``ply`` (16 bits) and ``game``
/// (32 bits, the place of the game in the shard).
///
/// Raises ValueError for bytes that are no such shard, and if the checksum is wrong.
#[pyfunction]
pub(crate) fn xiangqi_columns(py: Python<'_>, shard: PyBackedBytes) -> PyResult<(String, Bound<'_, PyDict>)> {
    columns(py, &shard, |games: &[GameRecord]| {
        let (mut cells, mut side, mut score) = (Vec::new(), Vec::new(), Vec::new());
        let (mut points, mut plies, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
        for (number, game) in (0_u32..).zip(games) {
            for Sample { position, score: found, points: scored, ply } in game.samples() {
                cells.extend(Square::all().map(|square| piece_code(position.board().at(square)) as u8));
                side.push(position.side().index() as u8);
                score.extend(found.to_le_bytes());
                points.extend(scored.to_le_bytes());
                // A game has fewer plies than a number of 16 bits can count.
                plies.extend((ply as u16).to_le_bytes());
                numbers.extend(number.to_le_bytes());
            }
        }
        let names = ["cells", "side", "score", "points", "ply", "game"];
        names.into_iter().zip([cells, side, score, points, plies, numbers]).collect()
    })
}

fn columns<'py, I: Item>(
    py: Python<'py>,
    shard: &[u8],
    columns: impl FnOnce(&[I]) -> Vec<Column> + Send,
) -> PyResult<(String, Bound<'py, PyDict>)> {
    let read = py.detach(|| decode::<I>(shard).map(|(made_by, items)| (made_by, columns(&items))));
    let (made_by, columns) = read.map_err(PyValueError::new_err)?;
    let dict = PyDict::new(py);
    for (name, values) in columns {
        dict.set_item(name, PyByteArray::new(py, &values))?;
    }
    Ok((made_by, dict))
}

/// 0 for no piece, the place of its kind from 1 on for a red one, negative for a black one.
pub(crate) fn piece_code(piece: Option<Piece>) -> i8 {
    piece.map_or(0, |piece| {
        let kind = 1 + piece.kind.index() as i8;
        if piece.color == Color::Red { kind } else { -kind }
    })
}
