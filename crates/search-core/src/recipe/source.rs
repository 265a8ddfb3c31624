//! The source of a node's recipe.

use super::parts::Recipe;
use crate::observer::Event;

/// The source that the node reads its recipe from, and reports to.
pub trait RecipeSource: Copy + Send + Sync {
    /// The recipe; a constant where the type fixes it.
    fn recipe(&self) -> &Recipe;

    /// Receives what the search does; does nothing by default.
    #[inline(always)]
    fn observe(&self, _event: Event) {}
}

/// Chosen at run time.
impl RecipeSource for &Recipe {
    #[inline(always)]
    fn recipe(&self) -> &Recipe {
        self
    }
}

/// Defines a type of no size that fixes a recipe at compile time.
#[macro_export]
macro_rules! fixed_recipe {
    ($(#[$meta:meta])* $visibility:vis $name:ident = $recipe:expr) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug)]
        $visibility struct $name;

        impl $crate::recipe::RecipeSource for $name {
            #[inline(always)]
            fn recipe(&self) -> &$crate::recipe::Recipe {
                const { &$recipe }
            }
        }
    };
}
