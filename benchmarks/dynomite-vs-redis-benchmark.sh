#!/usr/bin/env bash
# Compares Plimsoll with redis-benchmark on one node of a running Dynomite ring, whose Redis is empty:
# 1 KiB values, 100,000 keys, 50 in flight. The client is pinned to processor 1; pin the node and its
# Redis to processor 0. redis-benchmark sends one kind of command at a time; its figure for 80 reads
# and 20 writes is the weighted harmonic mean of its two. Plimsoll's processor time is that of the
# measure phase, redis-benchmark's that of its process. The node must be the only one of its rack.
#   benchmarks/dynomite-vs-redis-benchmark.sh HOST [SECONDS] [ROUNDS]
set -euo pipefail
host=${1:?the host of a node that takes clients at port 8102}
seconds=${2:-10}
rounds=${3:-1}
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
command_line="benchmarks/dynomite-vs-redis-benchmark.sh HOST $seconds $rounds"
need redis-benchmark; need taskset
PIN="taskset -c 1"
rows=(--keys 100k --value-bytes 1KiB --workers 50 --mix read=80,update=20)

peer() {
  local kind number=$((30000 * seconds))
  declare -A rates cpu
  for kind in get set; do
    TIMEFORMAT='%U %S'
    rates[$kind]=$({ time taskset -c 1 redis-benchmark -h "$host" -p 8102 -t $kind -d 1024 \
      -r 100000 -c 50 -n $number --csv 2> /dev/null; } 2> "$work/time" |
      tail -n 1 | cut -d, -f2 | tr -d '"')
    cpu[$kind]=$(awk -v n=$number '{ print ($1 + $2) / n * 1e6 }' "$work/time")
  done
  awk -v g="${rates[get]}" -v s="${rates[set]}" -v cg="${cpu[get]}" -v cs="${cpu[set]}" 'BEGIN {
    printf "%-44s %10.0f %8.2f\n", "redis-benchmark -c 50", 1 / (0.8 / g + 0.2 / s),
      0.8 * cg + 0.2 * cs }'
}

ours() { # label, options
  local label=$1
  shift
  plimsoll "dynomite://$host" "${rows[@]}" --warmup 5s --for "${seconds}s" --no-fill "$@"
  awk -v l="$label" -v items="$(figure items)" -v nanos="$(figure elapsedNanos)" \
    -v cpu="$(figure cpuSeconds)" -v v="$(validity)" 'BEGIN {
      printf "%-44s %10.0f %8.2f  %s\n", l, items / nanos * 1e9, cpu / items * 1e6, v }'
}

conditions
plimsoll "dynomite://$host" "${rows[@]}" --fill=all --for 1s --warmup 0s
printf '%-44s %10s %8s\n' '' 'commands/s' 'CPU-s/M'
for _ in $(seq "$rounds"); do
  peer
  ours 'Plimsoll, 50 connections' --sessions 50 --set connections=per-session
  ours 'Plimsoll, 4 shared connections'
done | tee "$work/rows"
record dynomite-50 "$(ratios 'Plimsoll, 50 connections' 'redis-benchmark -c 50')"
record dynomite-shared "$(ratios 'Plimsoll, 4 shared connections' 'redis-benchmark -c 50')"
