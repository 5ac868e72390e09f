#!/usr/bin/env bash
# Generates the tables of docs/performance.md and docs/performance-history.md from benchmarks/bars.json
# and benchmarks/results.jsonl. A test of this module fails if the pages differ.
#   benchmarks/page.sh
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
benchmark PerformancePage "$root"
