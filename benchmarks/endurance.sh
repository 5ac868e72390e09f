#!/usr/bin/env bash
# Checks that a server that generates load at full rate for a long time does not grow.
#
#   benchmarks/endurance.sh [MINUTES] [RATE] [TARGET]
#
# Runs `plimsoll serve` with one endless run, by default at 20,000/s against its own redis-server.
# Three clients read the stream, and one requests pages of history every ten seconds. At six marks it
# collects garbage and records the heap's live set, the resident set, threads, open handles, and the
# bytes of the run folder. Flat means, from the mark after a third of the time to the last one:
#   live set   at most 6 KB more a second: the second's points in memory, which end at two hours
#   resident   at most 5 % more (the heap is touched at the start, so growth is outside it)
#   threads    at most 3 more (compiler threads start and end)
#   handles    at most 3 more
# Needs curl, jq, jcmd, and redis-server unless there is a TARGET.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
minutes=${1:-30} rate=${2:-20k} target=${3:-}
need curl; need jq
pids=()
trap 'kill "${pids[@]}" 2> /dev/null || true; clean_up' EXIT
conditions

if [ -z "$target" ]; then
  need redis-server; need redis-cli
  port=$((20000 + RANDOM % 10000))
  redis-server --port $port --bind 127.0.0.1 --save '' --appendonly no --dir "$work" \
    > "$work/redis.log" &
  server_pid=$!
  until redis-cli -p $port ping > /dev/null 2>&1; do sleep 0.1; done
  target=redis://127.0.0.1:$port
fi

PLIMSOLL_OPTS="-Xms1g -Xmx1g -XX:+AlwaysPreTouch -Xlog:gc:file=$work/gc.log" "$root/plimsoll" serve --no-token --port 0 \
  --runs "$work/runs" 2> "$work/said" &
pids+=($!)
until grep -qs 'Plimsoll is at' "$work/said"; do
  kill -0 "${pids[0]}" || { cat "$work/said" >&2; exit 1; }
  sleep 0.1
done
base=$(grep -o 'http://[^ ]*' "$work/said")/api/v1
java=$(pgrep -P "${pids[0]}" java || echo "${pids[0]}")
jcmd=$("$root/plimsoll" --print-java-home)/bin/jcmd

json=(-H 'Content-Type: application/json')
id=$(curl -s "$base/runs" "${json[@]}" -d "{\"target\":\"$target\",\"rate\":\"$rate\",\"forever\":true,
  \"mix\":\"read=80,update=20\",\"keys\":\"100k\",\"value-bytes\":\"1KiB\"}" | jq -r .id)
[ "$id" != null ] || { echo "the run was refused" >&2; exit 1; }
echo "# run $id at $rate against ${target%%:*} for $minutes minutes, heap 1 GiB, touched"

for i in 1 2 3; do
  (curl -sN "$base/runs/$id/stream" || true) | grep -c '^event: interval' > "$work/seen-$i" &
  pids+=($!)
done
(while sleep 10; do
  curl -s -o /dev/null "$base/runs/$id/history?points=1800" \
    -o /dev/null "$base/runs/$id/history?points=500&from=60" \
    -o /dev/null "$base/runs/$id/percentiles" -o /dev/null "$base/runs/$id/events" \
    -o /dev/null "$base/runs" || true
done) &
pids+=($!)

mark() { # seconds
  "$jcmd" "$java" GC.run > /dev/null; sleep 1; "$jcmd" "$java" GC.run > /dev/null
  local heap rss threads handles bytes
  # What is left by the collection itself, in MiB: a moment later it is millions of bytes more.
  heap=$(sed -n 's/.*Pause Full.*->\([0-9]*\)M.*/\1/p' "$work/gc.log" | tail -n 1)
  rss=$(awk '/^VmRSS/ { print $2 }' "/proc/$java/status")
  threads=$(awk '/^Threads/ { print $2 }' "/proc/$java/status")
  handles=$(find "/proc/$java/fd" -mindepth 1 2> /dev/null | wc -l)
  bytes=$(du -sb "$work/runs" | cut -f1)
  echo "$1 $heap $rss $threads $handles $bytes" >> "$work/marks"
  tail -n 1 "$work/marks" | awk '{
    printf "%8d %10.1f %10.1f %8d %8d %12.1f\n", $1, $2, $3 / 1024, $4, $5, $6 / 1e6 }'
}

printf '%8s %10s %10s %8s %8s %12s\n' seconds 'live MiB' 'RSS MiB' threads handles 'folder MB'
begun=$SECONDS
for step in 1 2 3 4 5 6; do
  at=$((minutes * 60 * step / 6))
  while [ $((SECONDS - begun)) -lt $at ]; do sleep 1; done
  mark $at
done
curl -s -o /dev/null -X POST "$base/runs/$id/stop" "${json[@]}" -d '{}'
for _ in $(seq 100); do
  state=$(curl -s "$base/runs/$id" | jq -r .state)
  [ "$state" != finished ] || break
  sleep 0.2
done
folder=$(echo "$work"/runs/*/)
jq -r '.summary | "accounting: " + (.accounting | tostring), "verdict: " + .verdict.validity,
  "response p50 \(.operations.all.responseNanos.p50) ns, p99 \(.operations.all.responseNanos.p99) ns"' \
  "$folder/run.json"
echo "lines: $(wc -l < "$folder/intervals.jsonl") seconds; watchers saw $(cat "$work"/seen-? | tr '\n' ' ')"
record endurance "$(awk 'NR == 2 { from = $3 } END { print 100 * ($3 - from) / from }' "$work/marks")"
awk '
  NR == 2 { for (i = 1; i <= 6; i++) from[i] = $i }
  { for (i = 1; i <= 6; i++) to[i] = $i }
  END {
    live = 1024 * (to[2] - from[2]) / (to[1] - from[1]); rss = 100 * (to[3] - from[3]) / from[3]
    printf "from %d s to %d s: live set %+.2f KiB/s, resident %+.1f %%, threads %+d, handles %+d, folder %.0f bytes/s\n",
      from[1], to[1], live, rss, to[4] - from[4], to[5] - from[5], (to[6] - from[6]) / (to[1] - from[1])
    flat = live <= 6 && rss <= 5 && to[4] - from[4] <= 3 && to[5] - from[5] <= 3
    print flat ? "flat" : "NOT FLAT"
    exit !flat
  }' "$work/marks"
