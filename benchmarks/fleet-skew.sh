#!/usr/bin/env bash
# Measures how far apart the generators of a fleet start, as their target sees it, while the wall clocks of the nodes differ by
# a second: from 500 ms behind to 500 ms ahead. Redis reports when each command arrives, by its one clock. With a constant rate
# and keys in sequence, a command says when it was due, and its connection which node has sent it. So the difference of the
# medians of two connections is the difference of the starts of their nodes. Exits with 1 if it exceeds 10 ms in any run.
#   benchmarks/fleet-skew.sh [NODES [RUNS]]
# Needs redis-server, redis-cli, curl, jq, python3 and a C compiler (cc): benchmarks/clock/wallclock.c moves the wall clocks.
# Takes 3 minutes.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
nodes=${1:-4} runs=${2:-5} rate=200 seconds=6
need redis-server; need redis-cli; need curl; need jq; need python3; need cc
conditions
"$root/plimsoll" --version > /dev/null # builds, if it must
[ -d "$root/drivers/redis/target/driver" ] || { echo "needs the driver: mvn package -pl drivers/redis -am" >&2; exit 1; }
pids=()
trap 'kill ${pids[@]+"${pids[@]}"} 2> /dev/null || true; wait; clean_up' EXIT
cc -O2 -shared -fPIC -o "$work/wallclock.so" "$root/benchmarks/clock/wallclock.c" -ldl
port=$((20000 + RANDOM % 3000)) redis_port=$((24000 + RANDOM % 3000))
redis-server --port $redis_port --bind 127.0.0.1 --save '' --appendonly no --dir "$work" > "$work/redis.log" &
pids+=($!)
until redis-cli -p $redis_port ping > /dev/null 2>&1; do
  kill -0 "${pids[0]}" || { cat "$work/redis.log" >&2; exit 1; }
  sleep 0.1
done

"$root/plimsoll" fleet certificates --out "$work/certificates" 127.0.0.1 > "$work/said" 2>&1 || { cat "$work/said" >&2; exit 1; }
pages=()
for ((k = 1; k <= nodes; k++)); do
  millis=$((1000 * (k - 1) / (nodes - 1) - 500))
  LD_PRELOAD=$work/wallclock.so WALL_CLOCK_MILLIS=$millis "$root/plimsoll" serve --no-token --port $((port + k)) \
    --runs "$work/runs/node-$k" --fleet bench --node "node-$k" --fleet-port $((port + 500 + k)) \
    --fleet-certificates "$work/certificates" --seed "127.0.0.1:$((port + 501))" 2> "$work/said-$k" &
  pids+=($!)
  pages+=("http://127.0.0.1:$((port + k))")
done
view() { curl -s -m 5 "${pages[0]}/api/v1/fleet"; }
up() { view | jq 'select(.coordinator) | [.nodes[] | select(.state == "up")] | length' || true; }
until [ "$(up)" = "$nodes" ]; do
  for pid in "${pids[@]}"; do kill -0 "$pid" || { cat "$work"/said-* >&2; exit 1; }; done
  [ "$SECONDS" -lt 120 ] || { echo "not every node is up" >&2; exit 1; }
  sleep 0.5
done
# The first answers may lack the clocks. They are measured to half a round trip, which is long on a busy machine.
far() { view | jq -e 'any(.nodes[]; .clockOffsetNanos > 5e8)' > /dev/null; }
until far; do
  [ "$SECONDS" -lt 150 ] || { echo "the wall clocks do not differ" >&2; exit 1; }
  sleep 1
done
view | jq -r '.nodes[] | "\(.name): wall clock \((.clockOffsetNanos // 0) / 1e6 | round) ms from node-1"'

for run in $(seq "$runs"); do
  stdbuf -oL redis-cli -p $redis_port monitor > "$work/monitor" &
  monitor=$!
  code=0 fill=--no-fill
  [ "$run" -gt 1 ] || fill=--fill=all # reads of rows that do not exist would be a failed run
  timeout 60 "$root/plimsoll" run "redis://127.0.0.1:$redis_port" --fleet "${pages[$((run % nodes))]}" --rate $rate \
    --arrivals constant --keys 2k --key-distribution sequential --mix read=1 "$fill" --warmup 0s --for ${seconds}s \
    --out "$work/run-$run" > "$work/table" 2> "$work/err" || code=$?
  # What the verdict says of the generators is not measured here.
  [ "$code" -eq 0 ] || [ "$code" -eq 5 ] || { cat "$work/table" "$work/err" >&2; exit 1; }
  kill $monitor
  wait $monitor 2> /dev/null || true
  sed -n 's/.*\(The generators started within [^"]*\)/run '"$run"': \1/p' "$work/err" | head -n 1
  python3 - "$work/monitor" "$rate" "$nodes" $((rate * seconds)) << 'PYTHON' | tee -a "$work/skews"
import re, statistics, sys
path, rate, nodes, total = sys.argv[1], float(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
line = re.compile(r'^(\d+\.\d+) \[0 (\S+)\] "GET" "\D*(\d+)"')
late = {}
for match in filter(None, map(line.match, open(path))):
    at, connection, index = float(match[1]), match[2], int(match[3])
    late.setdefault(connection, []).append(at - index / rate)
medians = sorted(statistics.median(each) for each in late.values() if len(each) >= 20)
assert len(medians) >= nodes, f"{len(medians)} connections of {nodes} nodes"
assert sum(map(len, late.values())) >= 0.9 * total, "too few commands"
print(f"{1000 * (medians[-1] - medians[0]):.2f} ms between the medians of {len(medians)} connections")
PYTHON
done
worst=$(cut -d' ' -f1 "$work/skews" | sort -g | tail -n 1)
record fleet-start-skew "$(cut -d' ' -f1 "$work/skews")" "\"detail\": \"load average $(uptime | sed 's/.*average: \([0-9.]*\).*/\1/')\""
echo "largest difference of $runs starts: $worst ms, at most 10 ms"
awk -v worst="$worst" 'BEGIN { exit !(worst <= 10) }'
