//! Serde modules for settings that are written by name.

/// Serialises with `Display` and `FromStr`.
pub(crate) mod by_name {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(crate) fn deserialize<'a, T, D>(deserializer: D) -> Result<T, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'a>,
    {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// Serialises a language as its code, and `None` as `auto`.
pub(crate) mod by_code {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use thema_features::analysis::Language;

    /// Name of the language that is found in the texts.
    const AUTO: &str = "auto";

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
    #[expect(clippy::ref_option, reason = "the signature that serde calls")]
    pub(crate) fn serialize<S: Serializer>(
        language: &Option<Language>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(language.map_or(AUTO, Language::code))
    }

    pub(crate) fn deserialize<'a, D: Deserializer<'a>>(
        deserializer: D,
    ) -> Result<Option<Language>, D::Error> {
        let code = String::deserialize(deserializer)?;
        if code == AUTO {
            return Ok(None);
        }
        let language = Language::from_code(&code).ok_or_else(|| {
            let codes: Vec<&str> = Language::ALL.into_iter().map(Language::code).collect();
            let codes = codes.join(", ");
            D::Error::custom(format!("the language must be `{AUTO}` or one of {codes}, not `{code}`"))
        });
        language.map(Some)
    }
}
