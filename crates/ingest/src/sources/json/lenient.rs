//! Fields that may be missing or of another type, read in one pass.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::value::{BorrowedStrDeserializer, MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{
    DeserializeSeed, Deserializer, Error, IgnoredAny, IntoDeserializer, MapAccess, SeqAccess, Visitor,
};

/// Deserialises `T`; gives the default for `null` or a value of another type.
pub(in crate::sources) fn lenient<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    lenient_option(deserializer).map(Option::unwrap_or_default)
}

/// Deserialises `T`; gives `None` for `null` or a value of another type.
pub(in crate::sources) fn lenient_option<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    deserializer.deserialize_any(Fitting(PhantomData))
}

/// Deserialises the elements of a list without those that are `null` or of another type; gives an empty list
/// for anything but a list.
pub(in crate::sources) fn lenient_list<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    let elements: Vec<Element<T>> = lenient(deserializer)?;
    Ok(elements.into_iter().filter_map(|element| element.0).collect())
}

/// An element of a list, if it is of the list's type.
struct Element<T>(Option<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Element<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        lenient_option(deserializer).map(Self)
    }
}

/// Takes any value, and makes a `T` of it where `T` allows.
struct Fitting<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Fitting<T> {
    type Value = Option<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_unit<E: Error>(self) -> Result<Option<T>, E> {
        Ok(None)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Option<T>, E> {
        Ok(T::deserialize(IntoDeserializer::<E>::into_deserializer(value)).ok())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Option<T>, E> {
        Ok(T::deserialize(IntoDeserializer::<E>::into_deserializer(value)).ok())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Option<T>, E> {
        Ok(T::deserialize(IntoDeserializer::<E>::into_deserializer(value)).ok())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Option<T>, E> {
        Ok(T::deserialize(IntoDeserializer::<E>::into_deserializer(value)).ok())
    }

    fn visit_borrowed_str<E: Error>(self, value: &'de str) -> Result<Option<T>, E> {
        Ok(T::deserialize(BorrowedStrDeserializer::<E>::new(value)).ok())
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Option<T>, E> {
        Ok(T::deserialize(IntoDeserializer::<E>::into_deserializer(value)).ok())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, access: A) -> Result<Option<T>, A::Error> {
        let mut list = Watched { access, is_begun: false };
        let value = T::deserialize(SeqAccessDeserializer::new(&mut list));
        list.outcome(value, |rest| Ok(rest.next_element::<IgnoredAny>()?.is_some()))
    }

    fn visit_map<A: MapAccess<'de>>(self, access: A) -> Result<Option<T>, A::Error> {
        let mut object = Watched { access, is_begun: false };
        let value = T::deserialize(MapAccessDeserializer::new(&mut object));
        object.outcome(value, |rest| Ok(rest.next_entry::<IgnoredAny, IgnoredAny>()?.is_some()))
    }
}

/// The contents of a list or an object, and whether somebody has begun to read them. A type that takes no list
/// or object fails before, and a mistake in the JSON fails after.
struct Watched<A> {
    access: A,
    is_begun: bool,
}

impl<A> Watched<A> {
    /// The `value` that was made of the contents, or `None` if they were not begun; reads them to their end
    /// with `skip`, which says whether there was more.
    fn outcome<T, E>(
        mut self,
        value: Result<T, E>,
        skip: impl Fn(&mut A) -> Result<bool, E>,
    ) -> Result<Option<T>, E> {
        let value = match value {
            Ok(value) => Some(value),
            Err(error) if self.is_begun => return Err(error),
            Err(_) => None,
        };
        while skip(&mut self.access)? {}
        Ok(value)
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Watched<A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        self.is_begun = true;
        self.access.next_element_seed(seed)
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Watched<A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        self.is_begun = true;
        self.access.next_key_seed(seed)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.access.next_value_seed(seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default, Deserialize, Debug, PartialEq)]
    #[serde(default)]
    struct Paper {
        #[serde(deserialize_with = "lenient")]
        title: String,
        #[serde(deserialize_with = "lenient_option")]
        year: Option<i16>,
        #[serde(deserialize_with = "lenient")]
        venue: Venue,
        #[serde(deserialize_with = "lenient_list")]
        venues: Vec<Venue>,
        #[serde(deserialize_with = "lenient_list")]
        words: Vec<String>,
    }

    #[derive(Default, Deserialize, Debug, PartialEq)]
    #[serde(default)]
    struct Venue {
        #[serde(deserialize_with = "lenient")]
        name: String,
    }

    fn paper(text: &str) -> Paper {
        serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn venue(name: &str) -> Venue {
        Venue { name: name.to_owned() }
    }

    #[test]
    fn a_value_of_another_type_costs_its_field_alone() {
        let values = ["null", "true", "-1", "1e300", "\"1\"", "[]", "[[7]]", "{}", r#"{"a":{"b":[1]}}"#];
        for field in ["title", "year", "venue", "venues", "words"] {
            for value in values {
                let read = paper(&format!(r#"{{"{field}":{value},"title2":"x","words2":0}}"#));
                let (title, years) = (read.title.as_str(), read.year);
                assert_eq!(title, if (field, value) == ("title", "\"1\"") { "1" } else { "" }, "{value}");
                assert_eq!(years, ((field, value) == ("year", "-1")).then_some(-1), "{value}");
                assert_eq!((read.venue, read.words), (Venue::default(), Vec::<String>::new()), "{value}");
            }
        }
        assert_eq!(
            paper(r#"{"title":{"a":1},"year":2024,"venue":{"name":7,"more":[1,{"a":2}]},"words":["a"]}"#),
            Paper { year: Some(2024), words: vec!["a".into()], ..Paper::default() }
        );
    }

    #[test]
    fn an_element_of_another_type_costs_itself_alone() {
        let read = paper(
            r#"{"words":["a",1,null,["x"],{"y":"z"},"b\n"],"venues":[{"name":"J"},null,"K",{"name":"L"}]}"#,
        );
        assert_eq!(read.words, ["a", "b\n"]);
        assert_eq!(read.venues, [venue("J"), venue("L")]);
    }

    #[test]
    fn mistakes_of_the_json_are_not_passed_over() {
        for text in [
            r#"{"venue":{"name":tru}}"#,
            r#"{"venue":{"other":[1,]}}"#,
            r#"{"title":{"other" 7}}"#,
            r#"{"words":["a",}]}"#,
            r#"{"venue":{"name":"J","name":"K"}}"#,
            r#"{"venues":[{"name":"J"}"#,
        ] {
            assert!(serde_json::from_str::<Paper>(text).is_err(), "{text}");
        }
    }
}
