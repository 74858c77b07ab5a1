//! A memory size as people write it.

use std::fmt;
use std::str::FromStr;

/// The decimal units that disks and memory are sold by, and binary ones. `B` is last, because every name ends with it.
const UNITS: [(&str, u64); 9] = [
    ("TB", 1_000_000_000_000),
    ("TIB", 1 << 40),
    ("GIB", 1 << 30),
    ("GB", 1_000_000_000),
    ("MIB", 1 << 20),
    ("MB", 1_000_000),
    ("KIB", 1 << 10),
    ("KB", 1_000),
    ("B", 1),
];

/// A number of bytes, written like `2GB`, `1.5 GiB` or `800MB`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MemorySize(u64);

impl MemorySize {
    /// The size of this many bytes.
    #[must_use]
    pub const fn of_bytes(bytes: u64) -> Self {
        Self(bytes)
    }

    /// The number of bytes.
    #[must_use]
    pub const fn bytes(self) -> u64 {
        self.0
    }
}

impl FromStr for MemorySize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let refused = || format!("a memory size is written as 2GB or 800MB, not `{text}`");
        let upper = text.trim().to_ascii_uppercase();
        let (number, unit) = UNITS
            .iter()
            .find_map(|(name, bytes)| Some((upper.strip_suffix(name)?, *bytes)))
            .ok_or_else(refused)?;
        let number: f64 = number.trim().parse().map_err(|_| refused())?;
        let bytes = number * unit as f64;
        if bytes.is_finite() && bytes >= 1.0 { Ok(Self(bytes as u64)) } else { Err(refused()) }
    }
}

impl fmt::Display for MemorySize {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |unit: u64| self.0 as f64 / unit as f64;
        match self.0 {
            bytes if bytes >= 1_000_000_000 => {
                write!(formatter, "{} GB", (of(1_000_000_000) * 10.0).round() / 10.0)
            }
            bytes if bytes >= 1_000_000 => write!(formatter, "{} MB", of(1_000_000).round()),
            bytes => write!(formatter, "{bytes} B"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_people_write_them() {
        let sizes = [("2GB", 2_000_000_000), ("1.5 GiB", 1_610_612_736), ("800mb", 800_000_000), ("12B", 12)];
        for (text, bytes) in sizes {
            assert_eq!(text.parse(), Ok(MemorySize(bytes)), "{text}");
        }
        for text in ["", "GB", "2", "-1GB", "nanGB", "infGB", "2 parsecs", "0GB"] {
            assert!(text.parse::<MemorySize>().is_err(), "{text}");
        }
        assert_eq!(MemorySize(2_000_000_000).to_string(), "2 GB");
        assert_eq!(MemorySize(1_610_612_736).to_string(), "1.6 GB");
        assert_eq!(MemorySize(800_400_000).to_string(), "800 MB");
    }
}
