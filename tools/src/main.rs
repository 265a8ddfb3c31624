//! The `shuangqi` tool.

fn main() {}
