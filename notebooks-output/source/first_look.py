# %% [markdown]
# # First look
#
# This notebook makes and reads a report of the sample corpus: 168 invented papers on distributed computing, in five formats.
# `pip install ./python` installs the package.

# %%
import thema

report = thema.run("../data/sample/papers", "../target/notebooks/first-look", replace=True)
report

# %% [markdown]
# The table above is how a notebook shows a report; *Map and page* below it opens the whole page. The same data as tables:

# %%
themes = report.themes("pandas")
themes[["name", "kind", "papers", "share", "trend"]]

# %% [markdown]
# `kind` says whether a theme comes from the taxonomy, which people wrote, or was discovered. `other` holds the papers that fit no theme.
#
# Each paper has its theme, how clearly it belongs there (`margin`), and the second-best theme:

# %%
papers = report.papers("pandas")
papers.sort_values("margin")[["id", "title", "theme", "second_theme", "margin"]].head(5)

# %% [markdown]
# These five lie between two themes. `thema explain` says which words favour which theme:

# %%
%%bash
thema explain ../target/notebooks/first-look 2511.99012

# %% [markdown]
# Shares over time, with their intervals. Partial periods and periods with too few papers are marked; they are left out here:

# %%
trends = report.trends("pandas")
full = trends[~trends["partial"] & ~trends["thin"]]
full[full["theme"] == "serving"][["start", "papers", "total", "share", "low", "high"]].tail(4)

# %% [markdown]
# Place new papers without adding them to the run:

# %%
placer = thema.Placer.load(report)
placer.place([
    {"title": "Ring all-reduce on a budget", "abstract": "Gradients of a training job are summed in a ring of accelerators."},
    {"title": "Cold starts", "abstract": "Serverless functions that nobody has called for a while start slowly."},
]).to_pandas()[["theme", "score", "margin"]]

# %% [markdown]
# How good is the grouping? The quality card has the coherence of the terms, how often the clusters recur when papers are left out, and
# the silhouette beside that of random groups:

# %%
quality = report.summary()["quality"]
{name: quality[name] for name in ("mean_stability", "silhouette", "random_silhouette", "diversity")}
