//! How much memory learning takes.

use crate::MemorySize;

/// Bytes a run takes whatever its size, and bytes per paper learned from: text, terms, and four vectors of
/// 128 dimensions during smoothing. Measured on 300,000 papers with abstracts of 1.2 kB.
const BASE: u64 = 200_000_000;
const OF_PAPER: u64 = 4_500;
/// Smaller draws get no warning.
const FEWEST: usize = 10_000;

/// The warning if learning from `papers` papers takes more than `memory`; `None` otherwise.
pub(crate) fn too_large_a_draw(papers: usize, memory: MemorySize) -> Option<String> {
    let needed = BASE + papers as u64 * OF_PAPER;
    if papers < FEWEST || needed <= memory.bytes() {
        return None;
    }
    let fitting = memory.bytes().saturating_sub(BASE) / OF_PAPER / 1_000 * 1_000;
    let needed = MemorySize::of_bytes(needed);
    let advice = if fitting >= FEWEST as u64 {
        format!("; --sample {fitting} would fit, but gives different themes")
    } else {
        String::new()
    };
    Some(format!(
        "learning from {papers} papers takes about {needed}, more than the {memory} of --memory{advice}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_that_fits_is_named() {
        let said = too_large_a_draw(300_000, MemorySize::of_bytes(1_000_000_000)).unwrap();
        assert!(said.contains("about 1.6 GB") && said.contains("--sample 177000"), "{said}");
        assert_eq!(too_large_a_draw(300_000, MemorySize::of_bytes(2_000_000_000)), None);
        assert_eq!(too_large_a_draw(500, MemorySize::of_bytes(1)), None);
        let said = too_large_a_draw(20_000, MemorySize::of_bytes(100_000_000)).unwrap();
        assert!(!said.contains("--sample"), "{said}");
    }
}
