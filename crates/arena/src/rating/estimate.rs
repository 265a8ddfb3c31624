//! A value with its interval.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A value with its 95 % interval. A value or a bound that does not exist is absent: no number here is ever infinite or
/// NaN.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Estimate {
    /// The value.
    pub value: Option<f64>,
    /// Half the width of the interval, which need not be symmetric; absent without both bounds.
    pub error: Option<f64>,
    /// The lower bound.
    pub lower: Option<f64>,
    /// The upper bound.
    pub upper: Option<f64>,
}

impl Estimate {
    /// Nothing is known.
    pub const UNKNOWN: Estimate = Estimate { value: None, error: None, lower: None, upper: None };

    /// A value with its bounds; those that are not finite become absent.
    pub fn new(value: Option<f64>, lower: Option<f64>, upper: Option<f64>) -> Estimate {
        let finite = |value: Option<f64>| value.filter(|value| value.is_finite());
        let (lower, upper) = (finite(lower), finite(upper));
        let error = lower.zip(upper).map(|(lower, upper)| (upper - lower) / 2.0);
        Estimate { value: finite(value), error, lower, upper }
    }

    /// A value with a symmetric interval.
    pub fn even(value: f64, error: f64) -> Estimate {
        Estimate::new(Some(value), Some(value - error), Some(value + error))
    }

    /// The estimate on another scale, which is increasing; `None` makes a bound absent.
    pub fn map(self, scale: impl Fn(f64) -> Option<f64>) -> Estimate {
        Estimate::new(self.value.and_then(&scale), self.lower.and_then(&scale), self.upper.and_then(&scale))
    }
}

impl fmt::Display for Estimate {
    /// `30.29 ± 21.80`, `412.10, above 150.33`, `below -48.20`, `unknown`.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let comma = match self.value {
            Some(value) => {
                write!(out, "{value:.2}")?;
                ", "
            }
            None => "",
        };
        match (self.value, self.lower, self.upper, self.error) {
            (Some(_), _, _, Some(error)) => write!(out, " ± {error:.2}"),
            (None, Some(lower), Some(upper), _) => write!(out, "{lower:.2} to {upper:.2}"),
            (_, Some(lower), None, _) => write!(out, "{comma}above {lower:.2}"),
            (_, None, Some(upper), _) => write!(out, "{comma}below {upper:.2}"),
            (Some(_), ..) => Ok(()),
            (None, ..) => out.write_str("unknown"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absent_bounds_have_their_text() {
        let shown = |value, lower, upper| Estimate::new(value, lower, upper).to_string();
        assert_eq!(shown(Some(30.288), Some(8.0), Some(52.0)), "30.29 ± 22.00");
        assert_eq!(shown(Some(412.1), Some(150.3), None), "412.10, above 150.30");
        assert_eq!(shown(None, Some(48.2), None), "above 48.20");
        assert_eq!(shown(None, None, Some(-48.2)), "below -48.20");
        assert_eq!(shown(None, Some(1.0), Some(2.0)), "1.00 to 2.00");
        assert_eq!(shown(Some(3.0), None, None), "3.00");
        assert_eq!(Estimate::UNKNOWN.to_string(), "unknown");
    }

    #[test]
    fn values_that_are_not_finite_are_absent() {
        let estimate = Estimate::new(Some(f64::NAN), Some(f64::NEG_INFINITY), Some(1.0));
        assert_eq!(estimate, Estimate { upper: Some(1.0), ..Estimate::UNKNOWN });
        assert_eq!(Estimate::even(2.0, 1.0).error, Some(1.0));
    }
}
