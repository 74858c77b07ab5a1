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
    let (archive, class) =
        code.split_once('.').map_or((code, None), |(archive, class)| (archive, Some(class)));
    ARCHIVES.binary_search(&archive).is_ok()
        && match class {
            None => true,
            Some(class) => {
                (2..=9).contains(&class.len())
                    && class.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'-')
            }
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_told_from_words() {
        assert!(ARCHIVES.is_sorted());
        for code in ["cs.DC", "math-ph", "cond-mat.mes-hall", "quant-ph", "physics.comp-ph", "stat.ML"] {
            assert!(is_category(code), "{code}");
        }
        for code in ["", "e.g.", "cs.", "cs.D", "DC", "2.0", "cs.DC;", "node.js"] {
            assert!(!is_category(code), "{code}");
        }
    }
}
