//! Recomputes what a digest says about earlier times: bursts and slow changes.

use serde_json::Value;

use super::lines::{assert_share, count_at_end, escaped, in_words, last_number};
use super::recount::Recount;

impl Recount {
    /// Checks the shares within and outside a burst, over the periods shown.
    pub(super) fn check_bursts(&self) {
        let tells = |line: &&str| line.contains("** peaked ") || line.contains("** started high, ");
        let Some(said) = self.digest.lines().find(tells) else { return };
        let mut checked = 0;
        for theme in self.report["themes"].as_array().unwrap() {
            let name = escaped(theme["name"].as_str().unwrap());
            for burst in theme["trend"]["bursts"].as_array().into_iter().flatten() {
                let when = burst["name"].as_str().unwrap();
                let is_range = when.contains(" to ") && !when.starts_with("the weeks ");
                let when = format!("{} {when}", if is_range { "from" } else { "in" });
                let [start, end] = ["start", "end"].map(|side| burst[side].as_str().unwrap());
                let periods = theme["trend"]["periods"].as_array().unwrap();
                let shown = || periods.iter().filter(|period| period["thin"] == false);
                let first = shown().next().unwrap()["start"].as_str().unwrap();
                // What came before the first period is unknown.
                let verb = if start <= first && first <= end { " started high," } else { " peaked" };
                let forms = [verb, ""].map(|verb| format!("**{name}**{verb} {when} ("));
                let Some((_, figures)) = forms.iter().find_map(|form| said.split_once(form.as_str())) else {
                    continue;
                };
                let (mut papers, mut all) = ([0; 2], [0; 2]);
                for period in shown() {
                    let first = period["start"].as_str().unwrap();
                    let next = Self::after(&theme["trend"], first);
                    let within = usize::from(start <= first && first <= end);
                    papers[within] += self.count(theme["key"].as_str(), first, next.as_deref());
                    all[within] += self.count(None, first, next.as_deref());
                }
                let mut shares = figures.split(" %").map(last_number);
                assert_share(shares.next().unwrap(), papers[1], all[1], figures);
                assert_share(shares.next().unwrap(), papers[0], all[0], figures);
                checked += 1;
            }
        }
        assert!(checked > 0, "{said}");
    }

    /// Checks that no theme is called steady whose share may have changed by a quarter, and that no month is named that the
    /// papers do not show.
    pub(super) fn check_steady_and_crowded(&self) {
        let mut steady = 0;
        for theme in self.report["themes"].as_array().unwrap() {
            let (trend, key) = (&theme["trend"], theme["key"].as_str().unwrap());
            let change = &trend["change"];
            if trend["verdict"] == "steady" {
                let room = 0.25 * change["before"]["share"].as_f64().unwrap() + 1e-6;
                let ends = ["low", "high"].map(|end| change[end].as_f64().unwrap().abs());
                assert!(ends.iter().all(|&end| end <= room), "{key}: {change}");
                steady += usize::from(theme["kind"] != "other");
            }
            let Some(busiest) = Some(&trend["busiest"]).filter(|busiest| !busiest.is_null()) else {
                continue;
            };
            let window = if trend["verdict"] == "rising" { &change["recent"] } else { &change["before"] };
            let month = &busiest["start"].as_str().unwrap()[..7];
            let counted = self.count(Some(key), month, Some(&format!("{month}-99")));
            let all = window["papers"].as_u64().unwrap();
            let said = format!(
                "; {} of its {} papers {} {} date from {}",
                in_words(counted),
                in_words(all as usize),
                if window["name"].as_str().unwrap().contains(" to ") { "from" } else { "in" },
                window["name"].as_str().unwrap(),
                busiest["name"].as_str().unwrap()
            );
            assert!(self.digest.contains(&said), "{said}");
        }
        let told = self.digest.split_once(" steady: with 95 % confidence").is_some();
        assert_eq!(told, steady > 0, "{steady} are steady");
        let themes = self.report["themes"].as_array().unwrap().iter();
        let by_chance =
            themes.filter(|theme| theme["kind"] != "other" && theme["trend"]["doubt"] == "chance").count();
        let told = self.digest.split_once(" would show a change on ").map(|(before, _)| count_at_end(before));
        assert_eq!(told.unwrap_or(0), by_chance);
    }

    /// Checks the earlier share of themes that rose or fell, where it differs by more than the shares compared.
    pub(super) fn check_long_ago(&self) {
        for theme in self.report["themes"].as_array().unwrap() {
            let (trend, name) = (&theme["trend"], escaped(theme["name"].as_str().unwrap()));
            let starts = ["rose", "fell"].map(|verb| format!("- **{name}** {verb} from "));
            let is_of_theme = |line: &&str| starts.iter().any(|start| line.starts_with(start));
            let Some(line) = self.digest.lines().find(is_of_theme) else { continue };
            let said =
                line.split_once(" it was ").map(|(_, share)| last_number(share.split(" %").next().unwrap()));
            let size = |change: &Value| change["difference"].as_f64().map_or(0.0, f64::abs);
            let long = &trend["long_run"];
            if size(long) <= size(&trend["change"]) {
                assert!(said.is_none() && !line.contains(" it had no papers"), "{line}");
                continue;
            }
            let (papers, all) = self.count_within(theme["key"].as_str().unwrap(), trend, &long["before"]);
            match said {
                Some(share) => assert_share(share, papers, all, line),
                None => assert!(papers == 0 && line.contains(" it had no papers"), "{line}"),
            }
        }
    }

    /// Checks the earlier and the recent share of themes that changed slowly.
    pub(super) fn check_long_run(&self) {
        let themes = || {
            let themes = self.report["themes"].as_array().unwrap().iter();
            themes.filter(|theme| {
                let verdict = theme["trend"]["verdict"].as_str();
                theme["kind"] != "other"
                    && verdict.is_some_and(|verdict| ["steady", "unclear"].contains(&verdict))
            })
        };
        let changed: Vec<&Value> = themes().filter(|theme| !theme["trend"]["long_run"].is_null()).collect();
        let Some((_, said)) = self.digest.split_once("Over a longer time, however, ") else {
            assert!(changed.is_empty(), "{} themes changed slowly", changed.len());
            return;
        };
        let said = said.lines().next().unwrap();
        let named = changed.iter().filter(|theme| {
            let (name, trend) = (escaped(theme["name"].as_str().unwrap()), &theme["trend"]);
            let figures = ["rose", "fell"].map(|verb| said.split_once(&format!("**{name}** {verb} from ")));
            let Some(at) = figures.iter().position(Option::is_some) else { return false };
            let figures = figures[at].unwrap().1;
            let change = &trend["long_run"];
            let key = theme["key"].as_str().unwrap();
            let [before, recent] =
                ["before", "recent"].map(|window| self.count_within(key, trend, &change[window]));
            let mut shares = figures.split(" %").map(last_number);
            let [then, now] = [before, recent].map(|(papers, all)| {
                let share = shares.next().unwrap();
                assert_share(share, papers, all, said);
                share
            });
            assert_eq!(then < now, at == 0, "{said}");
            let said_of_before = figures.split_once(" % (").unwrap().1.split_once(") to ").unwrap().0;
            let (papers, window) = said_of_before.split_once(" papers, ").unwrap();
            let (own, all) = papers.split_once(" of ").unwrap();
            let number = |text: &str| text.replace(',', "").parse();
            assert_eq!((number(own), number(all)), (Ok(before.0), Ok(before.1)), "{said}");
            assert_eq!(change["before"]["name"], window, "{said}");
            true
        });
        let named = named.count();
        let all = match said.split_once(" changed, these most: ") {
            Some((before, _)) => count_at_end(before),
            None => named,
        };
        assert_eq!((all, named), (changed.len(), changed.len().min(5)), "{said}");
    }
}
