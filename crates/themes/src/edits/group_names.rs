//! Names of groups of clusters after their themes were renamed or merged.

use std::collections::BTreeMap;

use crate::labels::{capitalised, in_a_row};

/// The name of a group of clusters with the names that edits gave the themes after which its clusters are named.
/// `clusters` are the clusters' names before the edits, and `now` has the current name of a theme by the one before.
/// `conjunction` joined the names. Of a name that was learned only the first part is used, as when groups are named.
/// Where a name given by hand is itself a row of parts, dots keep it apart from the others: "Twitter · Music, art and
/// sports · Cities". Lists in sentences and tables have semicolons.
#[must_use]
pub fn group_name(
    group: &str,
    clusters: &[&str],
    now: &BTreeMap<String, String>,
    conjunction: &str,
) -> String {
    if let Some(name) = now.get(group) {
        return name.clone();
    }
    let renamed = clusters.iter().filter_map(|&before| Some((before, now.get(before)?)));
    let renamed: Vec<(&str, &String)> = renamed.filter(|(before, name)| before != name).collect();
    let parts: Vec<&str> = group.split(", ").flat_map(|part| part.split(conjunction)).collect();
    let source = |part: &str| {
        let of_part = |before: &str| before.split(conjunction).any(|own| is_same(own, part));
        renamed.iter().find(|(before, _)| of_part(before)).map(|(_, name)| *name)
    };
    if parts.len() < 2 || !parts.iter().any(|part| source(part).is_some()) {
        return group.to_owned();
    }
    let mut named: Vec<String> = Vec::with_capacity(parts.len());
    for part in parts {
        let part = match source(part) {
            Some(learned) if now.contains_key(learned) => {
                learned.split(conjunction).next().unwrap_or(learned)
            }
            Some(by_hand) => by_hand,
            None => part,
        };
        if !named.iter().any(|other| is_same(other, part)) {
            named.push(part.to_owned());
        }
    }
    let is_row = |part: &String| part.contains(", ") || part.contains(conjunction);
    if named.len() > 1 && named.iter().any(is_row) {
        let parts: Vec<String> = named.iter().map(|part| capitalised(part)).collect();
        return parts.join(" · ");
    }
    in_a_row(&named, conjunction)
}

fn is_same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLUSTERS: [&str; 3] =
        ["Twitter and social media", "Online social networks", "Cities and urban mobility"];

    fn named(group: &str, edits: &[(&str, &str)]) -> String {
        let names = CLUSTERS.iter().map(|&name| (name.to_owned(), name.to_owned()));
        let edited = edits.iter().map(|&(before, name)| (before.to_owned(), name.to_owned()));
        group_name(group, &CLUSTERS, &names.chain(edited).collect(), " and ")
    }

    #[test]
    fn a_group_follows_the_names_of_its_themes() {
        let group = "Twitter, online social networks and cities";
        assert_eq!(named(group, &[]), group);
        for (edits, name) in [
            (&[(CLUSTERS[0], "microblogs")][..], "Microblogs, online social networks and cities"),
            (
                &[(CLUSTERS[2], "Urban life and traffic")],
                "Twitter · Online social networks · Urban life and traffic",
            ),
            (
                &[(CLUSTERS[0], "Populations, surveys")],
                "Populations, surveys · Online social networks · Cities",
            ),
            (
                &[(CLUSTERS[2], "Cities, towns and roads"), (CLUSTERS[0], CLUSTERS[1])],
                "Online social networks · Cities, towns and roads",
            ),
            (&[(CLUSTERS[0], CLUSTERS[1])], "Online social networks and cities"),
            (&[(CLUSTERS[1], CLUSTERS[0])], "Twitter and cities"),
            (&[(CLUSTERS[1], "Friends"), (CLUSTERS[2], "Friends")], "Twitter and Friends"),
        ] {
            assert_eq!(named(group, edits), name);
        }
        assert_eq!(named(CLUSTERS[1], &[(CLUSTERS[1], "Friends and ties")]), "Friends and ties");
        assert_eq!(
            named("Twitter and social media and related", &[(CLUSTERS[0], "Blogs")]),
            "Blogs and related"
        );
    }

    #[test]
    fn a_group_named_after_what_its_clusters_share_keeps_its_name() {
        for group in ["Social media", "Computer science", "Information and networks"] {
            assert_eq!(named(group, &[(CLUSTERS[0], "Microblogs")]), group);
        }
    }
}
