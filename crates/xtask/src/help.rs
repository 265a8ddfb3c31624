//! What helps at a shell: completions and manual pages.

use clap::CommandFactory;
use clap_complete::Shell;
use shuangqi_cli::Failure;
use shuangqi_engine::{othello, xiangqi};

use crate::archive::Entry;
use crate::failed;

/// The engines read their options without clap: their pages are the texts of their `--help`.
const ENGINES: [(&str, &str, &str); 2] =
    [("othello", "an Othello engine", othello::USAGE), ("xiangqi", "a Xiangqi engine", xiangqi::USAGE)];

/// The completions of `shuangqi` for each shell.
pub fn completions() -> Vec<Entry> {
    let shells = [
        (Shell::Bash, "shuangqi.bash"),
        (Shell::Zsh, "_shuangqi"),
        (Shell::Fish, "shuangqi.fish"),
        (Shell::PowerShell, "_shuangqi.ps1"),
    ];
    let complete = |(shell, name)| {
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut shuangqi::args::Cli::command(), "shuangqi", &mut text);
        Entry::text(format!("completions/{name}"), text)
    };
    shells.map(complete).to_vec()
}

/// The manual pages of the programs, and of each command of `shuangqi`.
pub fn manual_pages() -> Result<Vec<Entry>, Failure> {
    let mut command = shuangqi::args::Cli::command();
    command.build();
    let commands: Vec<clap::Command> =
        command.get_subcommands().filter(|command| !command.is_hide_set()).cloned().collect();
    let pages = commands.into_iter().map(|command| {
        let name = format!("shuangqi-{}", command.get_name());
        (name.clone(), command.display_name(name))
    });
    let pages = [("shuangqi".to_owned(), command.clone())].into_iter().chain(pages);
    let engines =
        ENGINES.map(|(name, purpose, help)| Ok(page(name, help_page(name, purpose, help).into_bytes())));
    pages.map(|(name, command)| command_page(&name, command)).chain(engines).collect()
}

fn command_page(name: &str, command: clap::Command) -> Result<Entry, Failure> {
    let mut text = Vec::new();
    clap_mangen::Man::new(command).render(&mut text).map_err(|error| failed(name, error))?;
    Ok(page(name, text))
}

fn page(name: &str, text: Vec<u8>) -> Entry {
    Entry::text(format!("man/man1/{name}.1"), text)
}

/// A page that shows a text line by line, as the language of manual pages writes it.
fn help_page(name: &str, purpose: &str, help: &str) -> String {
    let mut text = format!(".TH {name} 1\n.SH NAME\n{name} \\- {purpose}\n.SH DESCRIPTION\n.nf\n");
    for line in help.lines() {
        // A line that begins with a point or an apostrophe would be a command of that language.
        let guard = if line.starts_with(['.', '\'']) { "\\&" } else { "" };
        let line = line.replace('\\', "\\e").replace('-', "\\-");
        text += &format!("{guard}{line}\n");
    }
    text + ".fi\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every command has a page, and every shell knows it.
    #[test]
    fn every_command_is_described_and_completed() {
        let pages = manual_pages().unwrap();
        let names: Vec<&str> = pages.iter().map(|entry| entry.name.as_str()).collect();
        for command in ["play", "solve", "match", "serve"] {
            assert!(names.contains(&format!("man/man1/shuangqi-{command}.1").as_str()), "{names:?}");
            for entry in completions() {
                assert!(
                    String::from_utf8_lossy(&entry.content).contains(command),
                    "{}: {command}",
                    entry.name
                );
            }
        }
        assert!(names.contains(&"man/man1/xiangqi.1"), "{names:?}");
        assert!(!names.iter().any(|name| name.contains("supervise")), "hidden commands have none");
    }

    #[test]
    fn no_line_of_a_help_text_is_a_command_of_the_page() {
        let text = help_page("name", "a purpose", ".nf\n'tis\n--option \\");
        assert!(text.contains("\n\\&.nf\n\\&'tis\n\\-\\-option \\e\n"), "{text}");
    }
}
