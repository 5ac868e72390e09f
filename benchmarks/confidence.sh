#!/usr/bin/env bash
# Measures how often 95 % intervals contain the true value: simulated runs of M/M/1 queues, whose
# percentiles are known; by default 200 of each. Samples and intervals are counted in operations.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
conditions
benchmark ConfidenceExperiment "$@" | tee "$work/rows"
p99() { # load, samples, column: shares of answered p99, of those that hold, for each interval
  awk -v load="$1" -v samples="$2" -v column="$3" '
    $1 == load && $2 == samples && $4 == "p99" { print $column }' "$work/rows"
}
record confidence-08 "$(p99 0.80 1000000 7)"
record confidence-09 "$(p99 0.90 100000 5 | awk '{ print 100 - $1 }')"
record confidence-05 "$(p99 0.50 1000000 5)"
