//! OAI-PMH, page by page.

use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use thema_ingest::harvest::{Harvest, HarvestError, HarvestParams, HarvestService, Harvested};

use super::server::{Reply, harvest, identifiers, numbered, page, params, serve, with_clock};

#[test]
fn pages_follow_their_tokens_three_seconds_apart() {
    let (address, requests) = serve(vec![Reply::Page(page(0..3, "a|1")), Reply::Page(page(3..5, ""))]);
    let (harvest, clock) = harvest(&address);
    let directory = tempfile::tempdir().unwrap();
    let harvested = harvest.run(directory.path(), &mut |_| {}).unwrap();
    assert_eq!(harvested, Harvested { pages: 2, records: 5, pages_before: 0 });
    assert_eq!(identifiers(directory.path()), numbered(0..5));
    assert_eq!(clock.0.get(), 3);
    let requests = requests.lock().unwrap();
    assert_eq!(requests[0], "/oai?verb=ListRecords&metadataPrefix=arXivRaw");
    assert_eq!(requests[1], "/oai?verb=ListRecords&resumptionToken=a%7C1");
}

#[test]
fn busy_servers_cut_connections_and_malformed_pages_are_asked_again() {
    let (address, _) = serve(vec![
        Reply::Head("503 Busy\r\nRetry-After: 40"),
        Reply::Page(page(0..3, "t")),
        Reply::Cut("<OAI-PMH><ListRecords><record>".into()),
        Reply::Page("<html><body>maintenance</body></html>".into()),
        Reply::Page(page(3..4, "")),
    ]);
    let (harvest, clock) = harvest(&address);
    let directory = tempfile::tempdir().unwrap();
    harvest.run(directory.path(), &mut |_| {}).unwrap();
    assert_eq!(identifiers(directory.path()), numbered(0..4));
    assert!(clock.0.get() >= 40 + 3, "{}", clock.0.get());
}

#[test]
fn a_stopped_harvest_goes_on_where_it_was() {
    let directory = tempfile::tempdir().unwrap();
    let (address, _) =
        serve(vec![Reply::Page(page(0..3, "t")), Reply::Head("404 Gone"), Reply::Page(page(3..4, ""))]);
    let (first, _) = harvest(&address);
    assert!(matches!(first.run(directory.path(), &mut |_| {}), Err(HarvestError::Refused { .. })));
    std::fs::write(directory.path().join("page-000002.part"), "<OAI-PMH><rec").unwrap();
    let (second, _) = harvest(&address);
    let harvested = second.run(directory.path(), &mut |_| {}).unwrap();
    assert_eq!(harvested, Harvested { pages: 2, records: 4, pages_before: 1 });
    assert_eq!(identifiers(directory.path()), numbered(0..4));
    let (third, _) = harvest(&address);
    assert_eq!(third.run(directory.path(), &mut |_| {}).unwrap().pages_before, 2);
}

#[test]
fn a_server_that_falls_silent_is_asked_again() {
    let silent = |address: &str| {
        let params = params(HarvestService::OaiPmh, address).max_attempts(8);
        with_clock(params.answer_timeout(Duration::from_millis(200))).0
    };
    let (address, requests) = serve(vec![
        Reply::Stall(None),
        Reply::Page(page(0..3, "t")),
        Reply::Stall(Some(page(3..4, ""))),
        Reply::Stall(None),
        Reply::Page(page(3..4, "")),
    ]);
    let directory = tempfile::tempdir().unwrap();
    silent(&address).run(directory.path(), &mut |_| {}).unwrap();
    assert_eq!(identifiers(directory.path()), numbered(0..4));
    assert_eq!(requests.lock().unwrap().len(), 5);
    // A server that has never answered is given up sooner.
    let (address, _) = serve((0..8).map(|_| Reply::Stall(None)).collect());
    let directory = tempfile::tempdir().unwrap();
    let ended = silent(&address).run(directory.path(), &mut |_| {});
    assert!(matches!(ended, Err(HarvestError::Unreachable { attempts: 3, .. })), "{ended:?}");
}

#[test]
fn a_foreign_host_is_not_followed() {
    let (address, requests) = serve(vec![
        Reply::Head("302 Found\r\nLocation: /oai2"),
        Reply::Head("302 Found\r\nLocation: http://example.org/oai"),
    ]);
    let directory = tempfile::tempdir().unwrap();
    let ended = harvest(&address).0.run(directory.path(), &mut |_| {});
    assert!(
        matches!(&ended, Err(HarvestError::ForeignRedirect { to, .. }) if to == "example.org"),
        "{ended:?}"
    );
    assert_eq!(requests.lock().unwrap()[1], "/oai2");
}

#[test]
fn an_answer_of_two_gigabytes_is_bounded() {
    // What the sockets of both sides may hold beyond what the client has read.
    let sockets = 16 << 20;
    for (announced, at_least, at_most) in [(true, 0, sockets), (false, 64 << 20, (64 << 20) + sockets)] {
        let sent = Arc::new(AtomicU64::new(0));
        let (address, _) = serve(vec![Reply::Huge(announced, Arc::clone(&sent))]);
        let params = HarvestParams::new(HarvestService::OaiPmh, "tester@example.org").address(&address);
        let directory = tempfile::tempdir().unwrap();
        let ended = Harvest::new(params.check().unwrap()).run(directory.path(), &mut |_| {});
        let Err(HarvestError::Refused { reason, .. }) = ended else { panic!("{ended:?}") };
        assert_eq!(reason, "the page is larger than 67108864 bytes");
        let sent = sent.load(Ordering::Relaxed);
        assert!((at_least..=at_most).contains(&sent), "{sent} bytes sent, announced: {announced}");
        assert_eq!(identifiers(directory.path()), Vec::<String>::new());
    }
}

#[test]
fn a_server_that_never_answers_usefully_is_given_up() {
    let (address, _) = serve((0..3).map(|_| Reply::Head("500 Broken")).collect());
    let directory = tempfile::tempdir().unwrap();
    let ended = harvest(&address).0.run(directory.path(), &mut |_| {});
    assert!(matches!(ended, Err(HarvestError::Unreachable { attempts: 3, .. })), "{ended:?}");
}

#[test]
fn a_page_that_leads_back_is_asked_for_again_and_never_stored() {
    let back = || Reply::Page(page(3..5, "a"));
    let (address, requests) = serve(vec![
        Reply::Page(page(0..3, "a")),
        back(),
        back(),
        back(),
        back(),
        Reply::Page(page(3..5, "")),
    ]);
    let directory = tempfile::tempdir().unwrap();
    let ended = harvest(&address).0.run(directory.path(), &mut |_| {});
    let Err(HarvestError::Unreachable { reason, attempts: 3, .. }) = ended else { panic!("{ended:?}") };
    assert!(reason.contains("a page it already gave"), "{reason}");
    assert_eq!(requests.lock().unwrap().len(), 4);
    // The server has recovered, and the harvest continues where it stopped.
    harvest(&address).0.run(directory.path(), &mut |_| {}).unwrap();
    assert_eq!(identifiers(directory.path()), numbered(0..5));
}

#[test]
fn a_stored_page_that_leads_back_is_named() {
    let (address, _) = serve(vec![Reply::Page(page(0..3, "a")), Reply::Page(page(3..5, ""))]);
    let directory = tempfile::tempdir().unwrap();
    harvest(&address).0.run(directory.path(), &mut |_| {}).unwrap();
    let leading_back = directory.path().join("page-000002.xml");
    std::fs::write(&leading_back, page(3..5, "a")).unwrap();
    let ended = harvest(&address).0.run(directory.path(), &mut |_| {});
    assert!(
        matches!(&ended, Err(HarvestError::DamagedPage { path, .. }) if *path == leading_back),
        "{ended:?}"
    );
}

#[test]
fn a_stored_page_that_is_damaged_is_named() {
    let (address, _) = serve(vec![Reply::Page(page(0..3, "a")), Reply::Page(page(3..5, ""))]);
    let directory = tempfile::tempdir().unwrap();
    harvest(&address).0.run(directory.path(), &mut |_| {}).unwrap();
    let damaged = directory.path().join("page-000002.xml");
    std::fs::write(&damaged, "<OAI-PMH><ListRec").unwrap();
    let ended = harvest(&address).0.run(directory.path(), &mut |_| {});
    assert!(matches!(&ended, Err(HarvestError::DamagedPage { path, .. }) if *path == damaged), "{ended:?}");
    let message = ended.unwrap_err().to_string();
    assert!(message.contains("remove it and all later pages"), "{message}");
}

#[test]
fn the_pause_holds_over_restarts() {
    let directory = tempfile::tempdir().unwrap();
    let (address, _) =
        serve(vec![Reply::Page(page(0..3, "t")), Reply::Head("404 Gone"), Reply::Page(page(3..4, ""))]);
    let (first, before) = harvest(&address);
    assert!(matches!(first.run(directory.path(), &mut |_| {}), Err(HarvestError::Refused { .. })));
    let (second, clock) = harvest(&address);
    clock.0.set(before.0.get() + 1);
    second.run(directory.path(), &mut |_| {}).unwrap();
    assert_eq!(clock.0.get(), before.0.get() + 3);
}

const SETS: &str = "<OAI-PMH><ListSets><set><setSpec>cs</setSpec><setName>Computer Science</setName></set>\
                    <set><setSpec>physics:hep-ph</setSpec><setName>Physics</setName></set></ListSets></OAI-PMH>";

#[test]
fn a_set_is_looked_up_before_the_first_page() {
    let in_set = |set: &str, address: &str| {
        let params = params(HarvestService::OaiPmh, address).set(Some(set.to_owned()));
        with_clock(params).0
    };
    let (address, requests) =
        serve(vec![Reply::Page(SETS.into()), Reply::Page(SETS.into()), Reply::Page(page(0..2, ""))]);
    let directory = tempfile::tempdir().unwrap();
    let ended = in_set("physics:hepph", &address).run(directory.path(), &mut |_| {});
    let Err(HarvestError::NoSuchSet { nearest, sets: 2, .. }) = ended else { panic!("{ended:?}") };
    assert!(nearest.starts_with("physics:hep-ph"), "{nearest}");
    let directory = tempfile::tempdir().unwrap();
    in_set("physics:hep-ph", &address).run(directory.path(), &mut |_| {}).unwrap();
    assert_eq!(identifiers(directory.path()), numbered(0..2));
    let requests = requests.lock().unwrap();
    assert_eq!(requests[0], "/oai?verb=ListSets");
    assert_eq!(requests[2], "/oai?verb=ListRecords&metadataPrefix=arXivRaw&set=physics%3Ahep-ph");
}

#[test]
fn sets_are_listed() {
    let (address, _) = serve(vec![Reply::Page(SETS.into())]);
    let sets = harvest(&address).0.sets().unwrap();
    assert_eq!(sets[1], ("physics:hep-ph".to_owned(), "Physics".to_owned()));
}

#[test]
fn a_server_that_is_not_there_is_given_up_soon() {
    let address = {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        format!("http://{}/oai", listener.local_addr().unwrap())
    };
    let (harvest, clock) = with_clock(params(HarvestService::OaiPmh, &address).max_attempts(8));
    let directory = tempfile::tempdir().unwrap();
    let ended = harvest.run(directory.path(), &mut |_| {});
    assert!(matches!(ended, Err(HarvestError::Unreachable { attempts: 3, .. })), "{ended:?}");
    assert!(clock.0.get() <= 20, "{} s", clock.0.get());
}
