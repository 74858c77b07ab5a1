//! Checks on a taxonomy beyond those of TOML.

use std::collections::{BTreeMap, BTreeSet};

use toml::Spanned;

use super::file::{TaxonomyFile, ThemeTable};
use crate::TaxonomyProblem;

/// Maximum number of themes in one taxonomy.
const MAX_THEMES: usize = 256;
/// Maximum number of entries (terms, phrases, excluded, required) in one theme.
const MAX_ENTRIES: usize = 5_000;
/// Maximum length of an entry, key, name or category, in bytes.
const MAX_TEXT: usize = 200;

/// Every problem of `file`, in file order.
pub(super) fn problems_of(source: &str, file: &TaxonomyFile) -> Vec<TaxonomyProblem> {
    let mut found = Found { source, problems: Vec::new() };
    found.text("the taxonomy's name", &file.name);
    for category in &file.categories {
        found.text("a category", category);
    }
    if file.theme.is_empty() {
        found.report(&file.name, "the taxonomy has no themes: add a [[theme]] table");
    } else if file.theme.iter().all(|theme| theme.get_ref().other) {
        found.report(&file.theme[0], "every theme has `other = true`; at least one must be wanted");
    }
    if file.theme.len() > MAX_THEMES {
        found.report(&file.theme[MAX_THEMES], format!("the taxonomy has more than {MAX_THEMES} themes"));
    }
    let (mut keys, mut names) = (BTreeMap::new(), BTreeMap::new());
    for theme in &file.theme {
        let table = theme.get_ref();
        found.key(&table.key);
        found.text("a theme's name", &table.name);
        found.unique("key", &table.key, &mut keys);
        found.unique("name", &table.name, &mut names);
        if table.terms.is_empty() && table.phrases.is_empty() {
            let message = format!("theme `{}` has no terms and no phrases", table.key.get_ref());
            found.report(theme, message);
        }
        found.entries(table);
    }
    found.problems.sort_by_key(|problem| (problem.line, problem.column));
    found.problems
}

struct Found<'a> {
    source: &'a str,
    problems: Vec<TaxonomyProblem>,
}

impl Found<'_> {
    fn report<T>(&mut self, place: &Spanned<T>, message: impl Into<String>) {
        self.problems.push(TaxonomyProblem::at(self.source, &place.span(), message));
    }

    fn text(&mut self, what: &str, text: &Spanned<String>) {
        if text.get_ref().trim().is_empty() {
            self.report(text, format!("{what} is empty"));
        } else if text.get_ref().len() > MAX_TEXT {
            self.report(text, format!("{what} is longer than {MAX_TEXT} bytes"));
        } else if text.get_ref().chars().any(char::is_control) {
            self.report(text, format!("{what} contains a control character"));
        }
    }

    fn key(&mut self, key: &Spanned<String>) {
        let text = key.get_ref();
        let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if text == "other" {
            self.report(key, "the key `other` is reserved for papers that fit no theme");
        } else if text.is_empty() || text.len() > MAX_TEXT || !text.chars().all(allowed) {
            self.report(
                key,
                format!("key `{text}` must be 1 to {MAX_TEXT} lower-case letters, digits or hyphens"),
            );
        }
    }

    fn unique(&mut self, what: &str, text: &Spanned<String>, seen: &mut BTreeMap<String, usize>) {
        let line = TaxonomyProblem::at(self.source, &text.span(), "").line;
        if let Some(first) = seen.get(&text.get_ref().trim().to_lowercase()) {
            let message = format!("line {first} already has a theme with the {what} `{}`", text.get_ref());
            self.report(text, message);
        } else {
            seen.insert(text.get_ref().trim().to_lowercase(), line);
        }
    }

    fn entries(&mut self, table: &ThemeTable) {
        let speaking = table.terms.iter().chain(&table.phrases).chain(&table.excluded);
        let lists: [Vec<&Spanned<String>>; 2] = [speaking.collect(), table.required.iter().collect()];
        if let Some(entry) = lists.iter().flatten().nth(MAX_ENTRIES) {
            self.report(
                entry,
                format!("theme `{}` has more than {MAX_ENTRIES} entries", table.key.get_ref()),
            );
            return;
        }
        for list in lists {
            let mut seen = BTreeSet::new();
            for entry in list {
                self.text("an entry", entry);
                if !seen.insert(entry.get_ref().trim().to_lowercase()) {
                    let message =
                        format!("`{}` appears twice in theme `{}`", entry.get_ref(), table.key.get_ref());
                    self.report(entry, message);
                }
            }
        }
    }
}
