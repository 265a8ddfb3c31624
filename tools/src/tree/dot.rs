//! The tree as a graph for Graphviz.

use super::document::{Document, Node, Tree};
use super::game::Unit;
use super::text::{name, sign};

const LEGEND: &str = "orange: principal variation, blue: cut, green: all, grey: the game is over, pink: beyond the \
                      horizon; a dashed node: moves that a cut saved; a bold one: only this algorithm came there";

/// The document in the DOT language.
pub fn render(document: &Document) -> String {
    let Document { game, side, depth, unit, .. } = document;
    let title = format!("{game}, {side} to move, depth {depth}; scores in {unit}, view of the side to move");
    let mut text = format!("digraph tree {{\n  label={};\n", quoted(&format!("{title}\n{LEGEND}")));
    text += "  labelloc=t; rankdir=LR; nodesep=0.1;\n";
    text += "  node [style=filled, fontname=\"sans-serif\", fontsize=10, margin=\"0.08,0.04\"];\n";
    text += "  edge [fontname=\"sans-serif\", fontsize=9, arrowhead=none];\n";
    for (index, tree) in document.trees.iter().enumerate() {
        text += &cluster(tree, index, document.unit());
    }
    text + "}\n"
}

/// One algorithm's tree. Identifiers carry the index of the tree, as those of the other begin at 0 too.
fn cluster(tree: &Tree, index: usize, unit: Unit) -> String {
    let label = quoted(&format!("{}: {} nodes", tree.algorithm, tree.statistics.nodes));
    let mut text = format!("  subgraph cluster_{index} {{\n    label={label};\n");
    for node in &tree.nodes {
        text += &format!("    {}\n", vertex(node, index, unit));
        if let Some(parent) = node.parent {
            let [alpha, beta] = node.window.map(|score| unit.text(score));
            let label = quoted(&format!("{}\n({alpha}, {beta})", name(node)));
            text += &format!("    t{index}n{parent} -> t{index}n{} [label={label}];\n", node.id);
        }
        text += &saved(node, index);
    }
    text + "  }\n"
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

/// A leaf for the moves that a cut saved.
fn saved(node: &Node, index: usize) -> String {
    if node.not_searched.is_empty() {
        return String::new();
    }
    let id = node.id;
    let label = quoted(&node.not_searched.join(" "));
    let style = "shape=plaintext, style=dashed, fontcolor=\"#666666\"";
    format!(
        "    t{index}s{id} [label={label}, {style}];\n    t{index}n{id} -> t{index}s{id} [style=dashed, label=\"not searched\"];\n"
    )
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

fn colour(node: &Node) -> &'static str {
    match (node.why, node.quiescence, node.kind) {
        ("ended" | "ruling", ..) => "#cccccc",
        (_, true, _) => "#f0c0dc",
        (_, _, "pv") => "#ffb37a",
        (_, _, "cut") => "#9ccbeb",
        _ => "#9adbbf",
    }
}

/// A text in quotation marks. `\n` is a line break in DOT as it is in Rust.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
