#!/usr/bin/env bash
# Compares Plimsoll with memcaslap (libmemcached's load generator; memtier is no package of Debian's) on one
# Memcached: 1 KiB values, 100,000 keys, 80 reads to 20 writes, 50 in flight, server pinned to
# processor 0 and the client to processor 1. Plimsoll's processor time is that of the measure phase,
# memcaslap's that of its process, which first writes its keys.
#   benchmarks/memcached-vs-memcaslap.sh [SECONDS] [ROUNDS]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
seconds=${1:-15}
rounds=${2:-1}
need memcached; need memcaslap; need taskset
port=$((20000 + RANDOM % 10000))
taskset -c 0 memcached -u "$(id -un)" -l 127.0.0.1 -p $port -U 0 -m 1024 -t 1 &
server_pid=$!
until (: < /dev/tcp/127.0.0.1/$port) 2> /dev/null; do sleep 0.1; done
target=memcached://127.0.0.1:$port
PIN="taskset -c 1"
rows=(--keys 100k --value-bytes 1KiB --workers 50 --mix read=80,update=20)
printf 'key\n16 16 1\nvalue\n1024 1024 1\ncmd\n0 0.2\n1 0.8\n' > "$work/memcaslap.conf"

peer() { # label, more options
  local label=$1
  shift
  TIMEFORMAT='%U %S'
  { time taskset -c 1 memcaslap -s 127.0.0.1:$port -T 1 -c 50 -F "$work/memcaslap.conf" \
    -t "${seconds}s" "$@" > "$work/memcaslap.out"; } 2> "$work/time"
  awk -v l="$label" -v cpu="$(tail -n 1 "$work/time")" '
    /TPS:/ { for (i = 1; i < NF; i++) { if ($i == "Ops:") ops = $(i + 1); if ($i == "TPS:") tps = $(i + 1) } }
    END { split(cpu, t, " "); printf "%-44s %10.0f %8.2f\n", l, tps, (t[1] + t[2]) / ops * 1e6 }' "$work/memcaslap.out"
}

ours() { # label, options
  local label=$1
  shift
  plimsoll $target "${rows[@]}" --warmup 5s --for "${seconds}s" --no-fill "$@"
  awk -v l="$label" -v items="$(figure items)" -v nanos="$(figure elapsedNanos)" \
    -v cpu="$(figure cpuSeconds)" -v v="$(validity)" 'BEGIN {
      printf "%-44s %10.0f %8.2f  %s\n", l, items / nanos * 1e9, cpu / items * 1e6, v }'
}

conditions
plimsoll $target "${rows[@]}" --fill=all --for 1s --warmup 0s
printf '%-44s %10s %8s\n' '' 'ops/s' 'CPU-s/M'
for _ in $(seq "$rounds"); do
  peer 'memcaslap, text, 50 connections'
  ours 'Plimsoll, text, 50 connections' --sessions 50 --set connections=per-session
  ours 'Plimsoll, text, 4 shared connections'
  peer 'memcaslap, binary, 50 connections' -B
  ours 'Plimsoll, binary, 50 connections' --sessions 50 --set connections=per-session --set protocol=binary
  ours 'Plimsoll, binary, 4 shared connections' --set protocol=binary
  ours 'Plimsoll, meta, 50 connections' --sessions 50 --set connections=per-session --set protocol=meta
  ours 'Plimsoll, meta, 4 shared connections' --set protocol=meta
done | tee "$work/rows"
for protocol in text binary meta; do
  record "memcached-$protocol" "$(column "Plimsoll, $protocol, 4 shared connections")"
done
record memcached-text-50 "$(column 'Plimsoll, text, 50 connections')"
