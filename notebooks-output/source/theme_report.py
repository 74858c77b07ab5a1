# %% [markdown]
# # A run of thema in pandas
#
# This notebook reads the files that `thema run data/sample/papers --out sample` wrote: `papers.parquet` and `themes.json` have
# everything, and the CSV files have the same for a spreadsheet. The papers of the sample are invented.

# %%
import json
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

run = Path("sample")
report = json.loads((run / "themes.json").read_text(encoding="utf-8"))
papers = pd.read_parquet(run / "papers.parquet")
corpus = report["corpus"]
plt.rcParams.update({"figure.dpi": 84, "axes.spines.top": False, "axes.spines.right": False, "font.size": 9.5})
pd.set_option("display.max_colwidth", 100)
COLORS = ["#0072b2", "#d55e00", "#009e73", "#aa4499", "#b88a00", "#3fa0dc", "#882255", "#6b7a1f", "#5b4fc4"]
print(f"{corpus['papers']} papers from {corpus['records']} records, {corpus['joined']} joined, {corpus['rejected']} rejected")
print(f"{corpus['first_submitted']} to {corpus['last_submitted']}")

# %% [markdown]
# ## Themes

# %%
themes = pd.DataFrame({
    "theme": theme["name"], "kind": theme["kind"], "papers": theme["size"], "share": theme["share"],
    "trend": theme["trend"]["verdict"] if theme["trend"] else None,
    "terms": ", ".join(term["text"] for term in theme["terms"][:5]),
} for theme in report["themes"])
themes.assign(share=themes["share"].map("{:.1%}".format))

# %%
color = {theme["key"]: "#9a9fa8" if theme["kind"] == "other" else COLORS[at % len(COLORS)] for at, theme in enumerate(report["themes"])}
figure, axis = plt.subplots(figsize=(7, 0.42 * len(themes) + 0.7))
axis.barh(themes["theme"], themes["papers"], color=list(color.values()), height=0.62)
axis.bar_label(axis.containers[0], padding=4)
axis.invert_yaxis()
axis.set_xlabel("papers")
plt.show()

# %% [markdown]
# The papers nearest the centre of each theme represent it:

# %%
pd.DataFrame([
    {"theme": theme["name"], "paper": paper["title"], "id": paper["id"], "submitted": paper["submitted"]}
    for theme in report["themes"] if theme["kind"] != "other" for paper in theme["representatives"][:2]
])

# %% [markdown]
# ## Trends
#
# The share of each theme per period, with its 95 % interval. Periods that the corpus covers only in part, or with too few papers, are left out.

# %%
followed = [theme for theme in report["themes"] if theme["trend"]][:6]
figure, axes = plt.subplots(2, 3, figsize=(9.5, 4.6), sharex=True)
for axis, theme in zip(axes.flat, followed):
    periods = pd.DataFrame(theme["trend"]["periods"]).query("not partial and not thin")
    start = pd.to_datetime(periods["start"])
    axis.fill_between(start, 100 * periods["low"], 100 * periods["high"], color=color[theme["key"]], alpha=0.18, linewidth=0)
    axis.plot(start, 100 * periods["share"], color=color[theme["key"]], linewidth=1.8)
    axis.set_title(f"{theme['name'][:32]} ({theme['trend']['words']})", loc="left", fontsize=9)
    axis.set_ylim(bottom=0)
    axis.tick_params(axis="x", rotation=45)
for axis in axes.flat[len(followed):]:
    axis.set_visible(False)
figure.supylabel("share of papers, %")
figure.tight_layout()
plt.show()

# %% [markdown]
# ## Map of papers
#
# Papers that share words are close together. Directions and large distances mean nothing.

# %%
figure, axis = plt.subplots(figsize=(7.5, 5.2))
for theme in reversed(report["themes"]):
    of_theme = papers[papers["theme_id"] == theme["id"]]
    axis.scatter(of_theme["map_x"], of_theme["map_y"], s=16, color=color[theme["key"]], alpha=0.85, linewidths=0, label=theme["name"])
axis.legend(*[values[::-1] for values in axis.get_legend_handles_labels()], frameon=False, loc="upper left", bbox_to_anchor=(1, 1), fontsize=8.5)
axis.set_axis_off()
figure.tight_layout()
plt.show()

# %% [markdown]
# ## Similarity of themes

# %%
similarity = np.array(report["similarity"])
names = [theme["name"] for theme in report["themes"]]
figure, axis = plt.subplots(figsize=(6.4, 4.2))
image = axis.imshow(np.where(np.eye(len(names), dtype=bool), np.nan, similarity), cmap="Blues")
axis.set_xticks(range(len(names)), range(1, len(names) + 1))
axis.set_yticks(range(len(names)), [f"{name} {at}" for at, name in enumerate(names, 1)])
figure.colorbar(image, label="cosine similarity", shrink=0.8)
figure.tight_layout()
plt.show()

# %% [markdown]
# ## How far to trust it
#
# `margin` says how clearly a paper belongs to its theme rather than to the second-best one. The quality card has measures of the grouping.

# %%
papers.groupby("theme")["margin"].describe()[["count", "25%", "50%", "75%"]].round(3)

# %%
quality = report["quality"]
coherence = quality["coherence"] or {}
pd.Series({
    "coherence of terms, NPMI": coherence.get("npmi"), "coherence of terms, C_v": coherence.get("c_v"),
    "diversity of terms": quality["diversity"], "stability of clusters": quality["mean_stability"],
    "silhouette": quality["silhouette"], "silhouette of random clusters": quality["random_silhouette"],
}, name="value").round(3).to_frame()

# %% [markdown]
# ## What the taxonomy has no theme for

# %%
pd.DataFrame([
    {"theme": theme["name"], "papers": theme["size"], "terms": ", ".join(term["text"] for term in theme["terms"][:6])}
    for theme in report["themes"] if theme["kind"] == "discovered"
])
