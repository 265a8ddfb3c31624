//! Lines that a person types at a terminal, with history, editing and completion.
//!
//! A thread of its own edits one line after another, each when it is asked for, and alone writes to the terminal: the
//! other threads leave text on a [`Page`], which is shown above the line that is typed, in front of its prompt. So
//! nothing that is printed destroys what is being typed, and all text appears in order.

use std::borrow::Cow;
use std::fmt;
use std::io::{IsTerminal, Write, stdin, stdout};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{ColorMode, CompletionType, Config, Context, Editor, ExternalPrinter, Helper};
use shuangqi_cli::interrupt;
use shuangqi_cli::lines::{self, Event};

/// Back to the beginning of the line above, and erase it.
const ERASE_LINE_ABOVE: &str = "\x1b[A\r\x1b[K";
/// Up a line and back: what the editor prints so that it draws the page and its line again.
const NOTHING: &str = "\x1b[A\n";

/// The lines of standard input.
#[derive(Debug)]
pub enum Input {
    /// Lines as they come.
    Stream(Receiver<Event>),
    /// Lines that a person edits.
    Editor(LineEditor),
}

impl Input {
    /// Standard input: with an editor where input and output are one terminal that can move its cursor.
    pub fn stdin() -> Input {
        let is_terminal = stdin().is_terminal() && stdout().is_terminal();
        let editor = if is_terminal { LineEditor::start().ok() } else { None };
        editor.map_or_else(|| Input::Stream(lines::from_stdin()), Input::Editor)
    }

    /// The lines that follow, without an editor.
    pub fn into_lines(self) -> Receiver<Event> {
        match self {
            Input::Stream(lines) => lines,
            Input::Editor(editor) => {
                drop(editor);
                lines::from_stdin()
            }
        }
    }

    pub(super) fn lines(&self) -> &Receiver<Event> {
        match self {
            Input::Stream(lines) => lines,
            Input::Editor(editor) => &editor.lines,
        }
    }

    pub(super) fn editor(&self) -> Option<&LineEditor> {
        match self {
            Input::Stream(_) => None,
            Input::Editor(editor) => Some(editor),
        }
    }
}

/// An editor of lines at the terminal, which is left as it was found.
pub struct LineEditor {
    page: SharedPage,
    lines: Receiver<Event>,
    requests: Sender<()>,
    redraws: Sender<()>,
    #[cfg(unix)]
    mode: Option<rustix::termios::Termios>,
}

impl fmt::Debug for LineEditor {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("LineEditor").field("page", &self.page).finish_non_exhaustive()
    }
}

impl LineEditor {
    /// Starts the threads. Nothing is read before a line is asked for.
    fn start() -> rustyline::Result<LineEditor> {
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .completion_show_all_if_ambiguous(true)
            .completion_prompt_limit(usize::MAX)
            .color_mode(ColorMode::Forced) // the page is drawn as a coloured prompt
            .bracketed_paste(false) // pasted lines are lines
            .auto_add_history(true)
            .build();
        let page = SharedPage::default();
        let mut editor = Editor::with_config(config)?;
        editor.set_helper(Some(page.clone()));
        let printer = editor.create_external_printer()?;
        let ((requests, requested), (redraws, redrawn)) = (bounded(1), bounded(1));
        let (sender, lines) = unbounded();
        let edited = page.clone();
        thread::Builder::new().name("redraw".to_owned()).spawn(move || redraw(printer, &redrawn))?;
        thread::Builder::new()
            .name("edit".to_owned())
            .spawn(move || edit(&edited, editor, &requested, &sender))?;
        Ok(LineEditor {
            page,
            lines,
            requests,
            redraws,
            #[cfg(unix)]
            mode: rustix::termios::tcgetattr(stdin()).ok(),
        })
    }

    /// Prints a text in place of the progress.
    pub(super) fn print(&self, text: &str) {
        if !text.is_empty() {
            let mut page = self.page.lock();
            page.text.push_str(text);
            page.progress = None;
            page.is_shown = false;
        }
    }

    /// Shows a line of progress in place of the last one.
    pub(super) fn progress(&self, line: &str) {
        let mut page = self.page.lock();
        page.progress = Some(format!("{line}\n"));
        page.is_shown = false;
    }

    /// Asks for a line, unless one is edited: then shows what is new beside it.
    pub(super) fn ask(&self, prompt: &str, completions: impl FnOnce() -> Vec<String>) {
        let mut page = self.page.lock();
        let is_edited = std::mem::replace(&mut page.is_asked, true);
        if !is_edited || page.prompt != prompt {
            prompt.clone_into(&mut page.prompt);
            page.completions = completions();
            page.is_shown = false;
        }
        // One that is under way does both, too.
        let _ = match (is_edited, page.is_shown) {
            (false, _) => self.requests.try_send(()),
            (true, false) => self.redraws.try_send(()),
            (true, true) => Ok(()),
        };
    }

    /// A line has come: the next one is edited when it is asked for.
    pub(super) fn line_was_taken(&self) {
        self.page.lock().is_asked = false;
    }
}

/// Prints what is left, and gives the terminal its mode back even while a line is edited.
impl Drop for LineEditor {
    fn drop(&mut self) {
        let mut page = self.page.lock();
        let text = page.take() + if page.is_editing { "\n" } else { "" };
        let _ = stdout().write_all(text.as_bytes()).and_then(|()| stdout().flush());
        #[cfg(unix)]
        if let Some(mode) = &self.mode {
            let _ = rustix::termios::tcsetattr(stdin(), rustix::termios::OptionalActions::Now, mode);
        }
    }
}

/// Reads a line for each request.
fn edit(
    page: &SharedPage,
    mut editor: Editor<SharedPage, DefaultHistory>,
    requests: &Receiver<()>,
    events: &Sender<Event>,
) {
    for () in requests {
        let blank = page.begin_line();
        let line = editor.readline(&blank);
        page.lock().is_editing = false;
        let event = match line {
            Ok(line) => Event::Line(line),
            Err(ReadlineError::Interrupted) => {
                page.lock().is_asked = false;
                interrupt::request();
                continue;
            }
            Err(ReadlineError::Eof) => Event::End(None),
            Err(error) => Event::End(Some(error.to_string())),
        };
        if events.send(event).is_err() {
            return;
        }
    }
}

/// Has the line drawn again for each request. The printer waits where no line is edited, so it has a thread of its own.
fn redraw(mut printer: impl ExternalPrinter, requests: &Receiver<()>) {
    for () in requests {
        if printer.print(NOTHING.to_owned()).is_err() {
            return;
        }
    }
}

/// The lines to be shown.
#[derive(Default, Debug)]
struct Page {
    /// The prompt, as wide as all others.
    prompt: String,
    /// Lines that complete what is typed.
    completions: Vec<String>,
    /// The text that is not yet shown.
    text: String,
    /// The line of progress after it.
    progress: Option<String>,
    /// Set if progress is shown above the prompt.
    is_progress_above: bool,
    /// Set if nothing is new.
    is_shown: bool,
    /// Set if a line is asked for that has not been taken.
    is_asked: bool,
    /// Set if the cursor is in a line that is edited.
    is_editing: bool,
}

impl Page {
    /// The new text, which begins by erasing the progress that is shown.
    fn take(&mut self) -> String {
        self.is_shown = true;
        if self.text.is_empty() && self.progress.is_none() {
            return String::new();
        }
        let progress = self.progress.take();
        let erased = if self.is_progress_above { ERASE_LINE_ABOVE } else { "" };
        self.is_progress_above = progress.is_some();
        [erased, &std::mem::take(&mut self.text), progress.as_deref().unwrap_or_default()].concat()
    }

    /// The lines that begin with a text, whatever its case.
    fn complete(&self, typed: &str) -> Vec<String> {
        let begins = |line: &&String| {
            line.get(..typed.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(typed))
        };
        self.completions.iter().filter(begins).cloned().collect()
    }
}

/// The page, as the editor draws it.
#[derive(Clone, Default, Debug)]
struct SharedPage(Arc<Mutex<Page>>);

impl SharedPage {
    fn lock(&self) -> MutexGuard<'_, Page> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new line is edited; answers blanks in the width of its prompt.
    fn begin_line(&self) -> String {
        let mut page = self.lock();
        page.is_editing = true;
        // The line that was typed is between the progress and the new prompt.
        page.is_progress_above = false;
        " ".repeat(page.prompt.chars().count())
    }
}

impl Highlighter for SharedPage {
    /// The new text and the prompt, in place of blanks; the prompts of the editor's own search stay as they are.
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, is_default: bool) -> Cow<'b, str> {
        let mut page = self.lock();
        let shown = if is_default { page.prompt.clone() } else { prompt.to_owned() };
        Cow::Owned(page.take() + &shown)
    }
}

impl Completer for SharedPage {
    type Candidate = String;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line[..pos].trim_start();
        Ok((pos - typed.len(), self.lock().complete(typed)))
    }
}

impl Hinter for SharedPage {
    type Hint = String;
}

impl Validator for SharedPage {}

impl Helper for SharedPage {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_text_takes_the_place_of_the_progress_that_is_shown() {
        let mut page = Page { progress: Some("thinking\n".to_owned()), ..Page::default() };
        assert_eq!(page.take(), "thinking\n");
        assert_eq!(page.take(), "");
        page.progress = Some("still thinking\n".to_owned());
        assert_eq!(page.take(), format!("{ERASE_LINE_ABOVE}still thinking\n"));
        page.text.push_str("done\n");
        assert_eq!(page.take(), format!("{ERASE_LINE_ABOVE}done\n"));
        page.text.push_str("more\n");
        assert_eq!(page.take(), "more\n");
    }

    #[test]
    fn lines_are_completed_in_any_case() {
        let completions = ["C2.5", "c3", "炮二平五", "characters"].map(str::to_owned).to_vec();
        let page = Page { completions, ..Page::default() };
        for (typed, expected) in [
            ("c", vec!["C2.5", "c3", "characters"]),
            ("CH", vec!["characters"]),
            ("炮", vec!["炮二平五"]),
            ("x", vec![]),
        ] {
            assert_eq!(page.complete(typed), expected, "{typed}");
        }
    }
}
