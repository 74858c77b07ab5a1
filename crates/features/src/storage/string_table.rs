//! Serialises lists of strings and numbers.

use crate::FeatureError;

/// The number of strings, the end offset of every string, then their bytes.
pub fn strings_to_bytes<'s>(strings: impl ExactSizeIterator<Item = &'s str>) -> Vec<u8> {
    let mut ends = Vec::with_capacity(strings.len() * 4 + 4);
    ends.extend_from_slice(&(strings.len() as u32).to_le_bytes());
    let mut text = String::new();
    for string in strings {
        text.push_str(string);
        ends.extend_from_slice(&(text.len() as u32).to_le_bytes());
    }
    ends.extend_from_slice(text.as_bytes());
    ends
}

/// Reads bytes from [`strings_to_bytes`].
///
/// # Errors
/// [`FeatureError::DamagedModel`] if the bytes are not such a list.
pub fn strings_from_bytes(bytes: &[u8]) -> Result<Vec<Box<str>>, FeatureError> {
    read_strings(bytes).ok_or_else(|| FeatureError::damaged("a list of strings is corrupted"))
}

fn read_strings(bytes: &[u8]) -> Option<Vec<Box<str>>> {
    let (count, rest) = bytes.split_at_checked(4)?;
    let count = u32::from_le_bytes(count.try_into().ok()?) as usize;
    let (ends, text) = rest.split_at_checked(count.checked_mul(4)?)?;
    let text = std::str::from_utf8(text).ok()?;
    let mut start = 0;
    let mut strings = Vec::with_capacity(count);
    for end in numbers_from_bytes(ends).ok()? {
        let end = end as usize;
        strings.push(text.get(start..end)?.into());
        start = end;
    }
    (start == text.len()).then_some(strings)
}

/// Four little-endian bytes per number.
#[must_use]
pub fn numbers_to_bytes(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// Reads bytes from [`numbers_to_bytes`].
///
/// # Errors
/// [`FeatureError::DamagedModel`] if the length is not a multiple of four.
pub fn numbers_from_bytes(bytes: &[u8]) -> Result<Vec<u32>, FeatureError> {
    if !bytes.len().is_multiple_of(4) {
        return Err(FeatureError::damaged("a list of numbers is truncated"));
    }
    Ok(bytes.chunks_exact(4).map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect())
}

/// Four little-endian bytes per number.
#[must_use]
pub fn floats_to_bytes(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// Reads bytes from [`floats_to_bytes`].
///
/// # Errors
/// [`FeatureError::DamagedModel`] if the length is not a multiple of four.
pub fn floats_from_bytes(bytes: &[u8]) -> Result<Vec<f32>, FeatureError> {
    Ok(numbers_from_bytes(bytes)?.into_iter().map(f32::from_bits).collect())
}

#[cfg(test)]
mod tests {
    use super::{numbers_from_bytes, numbers_to_bytes, strings_from_bytes, strings_to_bytes};

    #[test]
    fn lists_come_back() {
        let strings = ["delta", "", "größe"];
        let back = strings_from_bytes(&strings_to_bytes(strings.into_iter())).unwrap();
        assert!(back.iter().map(|string| &**string).eq(strings));
        assert_eq!(numbers_from_bytes(&numbers_to_bytes(&[1, u32::MAX])).unwrap(), [1, u32::MAX]);
    }

    #[test]
    fn broken_lists_are_refused() {
        let good = strings_to_bytes(["ab", "é"].into_iter());
        for cut in 0..good.len() {
            assert!(strings_from_bytes(&good[..cut]).is_err(), "cut at {cut}");
        }
        for (at, value) in [(0, 3), (4, 200), (4, 3), (8, 3), (12, 0xff)] {
            let mut broken = good.clone();
            broken[at] = value;
            assert!(strings_from_bytes(&broken).is_err(), "{at} = {value}");
        }
        assert!(numbers_from_bytes(&[1, 2, 3]).is_err());
    }
}
