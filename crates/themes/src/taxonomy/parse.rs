//! Parses the text of a taxonomy file into a checked [`Taxonomy`].

use toml::Spanned;

use super::file::{TaxonomyFile, ThemeTable};
use super::validate::problems_of;
use super::{Taxonomy, TaxonomyTheme};
use crate::TaxonomyProblem;
use crate::ThemeError;

/// Maximum size of a file, in bytes.
const MAX_BYTES: usize = 4 << 20;

/// What is said of a file whose themes may have names, but which has none itself.
const NAMELESS: &str = "the taxonomy has no name; begin the file with one: name = \"My themes\"";

impl Taxonomy {
    /// Parses a taxonomy from the text of a TOML file.
    ///
    /// # Errors
    /// [`ThemeError::InvalidTaxonomy`] lists every problem with its line and column: text that is not TOML
    /// (the first problem only), an unknown or missing key, a value of the wrong type, an empty theme, two
    /// themes with the same key or name, an entry that is empty or twice in one theme, no wanted theme, or
    /// too large a file.
    pub fn parse(source: &str) -> Result<Self, ThemeError> {
        let invalid = |problems| Err(ThemeError::InvalidTaxonomy { problems });
        if source.len() > MAX_BYTES {
            let message = format!("the file has {} bytes; the limit is {MAX_BYTES}", source.len());
            return invalid(vec![TaxonomyProblem::at(source, &(0..0), message)]);
        }
        let file: TaxonomyFile = match toml::from_str(source) {
            Ok(file) => file,
            Err(_) if is_nameless(source) => {
                return invalid(vec![TaxonomyProblem::at(source, &(0..0), NAMELESS)]);
            }
            Err(error) => {
                let span = error.span().unwrap_or(0..0);
                return invalid(vec![TaxonomyProblem::at(source, &span, error.message())]);
            }
        };
        let problems = problems_of(source, &file);
        if problems.is_empty() { Ok(file.into()) } else { invalid(problems) }
    }
}

/// Whether the text is TOML in which only themes have names.
fn is_nameless(source: &str) -> bool {
    toml::from_str::<toml::Table>(source).is_ok_and(|file| !file.contains_key("name"))
}

impl From<TaxonomyFile> for Taxonomy {
    fn from(file: TaxonomyFile) -> Self {
        Self {
            name: file.name.into_inner(),
            description: file.description,
            categories: file.categories.into_iter().map(Spanned::into_inner).collect(),
            themes: file.theme.into_iter().map(|theme| theme.into_inner().into()).collect(),
        }
    }
}

impl From<ThemeTable> for TaxonomyTheme {
    fn from(table: ThemeTable) -> Self {
        let texts = |entries: Vec<Spanned<String>>| entries.into_iter().map(Spanned::into_inner).collect();
        Self {
            key: table.key.into_inner(),
            name: table.name.into_inner(),
            description: table.description,
            terms: texts(table.terms),
            phrases: texts(table.phrases),
            excluded: texts(table.excluded),
            required: texts(table.required),
            other: table.other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(source: &str) -> Vec<(usize, usize, String)> {
        match Taxonomy::parse(source) {
            Err(ThemeError::InvalidTaxonomy { problems }) => {
                problems.into_iter().map(|problem| (problem.line, problem.column, problem.message)).collect()
            }
            other => panic!("expected problems, got {other:?}"),
        }
    }

    const GOOD: &str = "name = \"t\"\n[[theme]]\nkey = \"a\"\nname = \"A\"\nterms = [\"x\"]\n";

    #[test]
    fn a_small_file_parses() {
        let taxonomy = Taxonomy::parse(GOOD).unwrap();
        assert_eq!(taxonomy.themes[0].terms, ["x"]);
        assert!(!taxonomy.themes[0].other && taxonomy.categories.is_empty());
    }

    #[test]
    fn a_taxonomy_without_a_name_is_told_from_a_theme_without_one() {
        let nameless = GOOD.replacen("name = \"t\"\n", "", 1);
        assert_eq!(problems(&nameless), [(1, 1, NAMELESS.to_owned())]);
        let theme = GOOD.replace("name = \"A\"\n", "");
        assert_eq!(problems(&theme), [(2, 1, "missing field `name`".to_owned())]);
    }

    #[test]
    fn an_unknown_key_is_named_with_its_place() {
        let found = problems(&GOOD.replace("terms", "termz"));
        assert_eq!((found[0].0, found[0].1), (5, 1), "{found:?}");
        assert!(found[0].2.contains("termz") && found[0].2.contains("terms"), "{found:?}");
    }

    #[test]
    fn a_missing_key_and_broken_toml_have_a_place() {
        let missing = problems("name = \"t\"\n[[theme]]\nname = \"A\"\nterms = [\"x\"]\n");
        assert!(missing[0].0 >= 2 && missing[0].2.contains("key"), "{missing:?}");
        let broken = problems("name = \"t\"\nterms = [\n");
        assert!(broken[0].0 >= 2, "{broken:?}");
        let kind = problems("name = \"t\"\n[[theme]]\nkey = 5\nname = \"A\"\n");
        assert_eq!(kind[0].0, 3, "{kind:?}");
    }

    #[test]
    fn an_empty_theme_and_doubles_are_all_reported() {
        let source = format!(
            "{GOOD}[[theme]]\nkey = \"a\"\nname = \"B\"\nterms = [\"y\"]\n[[theme]]\nkey = \"c\"\nname = \"a\"\n"
        );
        let found = problems(&source);
        let lines: Vec<usize> = found.iter().map(|problem| problem.0).collect();
        assert_eq!(lines, [7, 10, 12], "{found:?}");
        assert!(found[0].2.contains("key `a`") && found[0].2.contains("line 3"));
        assert!(found[1].2.contains("no terms"));
        assert!(found[2].2.contains("name `a`") && found[2].2.contains("line 4"));
    }

    #[test]
    fn reserved_and_malformed_values_are_refused() {
        assert!(problems(&GOOD.replace("\"a\"", "\"other\""))[0].2.contains("reserved"));
        assert!(problems(&GOOD.replace("\"a\"", "\"A b\""))[0].2.contains("lower-case"));
        assert!(problems(&GOOD.replace("[\"x\"]", "[\"x\", \" \"]"))[0].2.contains("empty"));
        assert!(problems(&GOOD.replace("[\"x\"]", "[\"x\", \"X\"]"))[0].2.contains("twice"));
        assert!(problems(&format!("{GOOD}other = true\n"))[0].2.contains("wanted"));
        assert!(problems("name = \"t\"\n")[0].2.contains("no themes"));
        assert!(problems(&"#".repeat(MAX_BYTES + 1))[0].2.contains("bytes"));
    }
}
