//! Books as text: a line of comma-separated values for each position, in the order of their boards.

use search_core::bad_input::quote;
use search_core::{BadInput, Score};
use serde::{Deserialize, Serialize};

use crate::book::{Book, Entry};

/// A line of the file.
#[derive(Serialize, Deserialize)]
struct Line {
    board: String,
    value: Score,
    score: Score,
    nodes: u64,
    lines: u32,
    first: u32,
    drawn: u32,
    second: u32,
}

/// The first line.
const COLUMNS: [&str; 8] = ["board", "value", "score", "nodes", "lines", "first", "drawn", "second"];

impl Book {
    /// Reads the book of a file of this name.
    ///
    /// # Errors
    /// The first line that is none of a book.
    pub fn read(file: &str, text: &str) -> Result<Book, BadInput> {
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let mut book = Book::default();
        let head = reader.headers().map_err(|error| unread(error.to_string()).at(file, 1))?;
        if !text.is_empty() && !head.iter().eq(COLUMNS) {
            let line = quote(text.lines().next().unwrap_or_default());
            return Err(unread(line.to_string()).at(file, 1));
        }
        for (index, line) in reader.deserialize().enumerate() {
            let Line { board, value, score, nodes, lines, first, drawn, second } =
                line.map_err(|error| unread(error.to_string()).at(file, index + 2))?;
            let entry = Entry { value, score, nodes, lines, results: [first, drawn, second] };
            if book.positions.insert(board.clone(), entry).is_some() {
                return Err(unread(format!("{} again", quote(&board))).at(file, index + 2));
            }
        }
        Ok(book)
    }

    /// The book as [`Book::read`] reads it; the same book has the same text.
    pub fn text(&self) -> String {
        let mut boards: Vec<_> = self.positions.iter().collect();
        boards.sort_by_key(|(board, _)| *board);
        let mut writer = csv::Writer::from_writer(Vec::new());
        for (board, &Entry { value, score, nodes, lines, results: [first, drawn, second] }) in boards {
            let line = Line { board: board.clone(), value, score, nodes, lines, first, drawn, second };
            // Nothing in a line can fail to be written to memory.
            let _ = writer.serialize(line);
        }
        String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
    }
}

fn unread(found: String) -> BadInput {
    let expected = format!("{}, separated by commas", COLUMNS.join(", "));
    BadInput::new("book", None, found, expected, "Name a file that shuangqi book build has written")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_is_read_as_it_is_written() {
        let entry = Entry { value: -12, score: 30, nodes: 500_000, lines: 4, results: [7, 0, 2] };
        let positions =
            [("b w", entry), ("a w", Entry::default())].map(|(board, entry)| (board.to_owned(), entry));
        let book = Book { positions: positions.into_iter().collect() };
        let text = book.text();
        assert_eq!(text.lines().nth(2), Some("b w,-12,30,500000,4,7,0,2"), "{text}");
        assert_eq!(Book::read("book", &text), Ok(book));
        assert_eq!(Book::read("book", "").unwrap().len(), 0);
    }

    #[test]
    fn what_is_no_book_is_said() {
        let head = "board,value,score,nodes,lines,first,drawn,second\n";
        for (lines, found) in [
            ("a w,x,0,0,0,0,0,0\n", "book:2"),
            ("a w,1,0,0,0,0,0,0\na w,1,0,0,0,0,0,0\n", "again"),
            ("a w\n", "book:2"),
        ] {
            let bad = Book::read("book", &format!("{head}{lines}")).unwrap_err().to_string();
            assert!(bad.contains(found), "{bad}");
        }
        assert!(
            Book::read("book", "f5d6c3")
                .unwrap_err()
                .to_string()
                .starts_with("book:1: book: found \"f5d6c3\"")
        );
    }

    #[test]
    fn the_books_of_the_program_are_books() {
        for text in [include_str!("../data/othello.csv"), include_str!("../data/xiangqi.csv")] {
            let book = Book::read("book", text).unwrap();
            assert_eq!(book.text(), text);
            assert!(book.moving() <= 5000 && text.len() <= 1 << 20);
        }
    }
}
