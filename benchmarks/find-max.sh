#!/usr/bin/env bash
# Measures the error of a search for the maximum throughput of a simulated M/M/1 queue, which is
# known: 100 seeds, in virtual time. Arguments: seeds, and settings of the search as NAME VALUE.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
conditions
benchmark FindMaxExperiment "$@" | tee "$work/found"
record find-max "$(awk 'NR == 1 { print 100 * $1 / $3 }' "$work/found")"
