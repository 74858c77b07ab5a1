//! The country that an affiliation names.

use crate::identifiers::countries::country_name;

/// The country at the end of an affiliation: `Free School, Queue Street 1, Santiago, Chile. ann@example.org`. A state of
/// the United States, a province of Canada, or a state of Australia with its postcode stands for its country:
/// `Rochester, MN 55905`.
pub(crate) fn country_of_affiliation(text: &str) -> Option<&'static str> {
    let text = text.replace("U.S.A", "USA").replace("U.S", "US").replace("U.K", "UK");
    text.rsplit(['.', ';']).find_map(|sentence| {
        let end = sentence.rsplit(',').next()?.trim();
        country_of_end(sentence, end)
    })
}

fn country_of_end(sentence: &str, end: &str) -> Option<&'static str> {
    match end {
        // The state is meant more often than the country.
        "Georgia" => sentence.contains("Tbilisi").then_some("Georgia"),
        "US" | "UK" => country_name(end),
        _ if end.ends_with(" USA") => Some("United States"),
        // Delaware or Germany, Saskatchewan or Slovakia.
        "DE" | "SK" => None,
        // Codes of states and provinces come first: `Boston, MA` is not in Morocco.
        _ if end.len() == 2 => country_of_region(end).or_else(|| country_name(end)),
        _ => country_name(end).or_else(|| country_of_region(end)),
    }
}

/// The country of a state or province, which its postcode may follow.
fn country_of_region(text: &str) -> Option<&'static str> {
    let (state, code) = text.rsplit_once(' ').unwrap_or((text, ""));
    let state = if is_like(code, "00000") || is_like(code, "00000-0000") { state } else { text };
    if STATES.iter().any(|(code, name)| *code == state || name.eq_ignore_ascii_case(state)) {
        return Some("United States");
    }
    let (region, code) = text.split_once(' ').unwrap_or((text, ""));
    // `NL` alone is the Netherlands.
    let is_sure = is_like(code, "A0A 0A0") || code.is_empty() && country_name(region).is_none();
    if PROVINCES.iter().any(|(code, name)| *code == region && is_sure || name.eq_ignore_ascii_case(text)) {
        return Some("Canada");
    }
    (AUSTRALIAN_STATES.contains(&region) && is_like(code, "0000")).then_some("Australia")
}

/// Whether `text` has digits and capitals where `pattern` has them.
fn is_like(text: &str, pattern: &str) -> bool {
    let is_like = |(byte, pattern): (u8, u8)| match pattern {
        b'0' => byte.is_ascii_digit(),
        b'A' => byte.is_ascii_uppercase(),
        other => byte == other,
    };
    text.len() == pattern.len() && text.bytes().zip(pattern.bytes()).all(is_like)
}

#[rustfmt::skip]
const STATES: [(&str, &str); 51] = [
    ("AL", "Alabama"), ("AK", "Alaska"), ("AZ", "Arizona"), ("AR", "Arkansas"), ("CA", "California"), ("CO", "Colorado"),
    ("CT", "Connecticut"), ("DC", "District of Columbia"), ("DE", "Delaware"), ("FL", "Florida"), ("GA", "Georgia"), ("HI", "Hawaii"),
    ("ID", "Idaho"), ("IL", "Illinois"), ("IN", "Indiana"), ("IA", "Iowa"), ("KS", "Kansas"), ("KY", "Kentucky"), ("LA", "Louisiana"),
    ("ME", "Maine"), ("MD", "Maryland"), ("MA", "Massachusetts"), ("MI", "Michigan"), ("MN", "Minnesota"), ("MS", "Mississippi"),
    ("MO", "Missouri"), ("MT", "Montana"), ("NE", "Nebraska"), ("NV", "Nevada"), ("NH", "New Hampshire"), ("NJ", "New Jersey"),
    ("NM", "New Mexico"), ("NY", "New York"), ("NC", "North Carolina"), ("ND", "North Dakota"), ("OH", "Ohio"), ("OK", "Oklahoma"),
    ("OR", "Oregon"), ("PA", "Pennsylvania"), ("RI", "Rhode Island"), ("SC", "South Carolina"), ("SD", "South Dakota"),
    ("TN", "Tennessee"), ("TX", "Texas"), ("UT", "Utah"), ("VT", "Vermont"), ("VA", "Virginia"), ("WA", "Washington"),
    ("WV", "West Virginia"), ("WI", "Wisconsin"), ("WY", "Wyoming"),
];

#[rustfmt::skip]
const PROVINCES: [(&str, &str); 13] = [
    ("AB", "Alberta"), ("BC", "British Columbia"), ("MB", "Manitoba"), ("NB", "New Brunswick"), ("NL", "Newfoundland and Labrador"),
    ("NS", "Nova Scotia"), ("NT", "Northwest Territories"), ("NU", "Nunavut"), ("ON", "Ontario"), ("PE", "Prince Edward Island"),
    ("QC", "Quebec"), ("SK", "Saskatchewan"), ("YT", "Yukon"),
];

const AUSTRALIAN_STATES: [&str; 8] = ["ACT", "NSW", "NT", "QLD", "SA", "TAS", "VIC", "WA"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_affiliation_ends_in_its_country() {
        for (text, country) in [
            ("Free School, Queue Street 1, Santiago, Chile.", Some("Chile")),
            ("Dept. of Logs, Univ. of Rest, Ithaca, NY 14853 USA", Some("United States")),
            ("School of Rest, Berlin, Germany. Electronic address: ann@example.org.", Some("Germany")),
            ("School of Rest, Berlin, Germany; ann@example.org", Some("Germany")),
            ("School of Rest, Leeds, UK", Some("United Kingdom")),
            ("School of Rest, Dubai, UAE", Some("United Arab Emirates")),
            ("School of Rest, Toledo, ESP", Some("Spain")),
            ("School of Rest, Miami, FL, U.S.A. ann@example.org", Some("United States")),
            ("School of Rest, Leeds, U.K.", Some("United Kingdom")),
            ("School of Rest, Paris, FR", Some("France")),
            ("School of Rest, Berlin, DE", None),
            ("School of Rest, Delft, NL", Some("Netherlands")),
            ("School of Rest, Newark, DE 19711", Some("United States")),
            ("Georgia Institute of Queues, Atlanta", None),
            ("", None),
        ] {
            assert_eq!(country_of_affiliation(text), country, "{text}");
        }
    }

    #[test]
    fn a_state_or_province_stands_for_its_country() {
        for (text, country) in [
            ("School of Rest, Rochester, MN.", Some("United States")),
            ("School of Rest, Stanford, CA", Some("United States")),
            ("School of Rest, Boston, MA 02115. ann@example.org", Some("United States")),
            ("School of Rest, Boston, Massachusetts 02115-1234", Some("United States")),
            ("School of Rest, Albuquerque, New Mexico", Some("United States")),
            ("School of Rest, Atlanta, Georgia 30332", Some("United States")),
            ("School of Rest, Atlanta, Georgia", None),
            ("School of Rest, Tbilisi, Georgia.", Some("Georgia")),
            ("School of Rest, Toronto, ON", Some("Canada")),
            ("School of Rest, Vancouver, BC V6T 1Z4", Some("Canada")),
            ("School of Rest, Saskatoon, SK S7N 5A2", Some("Canada")),
            ("School of Rest, Halifax, Nova Scotia", Some("Canada")),
            ("School of Rest, Bratislava, SK", None),
            ("School of Rest, Perth, WA 6009", Some("Australia")),
            ("School of Rest, Seattle, WA 98195", Some("United States")),
        ] {
            assert_eq!(country_of_affiliation(text), country, "{text}");
        }
    }
}
