//! A page of tricky inputs, and how each is tokenised.

use std::fmt::Write;

use thema_features::analysis::{Analyzer, Language};

const PAGE: &[&str] = &[
    "We propose GPT-4 and Llama-2 agents on 8 H100 GPUs, TPU v4 pods and 3D U-Nets.",
    "C++, C#, F#, R and C++11 code; k-means, k-NN, t-SNE, x-ray, 5G/6G, IPv6",
    "Pre-training, pretraining and pre-trained multi-agent, co-design, non-IID, re-ranking",
    "state-of-the-art large-scale fine-grained end-to-end few-shot self-supervised low-rank",
    r"the $\delta$-ball, δ-ball, $δ$ and \(\Delta\); $\varepsilon$-greedy, ϵ-greedy",
    r"\emph{Very} \textbf{deep} {\it networks}, \texttt{vLLM} and $\mathcal{O}(n \log n)$",
    r#"K{\"a}hler, Erd\H{o}s--R\'enyi, Poincar\'{e}, Schrödinger and Schrodinger, na\"{\i}ve"#,
    r"$H_2O$, CO$_2$, $L^2$, $\ell_1$-norm, $10^{-3}$, $x_{\max}$, $f < n/3$, $\mathbb{R}^3$",
    "It doesn't matter; Shor's algorithm, the GPUs' LLMs' caches, users’ data",
    "See https://github.com/a/b?c=d#e (code), www.example.org or doi:10.1000/xyz123.",
    "99.9% of 10,000 users in 2024, 1.5B parameters, 2x faster, 10ms, top-1, COVID-19, 1990s",
    "e.g. i.e. U.S. Ph.D. et al. vs. No. 5 @user #tag a_b snake_case CamelCase iPhone",
    "ﬁne ﬂow of ½ “smart quotes” and—dashes–here… naïve café ＦＵＬＬ　ｗｉｄｔｈ",
    "学习 机器学习 обучение моделей λόγος Straße İstanbul ǅ",
    "soft\u{ad}ware zero\u{200b}width e\u{301}cole \u{feff}bom \u{202e}rtl",
    r"\cite{smith2020} \ref{fig:1} \begin{equation} E = mc^2 \end{equation} \unknown{word} \\ \& \%",
    "$unclosed math and {unclosed brace and \\",
    "mu μ µ Ω Å ℏ ∞ ≤ → × 𝐱 ℝ ² ₂",
    "- -- --- -a a- --a a--b a---b +-+ ++ # c# .net node.js",
    "",
    "a b c I x",
];

#[test]
fn a_page_of_tricky_texts() {
    let analyzer = Analyzer::builder(Language::English).build();
    let mut page = String::new();
    for text in PAGE {
        let words = analyzer.words(text).join(" | ");
        let stems = analyzer.stems(text).join(" | ");
        writeln!(page, "{}\n  words {words}\n  stems {stems}", text.escape_debug()).unwrap();
    }
    insta::assert_snapshot!(page);
}
