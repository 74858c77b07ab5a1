# Every recipe is one line of what CONTRIBUTING.md describes.

# What CI runs.
check:
    .ci/run

# Tests of one crate: `just test ingest`.
test crate:
    cargo test -p thema-{{crate}}

# The report of the sample corpus.
sample out="thema-report":
    cargo run --release -- run data/sample/papers --out {{out}} --force

# Report pages in headless Chromium; pages and screenshots stay in target/browser.
browser:
    crates/html/browser/run.sh

# Every file of the sample run, read with pandas, pyarrow, polars, DuckDB and networkx.
check-files:
    notebooks-output/make.sh check-files

# The executed notebooks, but for the one that runs BERTopic: `notebooks-output/make.sh bertopic`.
notebook:
    notebooks-output/make.sh notebook

# The site of the documentation in target/site, its snippets run: `just docs write` puts what they print into the pages.
docs mode="":
    docs/check.sh {{mode}}

# Everything in notebooks-output: the sample run, pictures of its page, the notebooks.
example:
    notebooks-output/make.sh

# Criterion benches.
bench *filter:
    cargo bench -p thema-benches -- {{filter}}

# Fuzz targets, all unless some are named, for some seconds each: `just fuzz 60 csv ris`.
fuzz seconds="600" *targets="":
    fuzz/run.sh {{seconds}} {{targets}}

# With the examples, as CI builds: without them cargo compiles the dependencies a second time.
[private]
programs:
    cargo build --release --workspace --bins --examples

# The comparison with peers on the files of DIR (cs20 and mix30 with labels) and DUMP (a Kaggle snapshot, not packed); a hundred minutes.
peers dir dump: programs
    python3 benches/peers/run.py --labelled {{dir}} --dump {{dump}}
    python3 benches/peers/kernel_times.py --dump {{dump}}
    python3 benches/peers/scale.py --dump {{dump}}
    python3 benches/results/render.py

# What every step and every clustering algorithm of thema brings, on the files of DIR; half an hour.
algorithms dir: programs
    python3 benches/algorithms.py --labelled {{dir}}
    python3 benches/results/render.py

# What the machine can do; seconds.
roofline: programs
    target/release/roofline > target/roofline.json
    python3 benches/results/render.py --roofline target/roofline.json

# What commands leave when they are killed, starved, refused system calls and given damaged files: `just faults 3600 calls`.
faults seconds="600" *kinds="": programs
    target/release/faults --seconds {{seconds}} {{kinds}}

# Months of work on one corpus and one run, with a service that fails and commands that are killed.
soak cycles="500" seed="1": programs
    target/release/faults soak --cycles {{cycles}} --seed {{seed}}

# Every file that thema writes, under other threads, orders, locales, folders and processors; some minutes.
determinism: programs
    python3 benches/determinism.py --update

# The licences that `thema licences` prints and the bill of materials, after Cargo.lock has changed.
supply:
    python3 crates/cli/supply/collect.py

# The program as it is given away: optimised as a whole, without the paths and the hour of the build. Two folders, one hash.
dist:
    SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) \
        RUSTFLAGS="--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo --remap-path-prefix=$(rustc --print sysroot)=/rust --remap-path-prefix=$PWD=/thema" \
        CFLAGS="-ffile-prefix-map=${CARGO_HOME:-$HOME/.cargo}=/cargo -ffile-prefix-map=$PWD=/thema" \
        cargo build --profile dist --locked --package thema-cli --target-dir target/dist
    sha256sum target/dist/dist/thema

# Licences, advisories, duplicate versions.
deny:
    cargo deny check
