#!/usr/bin/env bash
# A simulated server that stalls for 1 s, at 1,000 arrivals a second for 90 s. The answer is known
# exactly: mean response 27.78 ms, p99 820 ms. Loads: open, paced with enough workers, and paced
# with too few, which the report must state. Takes five minutes.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
target='sim:?max-throughput=1250&stall-after=30s&stall-for=1s'
conditions
measure() { # label, options
  echo "## $1"
  shift
  plimsoll "$target" --mix read=100 --rate 1000 --warmup 0s --for 90s "$@"
  printf 'mean of all responses, ns: %s\n' "$(figure mean)"
  millis=$(awk -v nanos="$(figure mean)" 'BEGIN { print nanos / 1e6 }')
  p99=$(awk -v nanos="$(figure p99)" 'BEGIN { print nanos / 1e6 }')
  cat "$work/table.txt"
}
measure 'open'
record stall-mean "$millis"
record stall-p99 "$p99"
measure 'paced, 1,000 workers' --model paced --workers 1000
record stall-paced-mean "$millis"
record stall-paced-p99 "$p99"
measure 'paced, 100 workers' --model paced --workers 100
