//! Journals by their astronomical LaTeX macros, as used in bibliographies from ADS.

/// The name of the journal that a macro such as `\apj` stands for
/// (<https://ui.adsabs.harvard.edu/help/actions/journal-macros>).
pub(super) fn journal_of_macro(journal: &str) -> Option<&'static str> {
    let command = journal.trim().trim_matches(['{', '}']).strip_prefix('\\')?.trim_end();
    JOURNALS.iter().find(|(name, _)| *name == command).map(|&(_, journal)| journal)
}

const JOURNALS: [(&str, &str); 34] = [
    ("aj", "Astronomical Journal"),
    ("araa", "Annual Review of Astronomy and Astrophysics"),
    ("apj", "Astrophysical Journal"),
    ("apjl", "Astrophysical Journal Letters"),
    ("apjs", "Astrophysical Journal Supplement Series"),
    ("ao", "Applied Optics"),
    ("apss", "Astrophysics and Space Science"),
    ("aap", "Astronomy and Astrophysics"),
    ("aapr", "Astronomy and Astrophysics Review"),
    ("aaps", "Astronomy and Astrophysics Supplement Series"),
    ("baas", "Bulletin of the American Astronomical Society"),
    ("grl", "Geophysical Research Letters"),
    ("icarus", "Icarus"),
    ("jcap", "Journal of Cosmology and Astroparticle Physics"),
    ("jgr", "Journal of Geophysical Research"),
    ("memras", "Memoirs of the Royal Astronomical Society"),
    ("mnras", "Monthly Notices of the Royal Astronomical Society"),
    ("na", "New Astronomy"),
    ("nar", "New Astronomy Reviews"),
    ("nat", "Nature"),
    ("pasa", "Publications of the Astronomical Society of Australia"),
    ("pasj", "Publications of the Astronomical Society of Japan"),
    ("pasp", "Publications of the Astronomical Society of the Pacific"),
    ("physrep", "Physics Reports"),
    ("planss", "Planetary and Space Science"),
    ("pra", "Physical Review A"),
    ("prb", "Physical Review B"),
    ("prc", "Physical Review C"),
    ("prd", "Physical Review D"),
    ("pre", "Physical Review E"),
    ("prl", "Physical Review Letters"),
    ("procspie", "Proceedings of SPIE"),
    ("solphys", "Solar Physics"),
    ("ssr", "Space Science Reviews"),
];

#[cfg(test)]
mod tests {
    use super::journal_of_macro;

    #[test]
    fn commands_stand_for_journals() {
        for text in ["\\apj", "{\\apj}", " \\apj "] {
            assert_eq!(journal_of_macro(text), Some("Astrophysical Journal"), "{text}");
        }
        for text in ["apj", "\\unknown", "\\apj Letters", ""] {
            assert_eq!(journal_of_macro(text), None, "{text}");
        }
    }
}
