//! Square matrices.

/// A square matrix, row after row.
#[derive(Clone, Debug)]
pub struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    /// A matrix of equal numbers.
    pub fn filled(size: usize, number: f64) -> Matrix {
        Matrix { size, cells: vec![number; size * size] }
    }

    /// The number in a row and a column.
    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    /// Adds to the number in a row and a column.
    pub fn add(&mut self, row: usize, column: usize, number: f64) {
        self.cells[row * self.size + column] += number;
    }

    /// The product with a column of numbers.
    pub fn times(&self, column: &[f64]) -> Vec<f64> {
        self.cells
            .chunks(self.size.max(1))
            .map(|row| row.iter().zip(column).map(|(a, b)| a * b).sum())
            .collect()
    }

    /// The inverse of a symmetric, positive definite matrix (Gauss–Jordan elimination, which needs no pivoting here).
    pub fn inverse(mut self) -> Matrix {
        let size = self.size;
        for pivot in 0..size {
            let scale = 1.0 / self.at(pivot, pivot).max(f64::MIN_POSITIVE);
            let mut row: Vec<f64> = (0..size).map(|column| self.at(pivot, column) * scale).collect();
            row[pivot] = scale;
            for other in (0..size).filter(|&other| other != pivot) {
                let factor = self.at(other, pivot);
                for (column, number) in row.iter().enumerate() {
                    let before = if column == pivot { 0.0 } else { self.at(other, column) };
                    self.cells[other * size + column] = before - factor * number;
                }
            }
            self.cells[pivot * size..(pivot + 1) * size].copy_from_slice(&row);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_times_its_inverse_is_one() {
        let mut matrix = Matrix::filled(4, 0.3);
        (0..4).for_each(|place| matrix.add(place, place, 1.0 + place as f64));
        let inverse = matrix.clone().inverse();
        for column in 0..4 {
            let unit: Vec<f64> = (0..4).map(|row| inverse.at(row, column)).collect();
            for (row, number) in matrix.times(&unit).iter().enumerate() {
                let expected = f64::from(u8::from(row == column));
                assert!((number - expected).abs() < 1e-12);
            }
        }
    }
}
