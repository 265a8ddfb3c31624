//! The tree as an indented list.

use super::document::{Document, Node, Tree};
use game::Unit;

pub fn render(document: &Document) -> String {
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
pub fn name(node: &Node) -> String {
    match (&node.mv, node.step) {
        (Some(mv), _) => mv.clone(),
        (None, "null") => "null move".to_owned(),
        (None, "same") => "again".to_owned(),
        _ => format!("depth {}", node.depth),
    }
}

pub fn sign(bound: &str) -> &'static str {
    match bound {
        "lower" => ">=",
        "upper" => "<=",
        _ => "=",
    }
}

/// The reason for the node's score, unless all its moves were searched.
pub fn reason(node: &Node) -> String {
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
