#!/usr/bin/env bash
# How late the pacer is: Poisson arrivals at 20,000/s on a simulated store that takes 1 ms, best of
# ten windows of 2 s, and 100,000/s for 60 s. Lag is stamped just before the driver is called.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
conditions
lag() { # percentile of dispatchLagNanos
  sed -n '/"dispatchLagNanos"/,/}/s/^ *"'"$1"'" : \([0-9]*\),\{0,1\}$/\1/p' "$work/summary.json" | head -n 1
}
printf '%-8s %10s %10s %8s\n' window 'p50 ns' 'p99 ns' cores
for window in $(seq 10); do
  plimsoll 'sim:?service=constant(1ms)' --rate 20k --arrivals poisson --warmup 2s --for 2s
  awk -v w="$window" -v a="$(lag p50)" -v b="$(lag p99)" -v c="$(figure cpuSeconds)" \
    -v t="$(figure elapsedNanos)" 'BEGIN { printf "%-8d %10d %10d %8.2f\n", w, a, b, c / t * 1e9 }'
done
plimsoll 'sim:?service=constant(1ms)' --rate 100k --arrivals poisson --warmup 2s --for 60s
printf '100k/s for 60 s: scheduled %s, succeeded %s, lag p99 %s ns, %s\n' "$(figure scheduled)" \
  "$(figure succeeded)" "$(lag p99)" "$(validity)"
