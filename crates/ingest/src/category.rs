//! arXiv category codes.

/// The archives of arXiv, those of today and those merged away.
const ARCHIVES: [&str; 38] = [
    "acc-phys", "adap-org", "alg-geom", "ao-sci", "astro-ph", "atom-ph", "bayes-an", "chao-dyn", "chem-ph",
    "cmp-lg", "comp-gas", "cond-mat", "cs", "dg-ga", "econ", "eess", "funct-an", "gr-qc", "hep-ex",
    "hep-lat", "hep-ph", "hep-th", "math", "math-ph", "mtrl-th", "nlin", "nucl-ex", "nucl-th", "patt-sol",
    "physics", "plasm-ph", "q-alg", "q-bio", "q-fin", "quant-ph", "solv-int", "stat", "supr-con",
];

/// Whether `code` is spelled like a category of arXiv: a known archive, alone or with a subject class
/// (`cs.DC`, `math-ph`, `cond-mat.mes-hall`).
pub(crate) fn is_category(code: &str) -> bool {
    let Some(point) = code.bytes().position(|byte| byte == b'.') else { return ARCHIVES.contains(&code) };
    let class = &code.as_bytes()[point + 1..];
    (2..=9).contains(&class.len())
        && class.iter().all(|&byte| byte.is_ascii_alphabetic() || byte == b'-')
        && ARCHIVES.contains(&&code[..point])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_told_from_words() {
        for code in ["cs.DC", "math-ph", "cond-mat.mes-hall", "quant-ph", "physics.comp-ph", "stat.ML"] {
            assert!(is_category(code), "{code}");
        }
        for code in ["", "e.g.", "cs.", "cs.D", "DC", "2.0", "cs.DC;", "node.js"] {
            assert!(!is_category(code), "{code}");
        }
    }
}
