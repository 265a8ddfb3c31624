//! The output to a terminal: text, the prompt, and one line of progress that is redrawn in place.

use std::io::{IsTerminal, Write, stdout};

use unicode_width::UnicodeWidthChar;

use super::line_editor::LineEditor;
use shuangqi_cli::Failure;

/// Back to the beginning of the line, and erase it.
const ERASE_LINE: &str = "\r\x1b[K";
/// The width where the terminal does not report one.
const WIDTH: usize = 80;

/// A place for text.
pub(super) struct Screen<'out> {
    out: &'out mut dyn Write,
    /// The editor of lines, which if there is one writes in place of `out`.
    editor: Option<&'out LineEditor>,
    /// Set if lines can be redrawn.
    is_live: bool,
    /// Set if the cursor is at the end of a line of progress.
    has_progress: bool,
    /// Set if it is behind a prompt.
    has_prompt: bool,
}

impl std::fmt::Debug for Screen<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Screen").field("is_live", &self.is_live).finish_non_exhaustive()
    }
}

impl<'out> Screen<'out> {
    /// Standard output, which an editor of lines may write to: progress is shown if it is a terminal.
    pub(super) fn stdout(out: &'out mut dyn Write, editor: Option<&'out LineEditor>) -> Screen<'out> {
        Screen { out, editor, is_live: stdout().is_terminal(), has_progress: false, has_prompt: false }
    }

    /// Writes a text in place of the progress.
    pub(super) fn print(&mut self, text: &str) -> Result<(), Failure> {
        if let Some(editor) = self.editor {
            editor.print(text);
            return Ok(());
        }
        let erased = if self.has_progress && !text.is_empty() { ERASE_LINE } else { "" };
        self.has_progress &= text.is_empty();
        self.has_prompt &= text.is_empty();
        self.write(&format!("{erased}{text}"))
    }

    /// Writes a remark for a person.
    pub(super) fn note(&mut self, text: &str) -> Result<(), Failure> {
        if self.is_live { self.print(text) } else { Ok(()) }
    }

    /// Asks for a line: with a prompt, unless one stands there already, or by the editor, which also shows what was printed.
    /// Without a name nobody is expected to type.
    pub(super) fn ask_for_line(
        &mut self,
        name: &str,
        width: usize,
        completions: impl FnOnce() -> Vec<String>,
    ) -> Result<(), Failure> {
        if let Some(editor) = self.editor {
            editor.ask(&format!("{name:>width$}> "), completions);
        } else if !name.is_empty() && !self.has_prompt {
            self.print(&format!("{name}> "))?;
            self.has_prompt = true;
        }
        Ok(())
    }

    /// Ends the line that the cursor is on, unless the editor does.
    pub(super) fn end_line(&mut self) -> Result<(), Failure> {
        if self.editor.is_some() { Ok(()) } else { self.print("\n") }
    }

    /// Shows how far a search has come.
    pub(super) fn progress(&mut self, text: &str) -> Result<(), Failure> {
        if !self.is_live {
            return Ok(());
        }
        // In the last column the cursor would go to the next line.
        let width = terminal_size::terminal_size().map_or(WIDTH, |(width, _)| usize::from(width.0)) - 1;
        let line = cut(text, width);
        if let Some(editor) = self.editor {
            editor.progress(line);
            return Ok(());
        }
        self.has_progress = true;
        self.write(&format!("{ERASE_LINE}{line}"))
    }

    /// The person has ended the line that the cursor was on.
    pub(super) fn line_was_typed(&mut self) {
        if let Some(editor) = self.editor {
            editor.line_was_taken();
        }
        (self.has_progress, self.has_prompt) = (false, false);
    }

    /// The terminal has written `^C` where the cursor was.
    pub(super) fn interrupt_was_typed(&mut self) {
        self.has_progress = self.is_live;
    }

    fn write(&mut self, text: &str) -> Result<(), Failure> {
        self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush()).map_err(Failure::from_write)
    }
}

/// The beginning of a text that fits into `width` columns.
fn cut(text: &str, width: usize) -> &str {
    let mut used = 0;
    let mut fits = |letter: char| {
        used += letter.width().unwrap_or(0);
        used <= width
    };
    let end = text.char_indices().find(|&(_, letter)| !fits(letter)).map_or(text.len(), |(end, _)| end);
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_by_columns() {
        assert_eq!(cut("f5 d6", 9), "f5 d6");
        assert_eq!(cut("f5 d6", 4), "f5 d");
        assert_eq!(cut("炮二平五", 5), "炮二");
    }

    #[test]
    fn text_takes_the_place_of_progress() {
        let mut out = Vec::new();
        let mut screen =
            Screen { out: &mut out, editor: None, is_live: true, has_progress: false, has_prompt: false };
        screen.progress("+1.00  f5").unwrap();
        screen.print("done\n").unwrap();
        (0..2).for_each(|_| screen.ask_for_line("X", 0, Vec::new).unwrap());
        let expected = format!("{ERASE_LINE}+1.00  f5{ERASE_LINE}done\nX> ");
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn where_no_line_can_be_redrawn_progress_is_silent() {
        let mut out = Vec::new();
        let mut screen =
            Screen { out: &mut out, editor: None, is_live: false, has_progress: false, has_prompt: false };
        screen.progress("+1.00  f5").unwrap();
        screen.note("(a remark)").unwrap();
        assert!(out.is_empty());
    }
}
