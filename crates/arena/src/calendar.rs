//! Dates and times of day, in UTC.

use std::time::{Duration, UNIX_EPOCH};

/// The last millisecond with a year of four digits.
const LAST: u64 = 253_402_300_799_999;

/// The date and the time of day of a number of milliseconds since 1970: `2024.05.01`, `13:24:03`.
pub fn date_and_time(millis: u64) -> (String, String) {
    let moment = UNIX_EPOCH + Duration::from_millis(millis.min(LAST));
    let text = humantime::format_rfc3339_seconds(moment).to_string();
    let (date, time) = text.trim_end_matches('Z').split_once('T').unwrap_or_default();
    (date.replace('-', "."), time.to_owned())
}

/// A number of seconds as hours, minutes and seconds.
pub fn clock(seconds: u64) -> String {
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_have_the_form_of_pgn() {
        for (millis, date, time) in [
            (0, "1970.01.01", "00:00:00"),
            (951_868_799_999, "2000.02.29", "23:59:59"),
            (1_714_569_843_000, "2024.05.01", "13:24:03"),
            (u64::MAX, "9999.12.31", "23:59:59"),
        ] {
            assert_eq!(date_and_time(millis), (date.to_owned(), time.to_owned()));
        }
    }
}
