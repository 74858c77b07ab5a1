# %% [markdown]
# # On Spark
#
# Spark reads, merges and places 3,000 invented papers in six files. The run directory is the one that `thema run` writes on one machine. Here a
# session on this machine stands in for a cluster; it needs Java 17 and `pip install "./python[spark]"`.

# %%
import json, os, shutil, sys
from pathlib import Path

from invented import papers

folder = Path("../target/notebooks/on-spark").resolve()
shutil.rmtree(folder, ignore_errors=True)
(folder / "papers").mkdir(parents=True)
rows = papers(3_000)
for part in range(6):
    lines = [json.dumps(row) for row in rows[part * 500 : (part + 1) * 500]]
    (folder / f"papers/part_{part:03}.jsonl").write_text("\n".join(lines))

# %%
from pyspark.sql import SparkSession

os.environ |= {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
spark = (
    SparkSession.builder.master("local[2]")
    .config("spark.ui.enabled", "false")
    .config("spark.ui.showConsoleProgress", "false")
    .config("spark.log.level", "ERROR")
    .getOrCreate()
)

# %% [markdown]
# Each task reads one file, records that share an identifier or a title are merged into one paper, and the driver learns the themes.

# %%
from thema.spark import run

report = run(spark, folder / "papers", folder / "report", clusters=20)
report.themes("pandas")[["name", "papers", "share"]]

# %% [markdown]
# The same on one machine, with the program. Every file is the same, byte for byte, except the one with the times:

# %%
%%bash
cd ../target/notebooks/on-spark
thema run "$PWD/papers" --clusters 20 --out one-machine --quiet
diff -rq report one-machine || true

# %% [markdown]
# A Spark table is also an input. Its places come back as Parquet, which Spark reads:

# %%
table = spark.read.json(str(folder / "papers"))
run(spark, table, folder / "of-a-table", clusters=20)
placed = spark.read.parquet(str(folder / "of-a-table/papers.parquet"))
placed.groupBy("theme").count().orderBy(["count", "theme"], ascending=[False, True]).show(truncate=False)

# %%
spark.stop()
