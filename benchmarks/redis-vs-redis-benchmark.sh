#!/usr/bin/env bash
# Compares Plimsoll with redis-benchmark on one Redis: 1 KiB values, 100,000 keys, 50 in flight, server
# pinned to processor 0 and the client to processor 1. redis-benchmark sends one kind of command at
# a time; its figure for 80 reads and 20 writes is the weighted harmonic mean of its two.
# Plimsoll's processor time is that of the measure phase, redis-benchmark's that of its process.
#   benchmarks/redis-vs-redis-benchmark.sh [SECONDS]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
seconds=${1:-15}
need redis-server; need redis-cli; need redis-benchmark; need taskset
port=$((20000 + RANDOM % 10000))
taskset -c 0 redis-server --port $port --bind 127.0.0.1 --save '' --appendonly no \
  --dir "$work" > "$work/redis.log" &
server_pid=$!
until redis-cli -p $port ping > /dev/null 2>&1; do sleep 0.1; done
target=redis://127.0.0.1:$port
PIN="taskset -c 1"
rows=(--keys 100k --value-bytes 1KiB --workers 50)

peer() { # label, more options
  local label=$1 kind rate number
  shift
  declare -A rates cpu
  for kind in get set; do
    number=$((100000 * seconds * ($# > 0 ? 5 : 1)))
    TIMEFORMAT='%U %S'
    rate=$({ time taskset -c 1 redis-benchmark -p $port -t $kind -d 1024 -r 100000 -c 50 \
      -n $number --csv "$@" 2> /dev/null; } 2> "$work/time" | tail -n 1 | cut -d, -f2 | tr -d '"')
    rates[$kind]=$rate
    cpu[$kind]=$(awk -v n=$number '{ print ($1 + $2) / n * 1e6 }' "$work/time")
  done
  awk -v l="$label" -v g="${rates[get]}" -v s="${rates[set]}" -v cg="${cpu[get]}" \
    -v cs="${cpu[set]}" 'BEGIN {
      printf "%-44s %10.0f %8.2f\n", l, 1 / (0.8 / g + 0.2 / s), 0.8 * cg + 0.2 * cs }'
}

ours() { # label, options
  local label=$1
  shift
  plimsoll $target "${rows[@]}" --warmup 5s --for "${seconds}s" --no-fill "$@"
  # Items of a bulk, so that commands are compared with commands.
  awk -v l="$label" -v items="$(figure items)" -v nanos="$(figure elapsedNanos)" \
    -v cpu="$(figure cpuSeconds)" -v v="$(validity)" 'BEGIN {
      printf "%-44s %10.0f %8.2f  %s\n", l, items / nanos * 1e9, cpu / items * 1e6, v }'
}

conditions
plimsoll $target "${rows[@]}" --fill=all --for 1s --warmup 0s
printf '%-44s %10s %8s\n' '' 'commands/s' 'CPU-s/M'
{
  peer 'redis-benchmark -c 50'
  ours 'Plimsoll, 50 connections' --mix read=80,update=20 --sessions 50 --set connections=per-session
  ours 'Plimsoll, 4 shared connections' --mix read=80,update=20 --set connections=4
  peer 'redis-benchmark -c 50 -P 16' -P 16
  ours 'Plimsoll, bulk of 16, 50 connections' --mix bulk-read=80,bulk-write=20 --bulk-size 16 \
    --sessions 50 --set connections=per-session
} | tee "$work/rows"
record redis-50 "$(ratios 'Plimsoll, 50 connections' 'redis-benchmark -c 50')"
record redis-shared "$(ratios 'Plimsoll, 4 shared connections' 'redis-benchmark -c 50')"
record redis-shared-cpu "$(ratios 'Plimsoll, 4 shared connections' 'redis-benchmark -c 50' 2)"
record redis-bulk "$(ratios 'Plimsoll, bulk of 16, 50 connections' 'redis-benchmark -c 50 -P 16')"
