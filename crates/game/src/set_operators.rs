//! The operators of sets of squares.

/// Implements the operators of a set that is one integer, `struct Set(u64)` with a constant `FULL`: `|` is union, `&`
/// intersection, `-` difference, `^` symmetric difference, `!` complement. A set is collected from its squares.
#[macro_export]
macro_rules! set_operators {
    ($set:ident of $square:ident) => {
        $crate::set_operators!($set, BitAnd bitand, BitAndAssign bitand_assign, |left, right| left & right);
        $crate::set_operators!($set, BitOr bitor, BitOrAssign bitor_assign, |left, right| left | right);
        $crate::set_operators!($set, BitXor bitxor, BitXorAssign bitxor_assign, |left, right| left ^ right);
        $crate::set_operators!($set, Sub sub, SubAssign sub_assign, |left, right| left & !right);

        impl ::std::ops::Not for $set {
            type Output = $set;

            #[inline(always)]
            fn not(self) -> $set {
                $set::FULL - self
            }
        }

        impl FromIterator<$square> for $set {
            fn from_iter<I: IntoIterator<Item = $square>>(squares: I) -> $set {
                squares.into_iter().fold($set::EMPTY, |set, square| set | $set::of(square))
            }
        }
    };
    ($set:ident, $trait:ident $method:ident, $assign:ident $assign_method:ident, |$left:ident, $right:ident| $result:expr) => {
        impl ::std::ops::$trait for $set {
            type Output = $set;

            #[inline(always)]
            fn $method(self, other: $set) -> $set {
                let ($left, $right) = (self.0, other.0);
                $set($result)
            }
        }

        impl ::std::ops::$assign for $set {
            #[inline(always)]
            fn $assign_method(&mut self, other: $set) {
                *self = ::std::ops::$trait::$method(*self, other);
            }
        }
    };
}
