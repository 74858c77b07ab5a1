//! The sets of a repository.

use super::asking::{Asked, Asking};
use super::page::Fault;
use super::page_store::PageStore;
use super::{HarvestError, HarvestValidParams};
use crate::identifiers::names::nearest;
use crate::xml::{Step, XmlStream};
use crate::{Format, SourceError};

/// A page of sets, each as (name in requests, title), and the token of the next page.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct SetPage {
    pub(super) sets: Vec<(String, String)>,
    pub(super) token: Option<String>,
}

impl SetPage {
    /// Parses an answer to `ListSets`. A repository without sets gives an empty page.
    pub(super) fn read(mut bytes: &[u8]) -> Result<Self, Fault> {
        let broken = |error: SourceError| Fault::Broken(error.to_string());
        let mut page = Self::default();
        let mut stream = XmlStream::new(Format::OaiPmh, &mut bytes, &["set", "error", "resumptionToken"]);
        loop {
            match stream.next().map_err(broken)? {
                Step::Item(_) => {}
                Step::Rejected(..) => continue,
                Step::End => break,
            }
            let element = stream.item().root();
            let text = |name: &str| element.child(name).map_or("", |child| child.text()).trim().to_owned();
            match element.name() {
                "set" => page.sets.push((text("setSpec"), text("setName"))),
                "resumptionToken" => {
                    page.token = Some(element.text().trim().to_owned()).filter(|token| !token.is_empty());
                }
                _ => {
                    let code = element.attribute("code").unwrap_or_default();
                    if code == "noSetHierarchy" {
                        return Ok(page);
                    }
                    return Err(Fault::Refused(format!("{code}: {}", element.text().trim())));
                }
            }
        }
        if page.sets.is_empty() {
            return Err(Fault::Broken("no list of sets".to_owned()));
        }
        Ok(page)
    }
}

/// Most pages of sets that are read.
const MOST_PAGES: usize = 100;

/// All sets of the repository, as (name in requests, title).
pub(super) fn sets(
    asking: &mut Asking<'_>,
    store: Option<&PageStore>,
    params: &HarvestValidParams,
) -> Result<Vec<(String, String)>, HarvestError> {
    let (mut sets, mut token) = (Vec::new(), None);
    for _ in 0..MOST_PAGES {
        let address = params.sets_address(token.as_deref());
        match asking.ask(store, &address, SetPage::read)? {
            Asked::Page(_, page) => {
                sets.extend(page.sets);
                token = page.token;
            }
            Asked::TokenExpired(reason) => return Err(HarvestError::Refused { address, reason }),
        }
        if token.is_none() {
            break;
        }
    }
    Ok(sets)
}

/// Checks that the requested set is in the repository's list.
pub(super) fn check_set(
    asking: &mut Asking<'_>,
    store: &PageStore,
    params: &HarvestValidParams,
) -> Result<(), HarvestError> {
    let Some(set) = params.set() else { return Ok(()) };
    let sets = sets(asking, Some(store), params)?;
    let names = || sets.iter().map(|(name, _)| name.as_str());
    if names().any(|name| name == set) {
        return Ok(());
    }
    let nearest = nearest(set, names()).join(", ");
    Err(HarvestError::NoSuchSet { set: set.to_owned(), sets: sets.len(), nearest })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_listed_page_by_page() {
        let text = "<OAI-PMH><ListSets><set><setSpec>cs</setSpec><setName>Computer Science</setName></set>\
                    <set><setSpec>physics:hep-ph</setSpec><setName>Physics</setName></set>\
                    <resumptionToken>b|2</resumptionToken></ListSets></OAI-PMH>";
        let page = SetPage::read(text.as_bytes()).unwrap();
        let named = |name: &str, title: &str| (name.to_owned(), title.to_owned());
        assert_eq!(page.sets, [named("cs", "Computer Science"), named("physics:hep-ph", "Physics")]);
        assert_eq!(page.token.as_deref(), Some("b|2"));
        let none = SetPage::read(b"<OAI-PMH><error code='noSetHierarchy'>no</error></OAI-PMH>");
        assert_eq!(none, Ok(SetPage::default()));
        let refused = SetPage::read(b"<OAI-PMH><error code='badArgument'>no</error></OAI-PMH>");
        assert_eq!(refused, Err(Fault::Refused("badArgument: no".into())));
        assert!(matches!(SetPage::read(b"<html/>"), Err(Fault::Broken(_))));
    }
}
