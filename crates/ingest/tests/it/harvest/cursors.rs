//! Crossref and OpenAlex, whose pages are linked by cursors.

use thema_ingest::harvest::{Harvest, HarvestError, HarvestService, Harvested};

use super::server::{Reply, params, serve, with_clock};

/// A Crossref page of a request for two works per page.
fn crossref(numbers: std::ops::Range<u32>) -> Reply {
    let works = numbers.map(|number| {
        format!(
            r#"{{"DOI":"10.1000/{number}","deposited":{{"date-time":"2024-01-0{}T00:00:00Z"}}}}"#,
            number + 1
        )
    });
    let works: Vec<String> = works.collect();
    // Crossref gives one cursor for all pages of a list.
    Reply::Page(format!(
        r#"{{"status":"ok","message-type":"work-list","message":{{"items-per-page":2,"next-cursor":"Ab=","items":[{}]}}}}"#,
        works.join(",")
    ))
}

fn dois(directory: &std::path::Path) -> Vec<String> {
    let mut pages: Vec<_> =
        std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    pages.sort();
    let text: String = pages.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    text.split("\"DOI\":\"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
}

fn of_crossref(address: &str) -> Harvest {
    with_clock(params(HarvestService::Crossref, address).set(Some("issn:1234-5679".into())).page_records(2)).0
}

#[test]
fn crossref_is_harvested_by_its_cursor() {
    let (address, requests) = serve(vec![crossref(0..2), crossref(2..4), crossref(4..5)]);
    let directory = tempfile::tempdir().unwrap();
    let harvested = of_crossref(&address).run(directory.path(), &mut |_| {}).unwrap();
    assert_eq!(harvested, Harvested { pages: 3, records: 5, pages_before: 0 });
    assert_eq!(dois(directory.path()), ["10.1000/0", "10.1000/1", "10.1000/2", "10.1000/3", "10.1000/4"]);
    let requests = requests.lock().unwrap();
    assert!(
        requests[0].ends_with("&sort=deposited&order=asc&rows=2&cursor=%2A&mailto=tester%40example.org"),
        "{requests:?}"
    );
    assert!(requests[1].contains("&cursor=Ab%3D&mailto="), "{requests:?}");
}

#[test]
fn a_cursor_of_crossref_that_expired_is_gone_on_from_by_the_last_change() {
    let (address, requests) =
        serve(vec![crossref(0..2), Reply::Head("404 Gone"), crossref(1..3), crossref(3..4)]);
    let directory = tempfile::tempdir().unwrap();
    of_crossref(&address).run(directory.path(), &mut |_| {}).unwrap();
    assert_eq!(dois(directory.path()), ["10.1000/0", "10.1000/1", "10.1000/1", "10.1000/2", "10.1000/3"]);
    assert!(requests.lock().unwrap()[2].contains("from-update-date%3A2024-01-02&"), "{requests:?}");
    // A stopped run resumes at once from the last change.
    let (address, requests) = serve(vec![
        crossref(0..2),
        Reply::Head("500 Broken"),
        Reply::Head("500 Broken"),
        Reply::Head("500 Broken"),
    ]);
    let directory = tempfile::tempdir().unwrap();
    let ended = of_crossref(&address).run(directory.path(), &mut |_| {});
    assert!(matches!(ended, Err(HarvestError::Unreachable { .. })), "{ended:?}");
    drop(requests);
    let stored = std::fs::read_to_string(directory.path().join("request.txt")).unwrap();
    let (again, requests) = serve(vec![crossref(1..3), crossref(3..4)]);
    std::fs::write(directory.path().join("request.txt"), stored.replace(&address, &again)).unwrap();
    of_crossref(&again).run(directory.path(), &mut |_| {}).unwrap();
    assert_eq!(dois(directory.path()).last().map(String::as_str), Some("10.1000/3"));
    assert!(requests.lock().unwrap()[0].contains("from-update-date%3A2024-01-02&"), "{requests:?}");
}

#[test]
fn a_server_that_gives_crossrefs_page_again_is_given_up() {
    let (address, _) = serve(vec![crossref(0..2), crossref(0..2), crossref(0..2), crossref(0..2)]);
    let directory = tempfile::tempdir().unwrap();
    let ended = of_crossref(&address).run(directory.path(), &mut |_| {});
    let Err(HarvestError::Unreachable { reason, .. }) = ended else { panic!("{ended:?}") };
    assert!(reason.contains("a page it already gave"), "{reason}");
}

/// An OpenAlex page with one work.
fn openalex(number: u32, cursor: &str) -> Reply {
    Reply::Page(format!(
        r#"{{"meta":{{"count":2,"next_cursor":{cursor}}},"results":[{{"id":"https://openalex.org/W{number}","DOI":"10.1000/{number}","publication_date":"2024-01-0{number}"}}]}}"#
    ))
}

fn of_openalex(address: &str) -> Harvest {
    with_clock(params(HarvestService::OpenAlex, address).set(Some("primary_topic.id:T1".into()))).0
}

#[test]
fn openalex_is_harvested_by_its_cursor_and_resumed() {
    let (address, requests) =
        serve(vec![openalex(1, "\"Ab\""), Reply::Head("403 Forbidden"), openalex(2, "null")]);
    let directory = tempfile::tempdir().unwrap();
    let ended = of_openalex(&address).run(directory.path(), &mut |_| {});
    assert!(matches!(ended, Err(HarvestError::Refused { .. })), "{ended:?}");
    let harvested = of_openalex(&address).run(directory.path(), &mut |_| {}).unwrap();
    assert_eq!(harvested, Harvested { pages: 2, records: 2, pages_before: 1 });
    assert_eq!(dois(directory.path()), ["10.1000/1", "10.1000/2"]);
    let requests = requests.lock().unwrap();
    assert_eq!(requests[1], requests[2]);
    assert!(requests[2].contains("&cursor=Ab&mailto=tester%40example.org"), "{requests:?}");
}

#[test]
fn a_cursor_of_openalex_that_expired_is_gone_on_from_by_the_last_day() {
    let expired = || Reply::Head("400 Bad Request");
    let (address, requests) = serve(vec![
        openalex(1, "\"Ab\""),
        openalex(2, "\"Cd\""),
        expired(),
        openalex(2, "\"Ab\""),
        openalex(3, "null"),
    ]);
    let directory = tempfile::tempdir().unwrap();
    let harvested = of_openalex(&address).run(directory.path(), &mut |_| {}).unwrap();
    assert_eq!(harvested, Harvested { pages: 4, records: 4, pages_before: 0 });
    assert_eq!(dois(directory.path()), ["10.1000/1", "10.1000/2", "10.1000/2", "10.1000/3"]);
    assert!(requests.lock().unwrap()[3].contains("from_publication_date%3A2024-01-02&"), "{requests:?}");
    // A refused first page is not an expired cursor, and a repeated cursor is not followed.
    let (address, _) = serve(vec![expired()]);
    let ended = of_openalex(&address).run(tempfile::tempdir().unwrap().path(), &mut |_| {});
    assert!(matches!(ended, Err(HarvestError::Refused { .. })), "{ended:?}");
    let (address, _) = serve((1..5).map(|number| openalex(number, "\"Ab\"")).collect());
    let ended = of_openalex(&address).run(tempfile::tempdir().unwrap().path(), &mut |_| {});
    let Err(HarvestError::Unreachable { reason, .. }) = ended else { panic!("{ended:?}") };
    assert!(reason.contains("a page it already gave"), "{reason}");
}
