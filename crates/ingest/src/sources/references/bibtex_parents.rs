//! What a BibTeX entry inherits from the volume that contains it.

use rustc_hash::{FxHashMap, FxHashSet};

use super::bibtex_entries::{BibTexEntries, Entry};

/// The volumes that entries of a file name by `crossref`, by lower-case key.
pub(super) struct Parents(FxHashMap<String, Entry>);

/// Fields that a volume shares with its contents.
const SHARED: [&str; 5] = ["booktitle", "date", "year", "month", "language"];

impl Parents {
    /// Finds the volumes in the text of a file. If two entries have the same key, the first counts.
    pub(super) fn of(text: &str) -> Self {
        let mut parents = FxHashMap::default();
        let mentions =
            |name: &[u8]| text.as_bytes().windows(name.len()).any(|part| part.eq_ignore_ascii_case(name));
        if !mentions(b"crossref") {
            return Self(parents);
        }
        let entries = || {
            let mut entries = BibTexEntries::new(text);
            std::iter::from_fn(move || entries.next_entry()).filter_map(|(_, entry)| entry.ok())
        };
        let wanted: FxHashSet<String> = entries().filter_map(|entry| parent(&entry)).collect();
        for entry in entries() {
            let key = entry.key.to_lowercase();
            if wanted.contains(&key) {
                parents.entry(key).or_insert(entry);
            }
        }
        Self(parents)
    }

    /// `entry` with its missing fields filled from its volume; the volume's title becomes `booktitle`.
    pub(super) fn complete(&self, mut entry: Entry) -> Entry {
        let Some(volume) = parent(&entry).and_then(|key| self.0.get(&key)) else { return entry };
        let is_dated = ["date", "year"].iter().any(|name| entry.field(name).is_some());
        for name in SHARED.into_iter().filter(|name| !is_dated || !matches!(*name, "date" | "year" | "month"))
        {
            if let Some(value) = volume.field(name) {
                entry.fill(name, value);
            }
        }
        if let Some(title) = volume.field("title") {
            entry.fill("booktitle", title);
        }
        entry
    }
}

/// The key of the volume that contains an entry.
fn parent(entry: &Entry) -> Option<String> {
    entry.field("crossref").map(|key| key.trim().to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_takes_from_its_volume_what_it_leaves_out() {
        let text = "@inproceedings{a, title={A}, crossref={Vol}}\n@inproceedings{b, title={B}, year=2003, CrossRef={vol}}\n\
                    @inproceedings{c, title={C}, crossref={none}}\n@proceedings{vol, title={The Volume}, year=2002, month=mar}\n";
        let parents = Parents::of(text);
        let mut entries = BibTexEntries::new(text);
        let mut next = || parents.complete(entries.next_entry().unwrap().1.unwrap());
        let found: Vec<_> = (0..4).map(|_| next()).collect();
        let fields = |entry: &Entry| {
            ["title", "booktitle", "year", "month"].map(|name| entry.field(name).map(str::to_owned))
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(fields(&found[0]), [some("A"), some("The Volume"), some("2002"), some("mar")]);
        assert_eq!(fields(&found[1]), [some("B"), some("The Volume"), some("2003"), None]);
        assert_eq!(fields(&found[2]), [some("C"), None, None, None]);
        assert_eq!(fields(&found[3]), [some("The Volume"), None, some("2002"), some("mar")]);
    }
}
