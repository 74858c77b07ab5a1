use super::*;

#[test]
fn orders_and_precisions() {
    let cases = [
        ("2021-03-04", (2021, 3, 4)),
        ("2021/03/04", (2021, 3, 4)),
        ("2021/03/04/", (2021, 3, 4)),
        ("2021-03", (2021, 3, 0)),
        ("2021///", (2021, 0, 0)),
        ("4 March 2021", (2021, 3, 4)),
        ("Thursday, 4 March 2021", (2021, 3, 4)),
        ("Mar 4, 2021", (2021, 3, 4)),
        ("2021 Mar 4", (2021, 3, 4)),
        ("2021 Mar-Apr", (2021, 3, 0)),
        ("2021", (2021, 0, 0)),
        ("2021.0", (2021, 0, 0)),
        ("2021.00", (2021, 0, 0)),
        ("c1998", (1998, 0, 0)),
        ("2003-00-00", (2003, 0, 0)),
        ("2003-05-00", (2003, 5, 0)),
        ("25.03.2013", (2013, 3, 25)),
        ("03/25/2013", (2013, 3, 25)),
        ("05.05.2013", (2013, 5, 5)),
        ("05.03.2013", (2013, 3, 5)),
        ("9. 2. 2017", (2017, 2, 9)),
        ("09.02.2017 14:30", (2017, 2, 9)),
        ("03.25.2013", (2013, 3, 25)),
        ("05/03/2013", (2013, 0, 0)),
        ("01.01.2013", (2013, 1, 1)),
        ("03/2013", (2013, 3, 0)),
        ("2019 Nov-Dec", (2019, 11, 0)),
        ("1998 Dec-1999 Jan", (1998, 12, 0)),
        ("1998-1999", (1998, 0, 0)),
        ("Winter 2019", (2019, 0, 0)),
        ("12 mai 2013", (2013, 5, 12)),
        ("3. März 2013", (2013, 3, 3)),
        ("12 de mayo de 2013", (2013, 5, 12)),
        ("2013年5月3日", (2013, 5, 3)),
        ("2020-05/2020-06", (2020, 5, 0)),
        ("2020-05-04/2020-06-01", (2020, 5, 4)),
        ("1998-99", (1998, 0, 0)),
        ("12 nivôse 2013", (2013, 0, 0)),
    ];
    for (text, known) in cases {
        let expected = match known {
            (year, 0, _) => Timestamp::from_year(year),
            (year, month, 0) => Timestamp::from_month(year, month),
            (year, month, day) => Timestamp::from_date(year, month, day),
        };
        assert_eq!(parse_partial_date(text), expected, "{text}");
    }
    for text in ["", "soon", "March", "2021-13", "2021-02-30", "21-02-03"] {
        assert_eq!(parse_partial_date(text), None, "{text}");
    }
}

#[test]
fn a_year_of_two_digits_is_read_where_it_can_be_nothing_else() {
    let cases = [
        ("98", Timestamp::from_year(1998)),
        ("'98", Timestamp::from_year(1998)),
        ("29", Timestamp::from_year(2029)),
        ("30", Timestamp::from_year(1930)),
        ("Mar 98", Timestamp::from_month(1998, 3)),
        ("Mar '12", Timestamp::from_month(2012, 3)),
        ("3 Mar 98", Timestamp::from_date(1998, 3, 3)),
        ("Mar 3, 12", Timestamp::from_date(2012, 3, 3)),
        ("31.12.98", Timestamp::from_date(1998, 12, 31)),
        ("12/31/04", Timestamp::from_date(2004, 12, 31)),
        ("98-12-31", Timestamp::from_date(1998, 12, 31)),
        ("98-12", Timestamp::from_month(1998, 12)),
        ("05.03.13", Timestamp::from_date(2013, 3, 5)),
        ("05/03/13", Timestamp::from_year(2013)),
        ("03/98", Timestamp::from_month(1998, 3)),
        ("Mar 12", None),
        ("03/04", None),
        ("21-02-03", None),
        ("31.02.98", None),
        ("vol 98", None),
        ("2021-02-30", None),
        ("19988", None),
    ];
    for (text, date) in cases {
        let reading = read_date(text);
        assert_eq!((reading.date, reading.is_doubtful), (date, true), "{text}");
    }
    for (text, is_doubtful) in [
        ("2013-03-05", false),
        ("1998-1999", false),
        ("05.03.2013", false),
        ("05/03/2013", true),
        ("2013", false),
    ] {
        let reading = read_date(text);
        assert_eq!((reading.date, reading.is_doubtful), (parse_partial_date(text), is_doubtful), "{text}");
    }
    for text in ["", "NA", "in press", "n.d."] {
        assert_eq!(read_date(text), DateReading::default(), "{text}");
    }
    for text in ["98", "31.12.98"] {
        assert_eq!(parse_partial_date(text), None, "{text}");
    }
}

#[test]
fn the_earliest_date_is_the_finest_that_lies_in_it() {
    let earliest = |dates: &[&str]| earliest(dates.iter().filter_map(|date| parse_partial_date(date)));
    assert_eq!(earliest(&["2020-05-04", "2019-03", "2019-03-04"]), Timestamp::from_date(2019, 3, 4));
    assert_eq!(earliest(&["2019", "2019-12", "2019-11"]), Timestamp::from_month(2019, 11));
    assert_eq!(earliest(&["2019", "2020-05-04"]), Timestamp::from_year(2019));
    assert_eq!(earliest(&["soon"]), None);
}

#[test]
fn a_convention_settles_what_a_text_leaves_open() {
    let clue = |text| read_date(text).clue;
    assert_eq!(clue("31/12/2018"), Clue::Proves(DateOrder::DayFirst));
    assert_eq!(clue("12/31/18"), Clue::Proves(DateOrder::MonthFirst));
    assert_eq!(clue("43100"), Clue::Counts(Counted::Days));
    for text in ["2/9/2017", "02-09-2017", "02/09/17"] {
        assert_eq!(clue(text), Clue::Swappable, "{text}");
        let read = |order| Convention::Order(order).read(text).and_then(|reading| reading.date);
        assert_eq!(read(DateOrder::DayFirst), Timestamp::from_date(2017, 9, 2), "{text}");
        assert_eq!(read(DateOrder::MonthFirst), Timestamp::from_date(2017, 2, 9), "{text}");
    }
    for text in ["09.02.2017", "2017-02-09", "5/5/2017", "2017", "9 Feb 2017", "31/31/2017", "soon", "2017.0"]
    {
        assert_eq!(clue(text), Clue::None, "{text}");
        assert_eq!(Convention::Order(DateOrder::MonthFirst).read(text), None, "{text}");
    }
}
