//! Expired OAI-PMH tokens.

use thema_ingest::harvest::{HarvestError, Harvested};

use super::server::{Reply, harvest, identifiers, numbered, page, serve};

const EXPIRED: &str = "<OAI-PMH><error code='badResumptionToken'>expired</error></OAI-PMH>";

/// A page of records changed on the days given by their numbers.
fn dated(numbers: std::ops::Range<u32>, token: &str) -> String {
    numbers.clone().fold(page(numbers, token), |page, number| {
        let identifier = format!("<identifier>oai:x:{number}</identifier>");
        page.replace(&identifier, &format!("{identifier}<datestamp>2024-01-{:02}</datestamp>", number + 1))
    })
}

#[test]
fn a_token_that_expired_is_gone_on_from_by_the_last_day() {
    let replies = vec![
        Reply::Page(dated(0..3, "a")),
        Reply::Page(EXPIRED.into()),
        Reply::Page(dated(2..4, "a")),
        Reply::Head("404 Gone"),
        Reply::Page(EXPIRED.into()),
        Reply::Page(dated(3..5, "b")),
        Reply::Page(dated(5..6, "")),
    ];
    let directory = tempfile::tempdir().unwrap();
    let (address, requests) = serve(replies);
    let ended = harvest(&address).0.run(directory.path(), &mut |_| {});
    assert!(matches!(ended, Err(HarvestError::Refused { .. })), "{ended:?}");
    // The second list has a token of the first; a run after a stop must still distinguish them.
    let harvested = harvest(&address).0.run(directory.path(), &mut |_| {}).unwrap();
    assert_eq!(harvested, Harvested { pages: 4, records: 8, pages_before: 2 });
    let expected = [numbered(0..3), numbered(2..4), numbered(3..5), numbered(5..6)].concat();
    assert_eq!(identifiers(directory.path()), expected);
    let requests = requests.lock().unwrap();
    let first = "/oai?verb=ListRecords&metadataPrefix=arXivRaw";
    assert_eq!(requests[2], format!("{first}&from=2024-01-03"));
    assert_eq!(requests[5], format!("{first}&from=2024-01-04"));
    drop(requests);
    assert_eq!(harvest(&address).0.run(directory.path(), &mut |_| {}).unwrap().pages_before, 4);
}

/// Makes a page of records from the token that follows.
type Pages<'a> = &'a dyn Fn(&str) -> String;

#[test]
fn a_list_out_of_order_or_of_one_day_is_begun_again_once() {
    let of_one_day = |token: &str| {
        page(0..3, token).replace("</identifier>", "</identifier><datestamp>2024-01-02</datestamp>")
    };
    let backwards = |token: &str| dated(0..3, token).replace("2024-01-03", "2023-01-03");
    let first = "/oai?verb=ListRecords&metadataPrefix=arXivRaw";
    let same_day = format!("{first}&from=2024-01-02");
    let lists: [(Pages<'_>, [&str; 3]); 3] = [
        (&|token| page(0..3, token), [first, first, ""]),
        (&backwards, [first, first, ""]),
        (&of_one_day, [first, &same_day, &same_day]),
    ];
    for (list, expected) in lists {
        let expected: Vec<&str> = expected.into_iter().filter(|address| !address.is_empty()).collect();
        let replies = expected.iter().flat_map(|_| [Reply::Page(list("old")), Reply::Page(EXPIRED.into())]);
        let (address, requests) = serve(replies.collect());
        let directory = tempfile::tempdir().unwrap();
        let ended = harvest(&address).0.run(directory.path(), &mut |_| {});
        let Err(HarvestError::Refused { reason, .. }) = ended else { panic!("{ended:?}") };
        assert_eq!(reason, "badResumptionToken: expired");
        let requests = requests.lock().unwrap();
        let begun: Vec<&String> = requests.iter().filter(|request| !request.contains("old")).collect();
        assert_eq!(begun, expected);
        assert_eq!(requests.len(), 2 * expected.len());
        // Earlier pages stay.
        assert_eq!(identifiers(directory.path()).len(), expected.len() * 3);
    }
}

#[test]
fn a_server_whose_tokens_always_expire_is_given_up() {
    let replies = (0..60).flat_map(|year| {
        let later = dated(0..2, "t").replace("2024", &(1960 + year).to_string());
        [Reply::Page(later), Reply::Page(EXPIRED.into())]
    });
    let (address, requests) = serve(replies.collect());
    let directory = tempfile::tempdir().unwrap();
    let ended = harvest(&address).0.run(directory.path(), &mut |_| {});
    assert!(matches!(ended, Err(HarvestError::Refused { .. })), "{ended:?}");
    assert_eq!(requests.lock().unwrap().len(), 2 * 51);
}
