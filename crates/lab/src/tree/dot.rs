//! The tree as a graph for Graphviz.

use shuangqi_plot::colour_on_paper;

use super::document::{Document, Node, Tree};
use super::text::{name, sign};
use game::Unit;

const LEGEND: &str = "orange: principal variation, blue: cut, green: all, grey: the game is over, pink: beyond the horizon
a blue edge: the move that cut, a dashed one: the moves not searched; a bold node: only this algorithm visited it";

/// The document in the DOT language. From left to right, dot puts what comes first lowest: so the last comes first.
pub fn render(document: &Document) -> String {
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

/// Where the root was searched more than once, the position above all these searches.
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
