//! Chinese and Japanese column names.

use super::column::Column;

/// Names for `column`, the most likely first.
pub(super) fn east_asian_names(column: Column) -> &'static [&'static str] {
    NAMES.iter().find(|(of, _)| *of == column).map_or(&[], |(_, names)| names)
}

#[rustfmt::skip]
const NAMES: [(Column, &[&str]); 8] = [
    (Column::Title, &["标题", "题名", "篇名", "论文题目", "標題", "題名", "タイトル", "論文名"]),
    (Column::Abstract, &["摘要", "抄録", "要旨"]),
    (Column::Authors, &["作者", "著者", "著者名"]),
    (Column::Published, &["发表时间", "出版日期", "发表日期", "出版年月", "出版年", "年份", "发行年", "発行年", "年"]),
    (Column::Venue, &["期刊", "刊名", "文献来源", "来源", "雑誌名"]),
    (Column::Keywords, &["关键词", "关键字", "關鍵詞", "キーワード"]),
    (Column::Type, &["文献类型"]),
    (Column::Language, &["语言", "言語"]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ColumnMapping;

    #[test]
    fn every_name_means_its_column() {
        for (column, names) in NAMES {
            for name in names {
                assert_eq!(
                    ColumnMapping::GUESSED.column_of(name).map(|(found, _)| found),
                    Some(column),
                    "{name}"
                );
            }
        }
    }
}
