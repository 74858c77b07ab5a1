# %% [markdown]
# # A year of updates
#
# This notebook makes themes in January and adds papers month by month. The papers are invented (`invented.py`): a year of papers on nineteen
# subjects, and from July on papers on a new one, quantum codes.

# %%
import datetime
import json
import shutil
from pathlib import Path

import matplotlib.pyplot as plt
import pandas as pd
from invented import SUBJECTS, papers

plt.rcParams.update({"figure.dpi": 84, "axes.spines.top": False, "axes.spines.right": False, "font.size": 9.5})
work = Path("../target/notebooks/year")
shutil.rmtree(work, ignore_errors=True)
work.mkdir(parents=True)
old = [subject for subject in SUBJECTS if subject != "quantum codes"]


def month(number: int) -> list[dict[str, str]]:
    first = datetime.date(2025, number, 1)
    new = papers(40, seed=100 + number, subjects=["quantum codes"], first=first, days=28) if number >= 7 else []
    return papers(200, seed=number, subjects=old, first=first, days=28) + new


def stored(rows: list[dict[str, str]], name: str) -> None:
    lines = [json.dumps({"id": row["id"], "title": row["title"], "abstract": row["abstract"], "published": row["date"]}) for row in rows]
    (work / name).write_text("\n".join(lines) + "\n", encoding="utf-8")


before = papers(2000, seed=99, subjects=old, first=datetime.date(2024, 1, 1), days=366)
stored(before, "2024.jsonl")
for number in range(1, 13):
    stored(month(number), f"2025-{number:02}.jsonl")

# %% [markdown]
# ## January: make the themes once

# %%
%%bash
cd ../target/notebooks/year
thema run 2024.jsonl --no-taxonomy --clusters 19 --out run | grep -v Report

# %% [markdown]
# ## Twelve months
#
# `thema update` adds each month's papers. Themes keep their identifiers and their names. Papers that wait for a theme of their own are in the
# nearest theme meanwhile.

# %%
%%bash
cd ../target/notebooks/year
for month in 2025-*.jsonl; do
    echo "== $month"
    thema update run "$month"
done

# %% [markdown]
# `events.jsonl` records what happened to the themes:

# %%
events = pd.read_json(work / "run/events.jsonl", lines=True)
events

# %%
themes = json.loads((work / "run/themes.json").read_text(encoding="utf-8"))["themes"]
born = next(theme for theme in themes if theme["id"] == events.iloc[0]["theme"])
print(born["name"], born["size"], [term["text"] for term in born["terms"][:6]])

# %% [markdown]
# The new subject was found in the month in which it reached twelve papers, and every later paper on it joined the theme. Its share over time,
# from the same file as that of every other theme:

# %%
trends = pd.read_csv(work / "run/trends.csv", parse_dates=["start"])
shown = trends[(trends["theme"] == born["key"]) & ~trends["partial"] & ~trends["thin"]]
figure, axis = plt.subplots(figsize=(7, 2.6))
axis.fill_between(shown["start"], 100 * shown["low"], 100 * shown["high"], alpha=0.2, linewidth=0)
axis.plot(shown["start"], 100 * shown["share"], linewidth=1.8)
axis.set_title(born["name"], loc="left", fontsize=10)
axis.set_ylabel("share of papers, %")
figure.tight_layout()
plt.show()

# %% [markdown]
# ## Is the run still good?
#
# Updates never rebuild old themes. Now and then, for example once a year, run on all papers and compare:

# %%
%%bash
cd ../target/notebooks/year
thema run 2024.jsonl 2025-*.jsonl --no-taxonomy --clusters 20 --out anew --quiet
thema diff run anew | head -n 6

# %% [markdown]
# `churn` is the share of papers that a fresh run would put elsewhere.
