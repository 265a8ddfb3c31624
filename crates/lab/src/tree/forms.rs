//! The forms in which trees are written.

use std::io::{self, Write};
use std::path::Path;

use clap::ValueEnum;
use game::Unit;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;
use shuangqi_cli::Failure;
use shuangqi_plot::colour_on_paper;

use super::document::{Document, Node, Tree};

/// A form.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Form {
    /// An indented list for the terminal
    Text,
    /// A graph for the dot program of Graphviz
    Dot,
    /// One JSON object, a line for each node
    Json,
    /// A page for the browser: fold, zoom, boards; needs nothing else
    Html,
}

impl Form {
    /// The form that the ending of a file's name stands for.
    pub fn of_name(path: &Path) -> Option<Form> {
        match path.extension()?.to_str()? {
            "txt" => Some(Form::Text),
            "dot" | "gv" => Some(Form::Dot),
            "json" => Some(Form::Json),
            "html" | "htm" => Some(Form::Html),
            _ => None,
        }
    }

    /// The document in this form.
    ///
    /// # Errors
    /// [`Failure::Internal`] if it cannot be serialised.
    pub fn render(self, document: &Document) -> Result<String, Failure> {
        match self {
            Form::Text => Ok(text(document)),
            Form::Dot => Ok(dot(document)),
            Form::Json => json(document),
            Form::Html => page(document),
        }
    }
}

/// Compact, but every object inside another begins a line: each node is one line for line-based programs and eyes.
#[derive(Clone, Copy, Debug, Default)]
struct Lines {
    depth: usize,
}

impl Formatter for Lines {
    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth += 1;
        out.write_all(if self.depth > 1 { b"\n{" } else { b"{" })
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth -= 1;
        out.write_all(b"}")
    }
}

/// The form `tree/1`, the last line ended.
fn json(document: &Document) -> Result<String, Failure> {
    let mut text = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut text, Lines::default());
    let internal = |error: String| Failure::Internal(format!("the tree cannot be written as JSON: {error}"));
    document.serialize(&mut serializer).map_err(|error| internal(error.to_string()))?;
    text.push(b'\n');
    String::from_utf8(text).map_err(|error| internal(error.to_string()))
}

/// The page for the browser, of one file; its data is the form `tree/1`.
fn page(document: &Document) -> Result<String, Failure> {
    let names: Vec<&str> = document.trees.iter().map(|tree| tree.algorithm.as_str()).collect();
    let title = format!("{}, depth {}: {}", document.info.title, document.depth, names.join(" and "));
    shuangqi_plot::tree_page(&title, document.info.board, document)
}

/// The tree as an indented list.
fn text(document: &Document) -> String {
    let Document { game, side, depth, unit, .. } = document;
    let mut text =
        format!("{game}, {side} to move, depth {depth}; scores in {unit}, windows and scores from the ");
    text += "view of the side to move\n";
    text += &format!("{}\n", document.position);
    for tree in &document.trees {
        let printer = Printer { tree, unit: document.info.unit, children: tree.children() };
        text += &format!("\n{}\n", printer.heading());
        tree.roots().into_iter().for_each(|root| printer.print(root, "", "", &mut text));
    }
    text
}

struct Printer<'a> {
    tree: &'a Tree,
    unit: Unit,
    children: Vec<Vec<usize>>,
}

impl Printer<'_> {
    fn heading(&self) -> String {
        let Tree { algorithm, score, variation, statistics, .. } = self.tree;
        let (score, line) = (self.unit.text(*score), variation.join(" "));
        let only = statistics.lines_only_here;
        let only = only.map_or(String::new(), |only| format!(", {only} of them only here (marked *)"));
        let (nodes, lines) = (statistics.nodes, statistics.lines);
        format!("{algorithm}: {score} by {line}; {nodes} nodes, {lines} lines of moves{only}")
    }

    fn print(&self, id: usize, branch: &str, indent: &str, text: &mut String) {
        let node = &self.tree.nodes[id];
        *text += &format!("{branch}{}\n", self.line(node));
        let children = &self.children[id];
        for (index, &child) in children.iter().enumerate() {
            let is_last = index + 1 == children.len();
            let (branch, more) = if is_last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            self.print(child, &format!("{indent}{branch}"), &format!("{indent}{more}"), text);
        }
    }

    fn line(&self, node: &Node) -> String {
        let [alpha, beta] = node.window.map(|score| self.unit.text(score));
        let (sign, value) = (sign(node.bound), self.unit.text(node.value));
        let mark = if node.only_here == Some(true) { " *" } else { "" };
        let mut line = format!("{} ({alpha}, {beta}) {sign} {value}  {}", name(node), node.kind);
        line += &reason(node);
        line + mark
    }
}

/// The move, or what else led to the node.
fn name(node: &Node) -> String {
    match (&node.mv, node.step) {
        (Some(mv), _) => mv.clone(),
        (None, "null") => "null move".to_owned(),
        (None, "same") => "again".to_owned(),
        _ => format!("depth {}", node.depth),
    }
}

fn sign(bound: &str) -> &'static str {
    match bound {
        "lower" => ">=",
        "upper" => "<=",
        _ => "=",
    }
}

/// The reason for the node's score, unless all its moves were searched.
fn reason(node: &Node) -> String {
    let mut reason = match (node.why, &node.cut_by) {
        (_, Some(mv)) => format!(", cut by {mv}"),
        ("searched", None) => String::new(),
        (why, None) => format!(", {}", why.replace('_', " ")),
    };
    for (what, moves) in [("not searched", &node.not_searched), ("skipped", &node.skipped)] {
        if !moves.is_empty() {
            reason += &format!(", {what}: {}", moves.join(" "));
        }
    }
    if node.quiescence {
        reason += ", beyond the horizon";
    }
    reason
}

const LEGEND: &str = "orange: principal variation, blue: cut, green: all, grey: the game is over, pink: beyond the horizon
a blue edge: the move that cut, a dashed one: the moves not searched; a bold node: only this algorithm visited it";

/// The document in the DOT language. From left to right, dot puts what comes first lowest: so the last comes first.
fn dot(document: &Document) -> String {
    let Document { game, side, depth, unit, .. } = document;
    let title = format!("{game}, {side} to move, depth {depth}; scores in {unit}, view of the side to move");
    let mut text = format!("digraph tree {{\n  label={};\n", quoted(&format!("{title}\n{LEGEND}")));
    text += "  labelloc=t; fontname=\"sans-serif\"; fontsize=11; rankdir=LR; ordering=out; nodesep=0.1;\n";
    text += "  node [style=filled, fontname=\"sans-serif\", fontsize=10, margin=\"0.08,0.04\"];\n";
    text += "  edge [fontname=\"sans-serif\", fontsize=9, arrowhead=none];\n";
    for (index, tree) in document.trees.iter().enumerate().rev() {
        text += &cluster(tree, index, document.info.unit);
    }
    text + "}\n"
}

/// One algorithm's tree. Identifiers carry the index of the tree, as those of the other begin at 0 too.
fn cluster(tree: &Tree, index: usize, unit: Unit) -> String {
    let label = quoted(&format!("{}: {} nodes", tree.algorithm, tree.statistics.nodes));
    let mut text = format!("  subgraph cluster_{index} {{\n    label={label};\n");
    for node in &tree.nodes {
        text += &format!("    {}\n", vertex(node, index, unit));
    }
    text += &searches(tree, index);
    for (node, children) in tree.nodes.iter().zip(tree.children()) {
        text += &saved(node, index);
        for &child in children.iter().rev() {
            text += &format!("    {}\n", edge(node, &tree.nodes[child], index, unit));
        }
    }
    text + "  }\n"
}

/// The position above all searches of the root, if there were several.
fn searches(tree: &Tree, index: usize) -> String {
    let roots = tree.roots();
    if roots.len() < 2 {
        return String::new();
    }
    let mut text = format!("    t{index}p [label=\"the position\", shape=plaintext, style=solid];\n");
    for root in roots.iter().rev() {
        text += &format!("    t{index}p -> t{index}n{root};\n");
    }
    text
}

fn edge(node: &Node, child: &Node, index: usize, unit: Unit) -> String {
    let [alpha, beta] = child.window.map(|score| unit.text(score));
    let label = quoted(&format!("{}\n({alpha}, {beta})", name(child)));
    let is_cutting = child.mv.is_some() && node.cut_by == child.mv;
    let cutting = || format!(", color=\"{}\", penwidth=2", colour_on_paper("hue0"));
    let look = if is_cutting { cutting() } else { String::new() };
    format!("t{index}n{} -> t{index}n{} [label={label}{look}];", node.id, child.id)
}

fn vertex(node: &Node, index: usize, unit: Unit) -> String {
    let value = format!("{} {}", sign(node.bound), unit.text(node.value));
    let heading = node.parent.is_none().then(|| {
        let [alpha, beta] = node.window.map(|score| unit.text(score));
        format!("{}\n({alpha}, {beta})\n", name(node))
    });
    let label = quoted(&format!("{}{value}", heading.unwrap_or_default()));
    let width = if node.only_here == Some(true) { ", penwidth=3" } else { "" };
    format!(
        "t{index}n{} [label={label}, shape={}, fillcolor=\"{}\"{width}];",
        node.id,
        shape(node),
        colour(node)
    )
}

fn saved(node: &Node, index: usize) -> String {
    if node.not_searched.is_empty() {
        return String::new();
    }
    let id = node.id;
    let label = quoted(&node.not_searched.join(" "));
    let muted = colour_on_paper("muted");
    let leaf =
        format!("    t{index}s{id} [label={label}, shape=plaintext, style=solid, fontcolor=\"{muted}\"];\n");
    leaf + &format!("    t{index}n{id} -> t{index}s{id} [style=dashed, label=\"not searched\"];\n")
}

fn shape(node: &Node) -> &'static str {
    match node.why {
        "searched" | "quieted" => "ellipse",
        "ended" | "ruling" => "doubleoctagon",
        "table" | "transposed" => "cylinder",
        "null_move" | "probe" => "diamond",
        _ => "box",
    }
}

/// A light tint, with which the label can be read.
fn colour(node: &Node) -> String {
    let name = match (node.why, node.quiescence, node.kind) {
        ("ended" | "ruling", ..) => "muted",
        (_, true, _) => "hue3",
        (_, _, "pv") => "hue1",
        (_, _, "cut") => "hue0",
        _ => "hue2",
    };
    format!("{}60", colour_on_paper(name))
}

/// A text in quotation marks. `\n` is a line break in DOT as it is in Rust.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
