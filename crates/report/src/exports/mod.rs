//! The report in the formats of other tools: a graph for Gephi, yEd and NetworkX, a map for VOSviewer, and a
//! table for users of `BERTopic`.

mod graphml;
mod links;
mod topic_info;
mod vosviewer;

pub(super) use graphml::write as write_graphml;
pub(super) use topic_info::write as write_topic_info;
pub(super) use vosviewer::{write_map as write_vosviewer_map, write_network as write_vosviewer_network};
