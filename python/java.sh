#!/usr/bin/env bash
# Makes sure that there is Java for Spark: exits with 0 if Java is there or could be installed from the system's packages.
set -euo pipefail
if command -v java >/dev/null; then exit 0; fi
[ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || exit 1
{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends openjdk-17-jre-headless; } >&2
