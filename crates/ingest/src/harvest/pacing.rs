//! Decides when the next request may be sent.

use std::time::{Duration, SystemTime};

/// Longest wait that a server can impose.
const MAX_WAIT: Duration = Duration::from_hours(1);

/// A source of time that can wait.
pub trait Clock {
    /// The current time.
    fn now(&self) -> SystemTime;

    /// Returns after `duration`.
    fn sleep(&self, duration: Duration);
}

/// The system clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> SystemTime {
        SystemTime::now()
    }

    fn sleep(&self, duration: Duration) {
        std::thread::sleep(duration);
    }
}

/// Keeps requests apart.
pub(super) struct Pacing<'c> {
    clock: &'c dyn Clock,
    interval: Duration,
    /// No request is sent before this time.
    earliest: Option<SystemTime>,
}

impl<'c> Pacing<'c> {
    /// Keeps requests `interval` apart from each other and from the `last` one of an earlier run.
    pub(super) fn new(clock: &'c dyn Clock, interval: Duration, last: Option<SystemTime>) -> Self {
        // A system clock that was set back must not lengthen the wait.
        let last = last.map(|last| last.min(clock.now()));
        Self { clock, interval, earliest: last.map(|last| last + interval) }
    }

    /// Waits until a request may be sent, and counts it as sent; returns the time.
    pub(super) fn wait(&mut self) -> SystemTime {
        if let Some(wait) = self.earliest.and_then(|earliest| earliest.duration_since(self.clock.now()).ok())
        {
            self.clock.sleep(wait.min(MAX_WAIT));
        }
        let now = self.clock.now();
        self.earliest = Some(now + self.interval);
        now
    }

    /// Delays the next request and returns the delay: as long as the server asked for, or else longer with
    /// every failed attempt.
    pub(super) fn put_off(&mut self, retry_after: Option<&str>, failed: u32) -> Duration {
        let now = self.clock.now();
        let asked = retry_after.and_then(|value| asked_wait(value, now));
        let doubled = self.interval.saturating_mul(1 << failed.min(8));
        let wait = asked.unwrap_or(doubled).max(self.interval).min(MAX_WAIT);
        self.earliest = Some(now + wait);
        wait
    }
}

/// The wait requested by a `Retry-After` header: seconds or a date (RFC 9110, section 10.2.3).
fn asked_wait(value: &str, now: SystemTime) -> Option<Duration> {
    if let Ok(seconds) = value.trim().parse() {
        return Some(Duration::from_secs(seconds));
    }
    let seconds = u64::try_from(crate::Timestamp::parse(value).ok()?.unix_seconds()).ok()?;
    let date = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
    Some(date.duration_since(now).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    struct Stopped(Cell<SystemTime>);

    impl Clock for Stopped {
        fn now(&self) -> SystemTime {
            self.0.get()
        }

        fn sleep(&self, duration: Duration) {
            self.0.set(self.0.get() + duration);
        }
    }

    #[test]
    fn requests_are_kept_apart_and_put_off() {
        let start = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
        let clock = Stopped(Cell::new(start));
        let since = || clock.now().duration_since(start).unwrap().as_secs();
        let mut pacing = Pacing::new(&clock, Duration::from_secs(3), None);
        pacing.wait();
        assert_eq!(since(), 0);
        pacing.wait();
        assert_eq!(since(), 3);
        assert_eq!(pacing.put_off(Some("20"), 1), Duration::from_secs(20));
        pacing.wait();
        assert_eq!(since(), 23);
        pacing.put_off(Some("Mon, 12 Jan 1970 13:47:40 GMT"), 1);
        pacing.wait();
        assert_eq!(since(), 60);
        pacing.put_off(None, 2);
        pacing.wait();
        assert_eq!(since(), 72);
        pacing.put_off(Some("99999999"), 1);
        pacing.wait();
        assert_eq!(since(), 72 + 3_600);
    }

    #[test]
    fn the_request_of_an_earlier_run_counts() {
        let start = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
        for (last, waited) in [(start - Duration::from_secs(1), 2), (start + Duration::from_hours(9), 3)] {
            let clock = Stopped(Cell::new(start));
            Pacing::new(&clock, Duration::from_secs(3), Some(last)).wait();
            assert_eq!(clock.now(), start + Duration::from_secs(waited));
        }
    }
}
