#!/usr/bin/env bash
# How late the pacer is: Poisson arrivals at 20,000/s on a simulated store that takes 1 ms, ten
# windows of 2 s after 10 s of warm-up, asynchronous and through the adapter for blocking drivers;
# then 100,000/s for 60 s. Lag is stamped just before the driver is called. A window's percentile is
# the worse of its two seconds'.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
conditions
target='sim:?service=constant(1ms)'
seconds() { # p50, p99 and cores of each second of the measurement
  sed -n '/"phase":"measure"/s/.*"dispatchLagNanos":{"count":[0-9]*,"p50":\([0-9]*\),.*"p99":\([0-9]*\),.*"cpuCores":\([0-9.E-]*\),.*/\1 \2 \3/p' \
    "$work"/run-*/intervals.jsonl
}
windows() { # label, options
  printf '## %s\n%-8s %10s %10s %8s\n' "$1" window 'p50 ns' 'p99 ns' cores
  shift
  rm -rf "$work"/run-*
  plimsoll "$target" --rate 20k --arrivals poisson --warmup 10s --for 20s "$@"
  seconds | awk 'NR % 2 { a = $1; b = $2; c = $3; next } {
    printf "%-8d %10d %10d %8.2f\n", NR / 2, (a > $1 ? a : $1), (b > $2 ? b : $2), (c + $3) / 2 }'
  printf 'over all: %s\n' "$(validity)"
}
windows 'asynchronous'
printf '## through the adapter for blocking drivers\n%10s %10s %8s\n' 'p50 ns' 'p99 ns' cores
benchmark BlockingPacing
rm -rf "$work"/run-*
plimsoll "$target" --rate 100k --arrivals poisson --warmup 10s --for 60s
printf '## 100,000/s for 60 s\nscheduled %s, succeeded %s, %s\n' "$(figure scheduled)" \
  "$(figure succeeded)" "$(validity)"
seconds | awk '{ print $2 }' | sort -n | awk '{ p[NR] = $1 } END {
  printf "lag p99 of a second: best %d ns, median %d ns, worst %d ns\n", p[1], p[int((NR + 1) / 2)], p[NR] }'
