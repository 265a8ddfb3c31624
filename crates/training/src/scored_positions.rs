//! Positions with exact scores, as commands name them.

use othello::notation::obf::{self, Problem};
use shuangqi_cli::{BadInput, Failure, source};

use crate::othello::exact::ScoredPosition;

/// The positions of problem files (`.obf`), `-` for standard input. The score of a position is the best of its line.
///
/// # Errors
/// A file that cannot be read, a line that is no problem or has no score, and files without any problem.
pub fn read(paths: &[String]) -> Result<Vec<ScoredPosition>, Failure> {
    let mut positions = Vec::new();
    for path in paths {
        let file = if path == "-" { "stdin" } else { path };
        let before = positions.len();
        for problem in obf::read(file, &source::read(path)?) {
            let (line, problem) = problem?;
            positions.push(scored(&problem).map_err(|bad| bad.at(file, line))?);
        }
        if positions.len() == before {
            return Err(bad("no line with a position".to_owned()).at(file, 1).into());
        }
    }
    Ok(positions)
}

fn scored(problem: &Problem) -> Result<ScoredPosition, BadInput> {
    let (score, _) = problem.expected().ok_or_else(|| bad("a position without scores".to_owned()))?;
    Ok(ScoredPosition { position: problem.position, score })
}

fn bad(found: String) -> BadInput {
    let expected = "positions with exact scores, such as `…X; G8:+18;`";
    BadInput::new("problem file", None, found, expected, "Let shuangqi solve find the scores first")
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

    fn read_text(text: &str) -> Result<Vec<i32>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("problems.obf");
        std::fs::write(&path, text).unwrap();
        let read = read(&[path.to_string_lossy().into_owned()]);
        read.map(|positions| positions.iter().map(|scored| scored.score).collect())
            .map_err(|failure| failure.to_string())
    }

    #[test]
    fn the_best_score_counts() {
        let text = format!("% a comment\n{BOARD}; H1:+12; G8:+18;\n{BOARD}; H1:-2;\n");
        assert_eq!(read_text(&text), Ok(vec![18, -2]));
    }

    #[test]
    fn lines_without_scores_are_named() {
        let error = read_text(&format!("{BOARD}; G8:+18;\n{BOARD};\n")).unwrap_err();
        assert!(error.contains("problems.obf:2") && error.contains("shuangqi solve"), "{error}");
        assert!(read_text("% nothing\n").unwrap_err().contains("no line with a position"));
        assert!(read_text("bad\n").unwrap_err().contains("problems.obf:1"));
    }
}
