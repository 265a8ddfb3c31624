//! Rounding, least squares, and small systems of linear equations.

pub fn rounded(value: f64, decimals: i32) -> f64 {
    let unit = 10_f64.powi(decimals);
    (value * unit).round() / unit
}

/// Added to each pivot, so that an equation which the others already say leaves a number near 0.
const RIDGE: f64 = 1e-6;

/// The x with matrix · x = right, by elimination, for a matrix that is symmetric and has no negative eigenvalue. A number
/// that the equations leave open is near 0.
pub fn solve<const N: usize>(mut matrix: [[f64; N]; N], mut right: [f64; N]) -> [f64; N] {
    for pivot in 0..N {
        matrix[pivot][pivot] += RIDGE;
        let (equation, value) = (matrix[pivot], right[pivot]);
        for row in (0..N).filter(|&row| row != pivot) {
            let factor = matrix[row][pivot] / equation[pivot];
            if factor.is_finite() {
                matrix[row].iter_mut().zip(equation).for_each(|(number, other)| *number -= factor * other);
                right[row] -= factor * value;
            }
        }
    }
    std::array::from_fn(|row| right[row] / matrix[row][row])
}

/// The sums from which least squares follow.
pub struct LeastSquares<const N: usize> {
    products: [[f64; N]; N],
    targets: [f64; N],
}

impl<const N: usize> LeastSquares<N> {
    pub fn new() -> Self {
        LeastSquares { products: [[0.0; N]; N], targets: [0.0; N] }
    }

    pub fn add(&mut self, terms: [f32; N], target: f64) {
        let terms = terms.map(f64::from);
        for row in 0..N {
            for column in 0..N {
                self.products[row][column] += terms[row] * terms[column];
            }
            self.targets[row] += terms[row] * target;
        }
    }

    /// The weights of the terms; 0 for a term that the others, or too few samples, leave open.
    pub fn solve(self) -> [f32; N] {
        solve(self.products, self.targets).map(|weight| weight as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved_and_one_said_twice_does_no_harm() {
        let near = |found: &[f64], right: &[f64]| {
            assert!(found.iter().zip(right).all(|(found, right)| (found - right).abs() < 1e-4), "{found:?}");
        };
        near(&solve([[4.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 2.0]], [6.0, 10.0, 8.0]), &[1.0, 2.0, 3.0]);
        let [first, second] = solve([[1.0, 1.0], [1.0, 1.0]], [2.0, 2.0]);
        near(&[first + second], &[2.0]);
        near(&solve([[0.0, 0.0], [0.0, 2.0]], [0.0, 6.0]), &[0.0, 3.0]);
    }
}
