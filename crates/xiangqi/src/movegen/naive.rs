//! A second generator, written from the rules alone: a grid of letters, moves tried out one by one. It shares nothing
//! with the real one but the text of a FEN.

use std::collections::BTreeSet;

type Grid = [[char; 9]; 10];
type Point = (i32, i32);

pub(super) struct Naive {
    grid: Grid,
    red: bool,
}

impl Naive {
    pub(super) fn new(fen: &str) -> Naive {
        let mut words = fen.split(' ');
        let mut grid = [['.'; 9]; 10];
        for (row, text) in words.next().unwrap().split('/').enumerate() {
            let mut file = 0;
            for letter in text.chars() {
                match letter.to_digit(10) {
                    Some(run) => file += run as usize,
                    None => {
                        grid[9 - row][file] = letter;
                        file += 1;
                    }
                }
            }
        }
        Naive { grid, red: words.next() == Some("w") }
    }

    pub(super) fn moves(&self) -> BTreeSet<String> {
        let mut legal = BTreeSet::new();
        for (from, to) in pseudo(&self.grid, self.red) {
            let mut grid = self.grid;
            grid[to.1 as usize][to.0 as usize] = at(&grid, from).unwrap();
            grid[from.1 as usize][from.0 as usize] = '.';
            if !in_check(&grid, self.red) {
                legal.insert(format!("{}{}", name(from), name(to)));
            }
        }
        legal
    }

    pub(super) fn in_check(&self) -> bool {
        in_check(&self.grid, self.red)
    }
}

fn name((file, rank): Point) -> String {
    format!("{}{rank}", (b'a' + file as u8) as char)
}

fn at(grid: &Grid, (file, rank): Point) -> Option<char> {
    grid.get(usize::try_from(rank).ok()?)?.get(usize::try_from(file).ok()?).copied()
}

fn find(grid: &Grid, piece: char) -> Point {
    for rank in 0..10 {
        for file in 0..9 {
            if at(grid, (file, rank)) == Some(piece) {
                return (file, rank);
            }
        }
    }
    panic!("no {piece} on the board");
}

fn in_check(grid: &Grid, red: bool) -> bool {
    let own = find(grid, if red { 'K' } else { 'k' });
    let other = find(grid, if red { 'k' } else { 'K' });
    let facing = own.0 == other.0
        && (own.1.min(other.1) + 1..own.1.max(other.1)).all(|rank| at(grid, (own.0, rank)) == Some('.'));
    facing || pseudo(grid, !red).iter().any(|(_, to)| *to == own)
}

fn pseudo(grid: &Grid, red: bool) -> Vec<(Point, Point)> {
    let mut moves = Vec::new();
    for rank in 0..10 {
        for file in 0..9 {
            let piece = grid[rank as usize][file as usize];
            if piece != '.' && piece.is_ascii_uppercase() == red {
                let targets = targets(grid, (file, rank), piece.to_ascii_uppercase(), red);
                moves.extend(targets.into_iter().map(|to| ((file, rank), to)));
            }
        }
    }
    moves.retain(|(_, to)| {
        at(grid, *to).is_some_and(|piece| piece == '.' || piece.is_ascii_uppercase() != red)
    });
    moves
}

fn targets(grid: &Grid, (file, rank): Point, piece: char, red: bool) -> Vec<Point> {
    const STRAIGHT: [Point; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    const SLANTED: [Point; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let own_rank = |rank: i32| if red { rank } else { 9 - rank };
    let in_palace = |&(file, rank): &Point| (3..=5).contains(&file) && own_rank(rank) <= 2;
    let ahead = if red { 1 } else { -1 };
    match piece {
        'K' => STRAIGHT.map(|(x, y)| (file + x, rank + y)).into_iter().filter(in_palace).collect(),
        'A' => SLANTED.map(|(x, y)| (file + x, rank + y)).into_iter().filter(in_palace).collect(),
        'B' => SLANTED
            .into_iter()
            .filter(|(x, y)| at(grid, (file + x, rank + y)) == Some('.'))
            .map(|(x, y)| (file + 2 * x, rank + 2 * y))
            .filter(|(_, rank)| own_rank(*rank) <= 4)
            .collect(),
        'N' => STRAIGHT
            .into_iter()
            .filter(|(x, y)| at(grid, (file + x, rank + y)) == Some('.'))
            .flat_map(|(x, y)| [(2 * x + y, 2 * y + x), (2 * x - y, 2 * y - x)])
            .map(|(x, y)| (file + x, rank + y))
            .collect(),
        'R' | 'C' => {
            STRAIGHT.into_iter().flat_map(|way| line(grid, (file, rank), way, piece == 'C')).collect()
        }
        'P' if own_rank(rank) <= 4 => vec![(file, rank + ahead)],
        'P' => vec![(file, rank + ahead), (file - 1, rank), (file + 1, rank)],
        _ => panic!("no piece {piece}"),
    }
}

fn line(grid: &Grid, from: Point, way: Point, is_cannon: bool) -> Vec<Point> {
    let mut targets = Vec::new();
    let mut passed = 0;
    let mut point = (from.0 + way.0, from.1 + way.1);
    while let Some(piece) = at(grid, point) {
        match (piece != '.', passed) {
            (false, 0) => targets.push(point),
            (false, _) => {}
            (true, 0) => {
                passed = 1;
                if !is_cannon {
                    targets.push(point);
                    break;
                }
            }
            (true, _) => {
                targets.push(point);
                break;
            }
        }
        point = (point.0 + way.0, point.1 + way.1);
    }
    targets
}
