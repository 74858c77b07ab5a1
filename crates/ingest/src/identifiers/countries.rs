//! Names of countries.

/// The English name of a country, given by a two- or three-letter code (ISO 3166) or by one of its English
/// names.
#[must_use]
pub fn country_name(text: &str) -> Option<&'static str> {
    let text = text.trim().trim_end_matches('.');
    let country = COUNTRIES.iter().find(|(codes, name, others)| {
        name.eq_ignore_ascii_case(text)
            || codes.split(' ').any(|code| code == text)
            || others.split('|').any(|other| !other.is_empty() && other.eq_ignore_ascii_case(text))
    })?;
    Some(country.1)
}

/// Codes, English name, and alternative names separated by `|`.
#[rustfmt::skip]
const COUNTRIES: [(&str, &str, &str); 202] = [
    ("US USA", "United States", "United States of America|U.S.A|U.S|USA"), ("CN CHN", "China", "Peoples R China|People's Republic of China|P.R. China|PR China|P. R. China|Mainland China|P.R.China"),
    ("GB GBR UK", "United Kingdom", "England|Scotland|Wales|North Ireland|Northern Ireland|Great Britain|U.K"), ("DE DEU", "Germany", "Fed Rep Ger|Deutschland|Federal Republic of Germany"),
    ("JP JPN", "Japan", ""), ("FR FRA", "France", ""), ("IT ITA", "Italy", ""), ("CA CAN", "Canada", ""), ("IN IND", "India", ""),
    ("AU AUS", "Australia", ""), ("ES ESP", "Spain", ""), ("KR KOR", "South Korea", "Korea|Republic of Korea|Korea, Republic of|Korea (South)|Korea, South"),
    ("BR BRA", "Brazil", "Brasil"), ("NL NLD", "Netherlands", "The Netherlands|Holland"), ("RU RUS", "Russia", "Russian Federation|USSR"), ("CH CHE", "Switzerland", ""),
    ("SE SWE", "Sweden", ""), ("TW TWN", "Taiwan", "Taiwan ROC|Taiwan, Province of China|Taiwan, Republic of China"), ("IR IRN", "Iran", "Islamic Republic of Iran|Iran, Islamic Republic of"),
    ("TR TUR", "Turkey", "Turkiye|Türkiye"), ("PL POL", "Poland", ""), ("BE BEL", "Belgium", ""), ("DK DNK", "Denmark", ""), ("IL ISR", "Israel", ""),
    ("AT AUT", "Austria", ""), ("FI FIN", "Finland", ""), ("NO NOR", "Norway", ""), ("MX MEX", "Mexico", ""), ("GR GRC", "Greece", ""), ("PT PRT", "Portugal", ""),
    ("CZ CZE", "Czechia", "Czech Republic"), ("SG SGP", "Singapore", ""), ("HK HKG", "Hong Kong", "Hong Kong SAR"), ("ZA ZAF", "South Africa", ""), ("EG EGY", "Egypt", ""), ("SA SAU", "Saudi Arabia", ""),
    ("AR ARG", "Argentina", ""), ("CL CHL", "Chile", ""), ("HU HUN", "Hungary", ""), ("IE IRL", "Ireland", "Republic of Ireland"), ("NZ NZL", "New Zealand", ""), ("UA UKR", "Ukraine", ""),
    ("RO ROU", "Romania", ""), ("MY MYS", "Malaysia", ""), ("TH THA", "Thailand", ""), ("PK PAK", "Pakistan", ""), ("VN VNM", "Vietnam", "Viet Nam"), ("ID IDN", "Indonesia", ""),
    ("CO COL", "Colombia", ""), ("RS SRB", "Serbia", ""), ("HR HRV", "Croatia", ""), ("SI SVN", "Slovenia", ""), ("SK SVK", "Slovakia", "Slovak Republic"), ("BG BGR", "Bulgaria", ""),
    ("LT LTU", "Lithuania", ""), ("LV LVA", "Latvia", ""), ("EE EST", "Estonia", ""), ("IS ISL", "Iceland", ""), ("LU LUX", "Luxembourg", ""), ("CY CYP", "Cyprus", ""), ("MT MLT", "Malta", ""),
    ("BD BGD", "Bangladesh", ""), ("LK LKA", "Sri Lanka", ""), ("NP NPL", "Nepal", ""), ("PH PHL", "Philippines", "The Philippines"), ("AE ARE", "United Arab Emirates", "U Arab Emirates|UAE"), ("QA QAT", "Qatar", ""),
    ("KW KWT", "Kuwait", ""), ("OM OMN", "Oman", ""), ("BH BHR", "Bahrain", ""), ("JO JOR", "Jordan", ""), ("LB LBN", "Lebanon", ""), ("IQ IRQ", "Iraq", ""), ("SY SYR", "Syria", "Syrian Arab Republic"),
    ("YE YEM", "Yemen", ""), ("PS PSE", "Palestine", "State of Palestine|Palestinian Territory"), ("MA MAR", "Morocco", ""), ("DZ DZA", "Algeria", ""), ("TN TUN", "Tunisia", ""), ("LY LBY", "Libya", ""), ("SD SDN", "Sudan", ""),
    ("SS SSD", "South Sudan", ""), ("ET ETH", "Ethiopia", ""), ("KE KEN", "Kenya", ""), ("UG UGA", "Uganda", ""), ("TZ TZA", "Tanzania", "United Republic of Tanzania"), ("RW RWA", "Rwanda", ""), ("BI BDI", "Burundi", ""),
    ("NG NGA", "Nigeria", ""), ("GH GHA", "Ghana", ""), ("CM CMR", "Cameroon", ""), ("SN SEN", "Senegal", ""), ("CI CIV", "Ivory Coast", "Cote d'Ivoire|Côte d'Ivoire|Cote Ivoire"), ("ML MLI", "Mali", ""), ("BF BFA", "Burkina Faso", ""),
    ("NE NER", "Niger", ""), ("TD TCD", "Chad", ""), ("BJ BEN", "Benin", ""), ("TG TGO", "Togo", ""), ("GN GIN", "Guinea", ""), ("GM GMB", "Gambia", "The Gambia"), ("SL SLE", "Sierra Leone", ""), ("LR LBR", "Liberia", ""),
    ("MR MRT", "Mauritania", ""), ("GA GAB", "Gabon", ""), ("CG COG", "Republic of the Congo", "Congo"), ("CD COD", "Democratic Republic of the Congo", "DR Congo|Dem Rep Congo|Zaire"), ("AO AGO", "Angola", ""),
    ("ZM ZMB", "Zambia", ""), ("ZW ZWE", "Zimbabwe", ""), ("MW MWI", "Malawi", ""), ("MZ MOZ", "Mozambique", ""), ("BW BWA", "Botswana", ""), ("NA NAM", "Namibia", ""), ("LS LSO", "Lesotho", ""), ("SZ SWZ", "Eswatini", "Swaziland"),
    ("MG MDG", "Madagascar", ""), ("MU MUS", "Mauritius", ""), ("SC SYC", "Seychelles", ""), ("SO SOM", "Somalia", ""), ("ER ERI", "Eritrea", ""), ("DJ DJI", "Djibouti", ""), ("CV CPV", "Cape Verde", "Cabo Verde"),
    ("GW GNB", "Guinea-Bissau", ""), ("GQ GNQ", "Equatorial Guinea", ""), ("CF CAF", "Central African Republic", ""), ("ST STP", "Sao Tome and Principe", ""), ("KM COM", "Comoros", ""),
    ("PE PER", "Peru", ""), ("VE VEN", "Venezuela", "Bolivarian Republic of Venezuela"), ("EC ECU", "Ecuador", ""), ("BO BOL", "Bolivia", ""), ("UY URY", "Uruguay", ""), ("PY PRY", "Paraguay", ""), ("GY GUY", "Guyana", ""), ("SR SUR", "Suriname", ""),
    ("CU CUB", "Cuba", ""), ("CR CRI", "Costa Rica", ""), ("PA PAN", "Panama", ""), ("GT GTM", "Guatemala", ""), ("HN HND", "Honduras", ""), ("SV SLV", "El Salvador", ""), ("NI NIC", "Nicaragua", ""), ("BZ BLZ", "Belize", ""),
    ("DO DOM", "Dominican Republic", ""), ("HT HTI", "Haiti", ""), ("JM JAM", "Jamaica", ""), ("TT TTO", "Trinidad and Tobago", "Trinidad & Tobago"), ("BB BRB", "Barbados", ""), ("BS BHS", "Bahamas", "The Bahamas"), ("PR PRI", "Puerto Rico", ""),
    ("GD GRD", "Grenada", ""), ("LC LCA", "Saint Lucia", ""), ("DM DMA", "Dominica", ""), ("KN KNA", "Saint Kitts and Nevis", ""), ("AG ATG", "Antigua and Barbuda", ""), ("VC VCT", "Saint Vincent and the Grenadines", ""),
    ("BY BLR", "Belarus", ""), ("MD MDA", "Moldova", "Republic of Moldova"), ("GE GEO", "Georgia", ""), ("AM ARM", "Armenia", ""), ("AZ AZE", "Azerbaijan", ""), ("KZ KAZ", "Kazakhstan", ""), ("UZ UZB", "Uzbekistan", ""),
    ("KG KGZ", "Kyrgyzstan", ""), ("TJ TJK", "Tajikistan", ""), ("TM TKM", "Turkmenistan", ""), ("MN MNG", "Mongolia", ""), ("AF AFG", "Afghanistan", ""), ("BA BIH", "Bosnia and Herzegovina", "Bosnia & Herceg|Bosnia-Herzegovina"),
    ("ME MNE", "Montenegro", ""), ("MK MKD", "North Macedonia", "Macedonia"), ("AL ALB", "Albania", ""), ("XK XKX", "Kosovo", ""), ("LI LIE", "Liechtenstein", ""), ("MC MCO", "Monaco", ""), ("AD AND", "Andorra", ""), ("SM SMR", "San Marino", ""),
    ("VA VAT", "Vatican", "Holy See"), ("GL GRL", "Greenland", ""), ("FO FRO", "Faroe Islands", ""), ("MM MMR", "Myanmar", "Burma"), ("KH KHM", "Cambodia", ""), ("LA LAO", "Laos", "Lao People's Democratic Republic"), ("BN BRN", "Brunei", "Brunei Darussalam"),
    ("MO MAC", "Macao", "Macau|Macao SAR"), ("KP PRK", "North Korea", "Democratic People's Republic of Korea"), ("BT BTN", "Bhutan", ""), ("MV MDV", "Maldives", ""), ("TL TLS", "Timor-Leste", "East Timor"), ("PG PNG", "Papua New Guinea", ""),
    ("FJ FJI", "Fiji", ""), ("WS WSM", "Samoa", ""), ("TO TON", "Tonga", ""), ("VU VUT", "Vanuatu", ""), ("SB SLB", "Solomon Islands", ""), ("NC NCL", "New Caledonia", ""), ("PF PYF", "French Polynesia", ""), ("RE REU", "Réunion", "Reunion"), ("GU GUM", "Guam", ""), ("PW PLW", "Palau", ""), ("FM FSM", "Micronesia", ""),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn countries_go_by_codes_and_names() {
        for text in ["US", "USA", "United States", "united states of america", "U.S.A.", "USA."] {
            assert_eq!(country_name(text), Some("United States"), "{text}");
        }
        for text in ["Peoples R China", "CN", "PR China", "china"] {
            assert_eq!(country_name(text), Some("China"), "{text}");
        }
        assert_eq!(country_name("England"), Some("United Kingdom"));
        assert_eq!(country_name("in"), None, "a code is in capitals");
        assert_eq!(country_name("University of Chile"), None);
        assert_eq!(country_name(""), None);
    }

    #[test]
    fn no_name_and_no_code_stands_for_two() {
        let names = |(codes, name, others): &(&'static str, &'static str, &'static str)| {
            let others = others.split('|').filter(|other| !other.is_empty());
            codes
                .split(' ')
                .chain([*name])
                .chain(others)
                .map(str::to_lowercase)
                .collect::<std::collections::BTreeSet<_>>()
        };
        let mut all: Vec<String> = COUNTRIES.iter().flat_map(names).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
