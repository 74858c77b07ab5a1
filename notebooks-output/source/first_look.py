# %% [markdown]
# # First look
#
# A report of the sample corpus, made and read in a notebook. The sample is 168 invented papers on distributed computing, in five
# formats; `pip install ./python` installs the package.

# %%
import thema

report = thema.run("../data/sample/papers", "../target/notebooks/first-look", replace=True)
report

# %% [markdown]
# The table above is what a notebook shows of a report; *Map and page* below it opens the whole page. The same as tables:

# %%
themes = report.themes("pandas")
themes[["name", "kind", "papers", "share", "trend"]]

# %% [markdown]
# `kind` tells themes of the taxonomy, which people wrote, from discovered ones. `other` is what fits nothing.
#
# Papers come with their theme, how clearly they belong there (`margin`), and which theme would be the next one:

# %%
papers = report.papers("pandas")
papers.sort_values("margin")[["id", "title", "theme", "second_theme", "margin"]].head(5)

# %% [markdown]
# Those five lie between two themes. `thema explain` says which words pull where:

# %%
%%bash
thema explain ../target/notebooks/first-look 2511.99012

# %% [markdown]
# Shares over time, with their intervals. Partial periods and those of too few papers are marked, and left out here:

# %%
trends = report.trends("pandas")
full = trends[~trends["partial"] & ~trends["thin"]]
full[full["theme"] == "serving"][["start", "papers", "total", "share", "low", "high"]].tail(4)

# %% [markdown]
# New papers are placed without being added:

# %%
placer = thema.Placer.load(report)
placer.place([
    {"title": "Ring all-reduce on a budget", "abstract": "Gradients of a training job are summed in a ring of accelerators."},
    {"title": "Cold starts", "abstract": "Serverless functions that nobody has called for a while start slowly."},
]).to_pandas()[["theme", "score", "margin"]]

# %% [markdown]
# How good is the grouping? The quality card has coherence of the terms, how often the clusters come again when papers are left out, and
# the silhouette beside that of random groups:

# %%
quality = report.summary()["quality"]
{name: quality[name] for name in ("mean_stability", "silhouette", "random_silhouette", "diversity")}
