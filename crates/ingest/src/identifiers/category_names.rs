//! The names of arXiv's categories, as spelt in its Dublin Core records.

/// The code of the category named `subject`: `cs.LG` for `Computer Science - Machine Learning`.
pub(crate) fn category_of_subject(subject: &str) -> Option<&'static str> {
    let index = SUBJECTS.binary_search_by(|(name, _)| (*name).cmp(subject)).ok()?;
    Some(SUBJECTS[index].1)
}

/// The codes of all categories.
pub(crate) fn category_codes() -> impl Iterator<Item = &'static str> {
    SUBJECTS.iter().map(|(_, code)| *code)
}

/// The published name of an arXiv category and of its field: "Number Theory" and "Mathematics" for `math.NT`.
#[must_use]
pub fn category_name(code: &str) -> Option<(&'static str, &'static str)> {
    let &(subject, _) = SUBJECTS.iter().find(|(_, of)| *of == code)?;
    let (archive, class) = subject.split_once(" - ").unwrap_or((subject, subject));
    let name = if code.contains('.') { class } else { subject };
    let field = if PHYSICS.contains(&archive) { "Physics" } else { archive };
    Some((name, field))
}

/// The archives that arXiv lists under physics.
const PHYSICS: [&str; 10] = [
    "Astrophysics",
    "Condensed Matter",
    "General Relativity and Quantum Cosmology",
    "High Energy Physics",
    "Mathematical Physics",
    "Nonlinear Sciences",
    "Nuclear Experiment",
    "Nuclear Theory",
    "Physics",
    "Quantum Physics",
];

/// Name and code of every category in <https://arxiv.org/category_taxonomy>, sorted by name.
#[rustfmt::skip]
const SUBJECTS: [(&str, &str); 157] = [
    ("Astrophysics", "astro-ph"),
    ("Astrophysics - Astrophysics of Galaxies", "astro-ph.GA"),
    ("Astrophysics - Cosmology and Nongalactic Astrophysics", "astro-ph.CO"),
    ("Astrophysics - Earth and Planetary Astrophysics", "astro-ph.EP"),
    ("Astrophysics - High Energy Astrophysical Phenomena", "astro-ph.HE"),
    ("Astrophysics - Instrumentation and Methods for Astrophysics", "astro-ph.IM"),
    ("Astrophysics - Solar and Stellar Astrophysics", "astro-ph.SR"),
    ("Computer Science - Artificial Intelligence", "cs.AI"),
    ("Computer Science - Computation and Language", "cs.CL"),
    ("Computer Science - Computational Complexity", "cs.CC"),
    ("Computer Science - Computational Engineering, Finance, and Science", "cs.CE"),
    ("Computer Science - Computational Geometry", "cs.CG"),
    ("Computer Science - Computer Science and Game Theory", "cs.GT"),
    ("Computer Science - Computer Vision and Pattern Recognition", "cs.CV"),
    ("Computer Science - Computers and Society", "cs.CY"),
    ("Computer Science - Cryptography and Security", "cs.CR"),
    ("Computer Science - Data Structures and Algorithms", "cs.DS"),
    ("Computer Science - Databases", "cs.DB"),
    ("Computer Science - Digital Libraries", "cs.DL"),
    ("Computer Science - Discrete Mathematics", "cs.DM"),
    ("Computer Science - Distributed, Parallel, and Cluster Computing", "cs.DC"),
    ("Computer Science - Emerging Technologies", "cs.ET"),
    ("Computer Science - Formal Languages and Automata Theory", "cs.FL"),
    ("Computer Science - General Literature", "cs.GL"),
    ("Computer Science - Graphics", "cs.GR"),
    ("Computer Science - Hardware Architecture", "cs.AR"),
    ("Computer Science - Human-Computer Interaction", "cs.HC"),
    ("Computer Science - Information Retrieval", "cs.IR"),
    ("Computer Science - Information Theory", "cs.IT"),
    ("Computer Science - Logic in Computer Science", "cs.LO"),
    ("Computer Science - Machine Learning", "cs.LG"),
    ("Computer Science - Mathematical Software", "cs.MS"),
    ("Computer Science - Multiagent Systems", "cs.MA"),
    ("Computer Science - Multimedia", "cs.MM"),
    ("Computer Science - Networking and Internet Architecture", "cs.NI"),
    ("Computer Science - Neural and Evolutionary Computing", "cs.NE"),
    ("Computer Science - Numerical Analysis", "cs.NA"),
    ("Computer Science - Operating Systems", "cs.OS"),
    ("Computer Science - Other Computer Science", "cs.OH"),
    ("Computer Science - Performance", "cs.PF"),
    ("Computer Science - Programming Languages", "cs.PL"),
    ("Computer Science - Robotics", "cs.RO"),
    ("Computer Science - Social and Information Networks", "cs.SI"),
    ("Computer Science - Software Engineering", "cs.SE"),
    ("Computer Science - Sound", "cs.SD"),
    ("Computer Science - Symbolic Computation", "cs.SC"),
    ("Computer Science - Systems and Control", "cs.SY"),
    ("Condensed Matter", "cond-mat"),
    ("Condensed Matter - Disordered Systems and Neural Networks", "cond-mat.dis-nn"),
    ("Condensed Matter - Materials Science", "cond-mat.mtrl-sci"),
    ("Condensed Matter - Mesoscale and Nanoscale Physics", "cond-mat.mes-hall"),
    ("Condensed Matter - Other Condensed Matter", "cond-mat.other"),
    ("Condensed Matter - Quantum Gases", "cond-mat.quant-gas"),
    ("Condensed Matter - Soft Condensed Matter", "cond-mat.soft"),
    ("Condensed Matter - Statistical Mechanics", "cond-mat.stat-mech"),
    ("Condensed Matter - Strongly Correlated Electrons", "cond-mat.str-el"),
    ("Condensed Matter - Superconductivity", "cond-mat.supr-con"),
    ("Economics - Econometrics", "econ.EM"),
    ("Economics - General Economics", "econ.GN"),
    ("Economics - Theoretical Economics", "econ.TH"),
    ("Electrical Engineering and Systems Science - Audio and Speech Processing", "eess.AS"),
    ("Electrical Engineering and Systems Science - Image and Video Processing", "eess.IV"),
    ("Electrical Engineering and Systems Science - Signal Processing", "eess.SP"),
    ("Electrical Engineering and Systems Science - Systems and Control", "eess.SY"),
    ("General Relativity and Quantum Cosmology", "gr-qc"),
    ("High Energy Physics - Experiment", "hep-ex"),
    ("High Energy Physics - Lattice", "hep-lat"),
    ("High Energy Physics - Phenomenology", "hep-ph"),
    ("High Energy Physics - Theory", "hep-th"),
    ("Mathematical Physics", "math-ph"),
    ("Mathematics - Algebraic Geometry", "math.AG"),
    ("Mathematics - Algebraic Topology", "math.AT"),
    ("Mathematics - Analysis of PDEs", "math.AP"),
    ("Mathematics - Category Theory", "math.CT"),
    ("Mathematics - Classical Analysis and ODEs", "math.CA"),
    ("Mathematics - Combinatorics", "math.CO"),
    ("Mathematics - Commutative Algebra", "math.AC"),
    ("Mathematics - Complex Variables", "math.CV"),
    ("Mathematics - Differential Geometry", "math.DG"),
    ("Mathematics - Dynamical Systems", "math.DS"),
    ("Mathematics - Functional Analysis", "math.FA"),
    ("Mathematics - General Mathematics", "math.GM"),
    ("Mathematics - General Topology", "math.GN"),
    ("Mathematics - Geometric Topology", "math.GT"),
    ("Mathematics - Group Theory", "math.GR"),
    ("Mathematics - History and Overview", "math.HO"),
    ("Mathematics - Information Theory", "math.IT"),
    ("Mathematics - K-Theory and Homology", "math.KT"),
    ("Mathematics - Logic", "math.LO"),
    ("Mathematics - Mathematical Physics", "math.MP"),
    ("Mathematics - Metric Geometry", "math.MG"),
    ("Mathematics - Number Theory", "math.NT"),
    ("Mathematics - Numerical Analysis", "math.NA"),
    ("Mathematics - Operator Algebras", "math.OA"),
    ("Mathematics - Optimization and Control", "math.OC"),
    ("Mathematics - Probability", "math.PR"),
    ("Mathematics - Quantum Algebra", "math.QA"),
    ("Mathematics - Representation Theory", "math.RT"),
    ("Mathematics - Rings and Algebras", "math.RA"),
    ("Mathematics - Spectral Theory", "math.SP"),
    ("Mathematics - Statistics Theory", "math.ST"),
    ("Mathematics - Symplectic Geometry", "math.SG"),
    ("Nonlinear Sciences - Adaptation and Self-Organizing Systems", "nlin.AO"),
    ("Nonlinear Sciences - Cellular Automata and Lattice Gases", "nlin.CG"),
    ("Nonlinear Sciences - Chaotic Dynamics", "nlin.CD"),
    ("Nonlinear Sciences - Exactly Solvable and Integrable Systems", "nlin.SI"),
    ("Nonlinear Sciences - Pattern Formation and Solitons", "nlin.PS"),
    ("Nuclear Experiment", "nucl-ex"),
    ("Nuclear Theory", "nucl-th"),
    ("Physics - Accelerator Physics", "physics.acc-ph"),
    ("Physics - Applied Physics", "physics.app-ph"),
    ("Physics - Atmospheric and Oceanic Physics", "physics.ao-ph"),
    ("Physics - Atomic Physics", "physics.atom-ph"),
    ("Physics - Atomic and Molecular Clusters", "physics.atm-clus"),
    ("Physics - Biological Physics", "physics.bio-ph"),
    ("Physics - Chemical Physics", "physics.chem-ph"),
    ("Physics - Classical Physics", "physics.class-ph"),
    ("Physics - Computational Physics", "physics.comp-ph"),
    ("Physics - Data Analysis, Statistics and Probability", "physics.data-an"),
    ("Physics - Fluid Dynamics", "physics.flu-dyn"),
    ("Physics - General Physics", "physics.gen-ph"),
    ("Physics - Geophysics", "physics.geo-ph"),
    ("Physics - History and Philosophy of Physics", "physics.hist-ph"),
    ("Physics - Instrumentation and Detectors", "physics.ins-det"),
    ("Physics - Medical Physics", "physics.med-ph"),
    ("Physics - Optics", "physics.optics"),
    ("Physics - Physics Education", "physics.ed-ph"),
    ("Physics - Physics and Society", "physics.soc-ph"),
    ("Physics - Plasma Physics", "physics.plasm-ph"),
    ("Physics - Popular Physics", "physics.pop-ph"),
    ("Physics - Space Physics", "physics.space-ph"),
    ("Quantitative Biology - Biomolecules", "q-bio.BM"),
    ("Quantitative Biology - Cell Behavior", "q-bio.CB"),
    ("Quantitative Biology - Genomics", "q-bio.GN"),
    ("Quantitative Biology - Molecular Networks", "q-bio.MN"),
    ("Quantitative Biology - Neurons and Cognition", "q-bio.NC"),
    ("Quantitative Biology - Other Quantitative Biology", "q-bio.OT"),
    ("Quantitative Biology - Populations and Evolution", "q-bio.PE"),
    ("Quantitative Biology - Quantitative Methods", "q-bio.QM"),
    ("Quantitative Biology - Subcellular Processes", "q-bio.SC"),
    ("Quantitative Biology - Tissues and Organs", "q-bio.TO"),
    ("Quantitative Finance - Computational Finance", "q-fin.CP"),
    ("Quantitative Finance - Economics", "q-fin.EC"),
    ("Quantitative Finance - General Finance", "q-fin.GN"),
    ("Quantitative Finance - Mathematical Finance", "q-fin.MF"),
    ("Quantitative Finance - Portfolio Management", "q-fin.PM"),
    ("Quantitative Finance - Pricing of Securities", "q-fin.PR"),
    ("Quantitative Finance - Risk Management", "q-fin.RM"),
    ("Quantitative Finance - Statistical Finance", "q-fin.ST"),
    ("Quantitative Finance - Trading and Market Microstructure", "q-fin.TR"),
    ("Quantum Physics", "quant-ph"),
    ("Statistics - Applications", "stat.AP"),
    ("Statistics - Computation", "stat.CO"),
    ("Statistics - Machine Learning", "stat.ML"),
    ("Statistics - Methodology", "stat.ME"),
    ("Statistics - Other Statistics", "stat.OT"),
    ("Statistics - Statistics Theory", "stat.TH"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identifiers::category::is_category;

    #[test]
    fn every_name_finds_its_code() {
        for (name, code) in SUBJECTS {
            assert_eq!(category_of_subject(name), Some(code));
            assert!(is_category(code), "{code}");
        }
        assert_eq!(category_of_subject("Astronomy"), None);
        assert_eq!(category_of_subject("68T05"), None);
    }

    #[test]
    fn categories_and_their_fields_have_names() {
        assert_eq!(category_name("math.NT"), Some(("Number Theory", "Mathematics")));
        assert_eq!(category_name("quant-ph"), Some(("Quantum Physics", "Physics")));
        assert_eq!(category_name("hep-th"), Some(("High Energy Physics - Theory", "Physics")));
        assert_eq!(category_name("cond-mat.quant-gas"), Some(("Quantum Gases", "Physics")));
        assert_eq!(category_name("no.such"), None);
    }
}
