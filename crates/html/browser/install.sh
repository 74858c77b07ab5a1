#!/usr/bin/env bash
# Installs what opening pages needs where it is missing: Chromium and node from the system's packages, and the npm packages.
# Where it cannot, it prints what is missing and exits with 1.
set -euo pipefail
cd "$(dirname "$0")"
fail() { echo "$*"; exit 1; }
install() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get install -y -qq --no-install-recommends "$@" >/dev/null 2>&1; }

[ -x "${CHROMIUM:-$(command -v chromium)}" ] || install chromium || fail "no Chromium, and apt-get cannot install it"
command -v npm >/dev/null || install nodejs npm || fail "no node, and apt-get cannot install it"
[ "$(node -p 'process.versions.node.split(".")[0]')" -ge 20 ] || fail "node is older than 20"
[ -d node_modules ] || npm ci --silent --no-audit --no-fund || fail "npm cannot install playwright-core and axe-core"
