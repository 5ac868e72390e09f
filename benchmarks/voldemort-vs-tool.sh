#!/usr/bin/env bash
# Compares Plimsoll with Voldemort's performance tool on one node: 1 KiB values, 20,000 keys, 80 reads to
# 20 writes, 8 in flight, the client pinned to processor 1; pin the server to processor 0. Voldemort is
# no package: start a server that you have, and give the class path with its benchmark classes. The tool's
# processor time is that of its process; it also writes its keys, which are counted. Plimsoll's is that of
# the measure phase.
#   VOLDEMORT_CLASSPATH=… [VOLDEMORT_JAVA=…] benchmarks/voldemort-vs-tool.sh HOST:PORT STORE [SECONDS] [ROUNDS]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
address=${1:?HOST:PORT of a server}
store=${2:?name of a store with string keys}
seconds=${3:-20}
rounds=${4:-2}
keys=20000
operations=300000
class_path=${VOLDEMORT_CLASSPATH:?class path of Voldemort with its benchmark classes}
need taskset
PIN="taskset -c 1"
rows=(--keys $keys --value-bytes 1KiB --workers 8 --mix read=80,update=20)

peer() {
  TIMEFORMAT='%U %S'
  { time taskset -c 1 "${VOLDEMORT_JAVA:-java}" -Xmx512m -cp "$class_path" \
    voldemort.performance.benchmark.Benchmark --url "tcp://$address" --store-name "$store" --threads 8 \
    --value-size 1024 --record-count $keys --ops-count $operations -r 80 -w 20 > "$work/tool.out" 2>&1; } \
    2> "$work/time"
  awk -v cpu="$(tail -n 1 "$work/time")" -v all=$((keys + operations)) '
    /^\[benchmark\].*Throughput/ { rate = $NF }
    END { split(cpu, t, " "); printf "%-32s %10.0f %8.2f\n", "performance tool", rate, (t[1] + t[2]) / all * 1e6 }
    ' "$work/tool.out"
}

ours() { # label, options
  local label=$1
  shift
  plimsoll "voldemort://$address/$store" "${rows[@]}" --warmup 15s --for "${seconds}s" --no-fill "$@"
  awk -v l="$label" -v items="$(figure items)" -v nanos="$(figure elapsedNanos)" \
    -v cpu="$(figure cpuSeconds)" -v v="$(validity)" 'BEGIN {
      printf "%-32s %10.0f %8.2f  %s\n", l, items / nanos * 1e9, cpu / items * 1e6, v }'
}

conditions
plimsoll "voldemort://$address/$store" "${rows[@]}" --fill=all --for 1s --warmup 0s
printf '%-32s %10s %8s\n' '' 'ops/s' 'CPU-s/M'
for _ in $(seq "$rounds"); do
  peer
  ours 'Plimsoll, vp3'
  ours 'Plimsoll, pb0' --set protocol=pb0
done
