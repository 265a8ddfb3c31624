//! Dates and times of day, in UTC.

/// A point in time, to the second.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The year.
    pub year: i64,
    /// 1 to 12.
    pub month: u64,
    /// 1 to 31.
    pub day: u64,
    /// 0 to 86,399.
    pub second: u64,
}

/// Days from 1 March of year 0 to 1 January 1970.
const BEFORE_1970: u64 = 719_468;
/// Days in four hundred years, after which the calendar repeats.
const ERA: u64 = 146_097;

impl Moment {
    /// So many milliseconds after the beginning of 1970.
    ///
    /// Years are counted from March, so that a leap day is the last of its year.
    pub fn of(millis: u64) -> Moment {
        let seconds = millis / 1000;
        let days = seconds / 86_400 + BEFORE_1970;
        let (era, day_of_era) = (days / ERA, days % ERA);
        let leap_days = day_of_era / 1460 - day_of_era / 36_524 + day_of_era / (ERA - 1);
        let year_of_era = (day_of_era - leap_days) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        // From March on, months have 31, 30, 31, 30, 31 days, and again: 153 in five.
        let month_from_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
        let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
        let year = (400 * era + year_of_era) as i64 + i64::from(month <= 2);
        Moment { year, month, day, second: seconds % 86_400 }
    }

    /// `2024.05.01`.
    pub fn date(self) -> String {
        format!("{:04}.{:02}.{:02}", self.year, self.month, self.day)
    }

    /// `13:24:03`.
    pub fn time(self) -> String {
        clock(self.second)
    }
}

/// So many seconds as hours, minutes and seconds.
pub fn clock(seconds: u64) -> String {
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (millis, date, time) in [
            (0, "1970.01.01", "00:00:00"),
            (951_782_400_000, "2000.02.29", "00:00:00"),
            (951_868_799_999, "2000.02.29", "23:59:59"),
            (951_868_800_000, "2000.03.01", "00:00:00"),
            (1_714_569_843_000, "2024.05.01", "13:24:03"),
            (4_107_542_399_000, "2100.02.28", "23:59:59"),
            (4_107_542_400_000, "2100.03.01", "00:00:00"),
        ] {
            let moment = Moment::of(millis);
            assert_eq!((moment.date().as_str(), moment.time().as_str()), (date, time));
        }
    }
}
