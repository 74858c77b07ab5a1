//! Sorts many short texts.

use std::cmp::Ordering;

use rayon::prelude::*;

/// Sorts `items` by the bytes of their `text`, and items with equal texts by `then`. Compares the first 16
/// bytes as a number first, which decides nearly all comparisons.
pub(crate) fn sort_by_text<'t>(
    items: &mut [u32],
    text: impl Fn(u32) -> &'t [u8] + Sync,
    then: impl Fn(u32, u32) -> Ordering + Sync,
) {
    let mut keyed: Vec<(u128, u32)> = items.iter().map(|&item| (beginning(text(item)), item)).collect();
    keyed.par_sort_unstable_by(|&(first, a), &(second, b)| {
        first.cmp(&second).then_with(|| text(a).cmp(text(b))).then_with(|| then(a, b))
    });
    for (item, (_, sorted)) in items.iter_mut().zip(keyed) {
        *item = sorted;
    }
}

/// The first 16 bytes of `text` as a number. If the numbers of two texts differ, the text with the smaller
/// one comes first.
fn beginning(text: &[u8]) -> u128 {
    let mut bytes = [0; 16];
    let length = text.len().min(bytes.len());
    bytes[..length].copy_from_slice(&text[..length]);
    u128::from_be_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_that_of_the_texts() {
        let long = "x".repeat(15);
        let texts = [
            "b",
            "",
            "a",
            "a\0",
            "a\0\0",
            "é",
            &long,
            &format!("{long}a"),
            &format!("{long}ab"),
            &format!("{long}aa"),
            "a",
            "z",
            "hep-th/9901001",
            "hep-th/9901",
        ];
        let mut items: Vec<u32> = (0..texts.len() as u32).collect();
        let mut expected = items.clone();
        expected.sort_by_key(|&item| (texts[item as usize], std::cmp::Reverse(item)));
        sort_by_text(&mut items, |item| texts[item as usize].as_bytes(), |a, b| b.cmp(&a));
        assert_eq!(items, expected);
    }
}
