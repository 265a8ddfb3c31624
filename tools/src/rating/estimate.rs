//! A value and how sure it is.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A value with its 95 % interval. Whatever has no bound, or cannot be known, is absent: no number here is ever
/// infinite or none.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Estimate {
    /// The value itself.
    pub value: Option<f64>,
    /// Half the width of the interval, which need not lie evenly about the value; absent without both bounds.
    pub error: Option<f64>,
    /// The lower end.
    pub lower: Option<f64>,
    /// The upper end.
    pub upper: Option<f64>,
}

impl Estimate {
    /// Nothing is known.
    pub const UNKNOWN: Estimate = Estimate { value: None, error: None, lower: None, upper: None };

    /// A value between bounds, where there are any.
    pub fn new(value: Option<f64>, lower: Option<f64>, upper: Option<f64>) -> Estimate {
        let finite = |value: Option<f64>| value.filter(|value| value.is_finite());
        let (lower, upper) = (finite(lower), finite(upper));
        let error = lower.zip(upper).map(|(lower, upper)| (upper - lower) / 2.0);
        Estimate { value: finite(value), error, lower, upper }
    }

    /// A value that may lie as far off on either side.
    pub fn even(value: f64, error: f64) -> Estimate {
        Estimate::new(Some(value), Some(value - error), Some(value + error))
    }

    /// The same on another scale; `scale` rises, and has no answer where a bound is lost.
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
    fn bounds_that_are_absent_are_said_so() {
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
    fn what_is_not_finite_is_absent() {
        let estimate = Estimate::new(Some(f64::NAN), Some(f64::NEG_INFINITY), Some(1.0));
        assert_eq!(estimate, Estimate { upper: Some(1.0), ..Estimate::UNKNOWN });
        assert_eq!(Estimate::even(2.0, 1.0).error, Some(1.0));
    }
}
