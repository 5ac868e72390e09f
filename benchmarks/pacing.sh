#!/usr/bin/env bash
# Measures the dispatch lag: Poisson arrivals at 20,000/s on a simulated store that takes 1 ms, ten
# windows of 2 s after 10 s of warm-up, asynchronous and through the adapter for blocking drivers;
# then 100,000/s for 60 s. Lag is stamped just before the driver is called. A window's percentile is
# the worse of its two seconds'.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
conditions
target='sim:?service=constant(1ms)'
windows() { # label, options
  printf '## %s\n%-8s %10s %10s %8s\n' "$1" window 'p50 ns' 'p99 ns' cores
  shift
  rm -rf "$work"/run-*
  plimsoll "$target" --rate 20k --arrivals poisson --warmup 10s --for 20s "$@"
  lags | awk 'NR % 2 { a = $1; b = $2; c = $3; next } {
    printf "%-8d %10d %10d %8.2f\n", NR / 2, (a > $1 ? a : $1), (b > $2 ? b : $2), (c + $3) / 2 }' |
    tee "$work/rows"
  printf 'over all: %s\n' "$(validity)"
}
best() { awk -v n="$1" -v unit="$2" '{ print $n / unit }' "$work/rows" | sort -g | head -n 1; } # column, unit
windows 'asynchronous'
record lag-p50 "$(best 2 1000)"
record lag-p99 "$(best 3 1000)"
record lag-cpu "$(best 4 1)"
printf '## through the adapter for blocking drivers\n%10s %10s %8s\n' 'p50 ns' 'p99 ns' cores
benchmark BlockingPacing | tee "$work/rows"
record lag-blocking "$(best 2 1000)"
rm -rf "$work"/run-*
plimsoll "$target" --rate 100k --arrivals poisson --warmup 10s --for 60s
printf '## 100,000/s for 60 s\nscheduled %s, succeeded %s, %s\n' "$(figure scheduled)" \
  "$(figure succeeded)" "$(validity)"
record dispatched "$(awk -v s="$(figure scheduled)" -v d="$(figure succeeded)" 'BEGIN { print 100 * d / s }')"
lags | awk '{ print $2 }' | sort -n | awk '{ p[NR] = $1 } END {
  printf "lag p99 of a second: best %d ns, median %d ns, worst %d ns\n", p[1], p[int((NR + 1) / 2)], p[NR] }'
