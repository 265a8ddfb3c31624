#!/usr/bin/env bash
# Which files does one run execute? For three runs (a search of an engine, a game of a match, an endgame solved) it lists
# the source files, outside search-core and the rules of the games, of which the run executes a function, with their
# number. It needs valgrind, whose callgrind notes the file of every instruction that is executed; the depth of a search
# changes how often, not which.
#
#   tests/files_on_the_way.sh [FOLDER]     the lists go to FOLDER (target/files_on_the_way)
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:-target/files_on_the_way}
mkdir -p "$out"

# For any processor: valgrind does not know the newest instructions.
cargo build --quiet --config .cargo/portable.toml --target-dir target/portable --workspace --bins
programs=target/portable/debug

# Runs a program; its files go to the list of this name.
trace() {
    local name=$1
    shift
    valgrind --quiet --tool=callgrind --callgrind-out-file="$out/$name.callgrind" "$@"
}

# The files of this repository in a profile.
list() {
    grep -hoE '^c?f[lie]=\([0-9]+\) .*' "$out/$1.callgrind" | sed -n "s|^[a-z]*=([0-9]*) $PWD/||p" |
        grep -vE '^crates/(search-core|othello|xiangqi)/' | sort -u >"$out/$1"
    printf '%4d files: %s\n' "$(wc -l <"$out/$1")" "$1"
}

trace search "$programs/xiangqi" > /dev/null <<'LINES'
position startpos moves h2e2
go depth 4
LINES
list search

trace game "$programs/shuangqi" match -game xiangqi -engine name=a proto=internal nodes=20 \
    -engine name=b proto=internal nodes=20 -rounds 1 -noswap -concurrency 1 -maxmoves 20 -progress none > /dev/null
list game

trace solve "$programs/shuangqi" solve --threads 1 \
    'XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOOO-- O' > /dev/null
list solve
