#!/usr/bin/env bash
# Compares Plimsoll with a loop of one thread over the same client library (benchmarks/evcache/Loop.java), on three
# Memcached as three zones: 10,000 keys, values of 1,000 bytes, 80 reads to 20 writes to all zones, no compression,
# servers pinned to processor 0 and the client to processor 1; runs of both in turn.
#   benchmarks/evcache-vs-client.sh [SECONDS] [ROUNDS]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
seconds=${1:-10} rounds=${2:-3}
need memcached; need taskset
java=$("$root/plimsoll" --print-java-home)/bin/java
libraries=$root/drivers/evcache/target/driver
[ -d "$libraries" ] || { echo "needs the driver: mvn package -pl drivers/evcache -am" >&2; exit 1; }
slf4j=$(echo "$root"/cli/target/app/lib/slf4j-api*.jar)
first=$((20000 + RANDOM % 10000))
zones='' nodes='' server_pid=''
for zone in 1 2 3; do
  port=$((first + zone))
  taskset -c 0 memcached -u "$(id -un)" -l 127.0.0.1 -p $port -U 0 -m 256 -t 1 &
  server_pid="$server_pid $!"
  until (: < /dev/tcp/127.0.0.1/$port) 2> /dev/null; do sleep 0.1; done
  zones="$zones;zone-$zone=127.0.0.1:$port"
  nodes="$nodes,127.0.0.1:$port"
done
trap 'kill $server_pid 2> /dev/null || true; server_pid=; clean_up' EXIT
target=evcache://${nodes#,}
PIN="taskset -c 1"
rows=(--keys 10k --value-bytes 1000 --key-distribution uniform --mix read=80,update=20
  --set read-timeout=1s --set compress-above=never)

peer() {
  taskset -c 1 "$java" -Xms1g -Xmx1g -cp "$libraries/*:$slf4j" "$root/benchmarks/evcache/Loop.java" "${zones#;}" \
    "$seconds" 10000 > "$work/loop.out" 2> "$work/loop.err" || { cat "$work/loop.err" >&2; exit 1; }
  awk '{ printf "%-34s %10.0f %8.1f\n", "loop of one thread", $1, $2 }' "$work/loop.out"
}

ours() { # label, workers
  plimsoll "$target" "${rows[@]}" --workers "$2" --sessions "$2" --warmup 5s --for "${seconds}s" --no-fill
  awk -v l="$1" -v items="$(figure items)" -v nanos="$(figure elapsedNanos)" -v cpu="$(figure cpuSeconds)" \
    -v v="$(validity)" 'BEGIN {
      printf "%-34s %10.0f %8.1f  %s\n", l, items / nanos * 1e9, cpu / items * 1e6, v }'
}

conditions
plimsoll "$target" "${rows[@]}" --fill=all --workers 16 --for 1s --warmup 0s
printf '%-34s %10s %8s\n' '' 'ops/s' 'CPU-µs'
for _ in $(seq "$rounds"); do
  peer
  ours 'Plimsoll, 1 worker' 1
  ours 'Plimsoll, 32 workers' 32
done | tee "$work/rows"
record evcache-loop "$(ratios 'Plimsoll, 32 workers' 'loop of one thread')"
