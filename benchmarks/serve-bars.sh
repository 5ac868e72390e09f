#!/usr/bin/env bash
# Measures the server's bars: start, time from a change to its effect, delay of the stream, cost of watchers.
#
#   benchmarks/serve-bars.sh [WATCHERS] [SECONDS]
#
# Needs curl, jq and an otherwise idle machine. The target is simulated.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"
watchers=${1:-20} seconds=${2:-20}
need curl; need jq
scratch=$work
pids=()
trap 'kill "${pids[@]}" 2> /dev/null || true; clean_up' EXIT
conditions

now() { date +%s%N; }
begun=$(now)
./plimsoll serve --no-token --port 0 --runs "$scratch/runs" 2> "$scratch/said" &
pids+=($!)
until grep -q 'Plimsoll is at' "$scratch/said"; do sleep 0.01; done
start_millis=$((($(now) - begun) / 1000000))
echo "start: $start_millis ms from the command to listening"
record serve-start "$(awk -v ms="$start_millis" 'BEGIN { print ms / 1000 }')"
base=$(grep -o 'http://[^ ]*' "$scratch/said")/api/v1
server=$(pgrep -P "${pids[0]}" java || echo "${pids[0]}")

json=(-H 'Content-Type: application/json')
id=$(curl -s "$base/runs" "${json[@]}" \
  -d '{"target":"sim:?service=constant(200us)","rate":"20k","forever":true,"warmup":"1s"}' | jq -r .id)
sleep 4

cpu() { awk '{print $14 + $15}' "/proc/$server/stat"; }
before=$(cpu); sleep "$seconds"; alone=$(($(cpu) - before))
for _ in $(seq "$watchers"); do
  curl -sN "$base/runs/$id/stream" > /dev/null &
  pids+=($!)
done
sleep 2
before=$(cpu); sleep "$seconds"; watched=$(($(cpu) - before))
awk -v a="$alone" -v w="$watched" -v s="$seconds" -v n="$watchers" 'BEGIN {
  printf "watchers: %.3f cores without, %.3f with %d: %.3f cores more\n", a/100/s, w/100/s, n, (w-a)/100/s }'
record serve-watchers "$(awk -v a="$alone" -v w="$watched" -v s="$seconds" 'BEGIN { print (w - a) / 100 / s }')"

# A second's interval carries the instant of its end; the stream's own clock says when it came.
started=$(curl -s "$base/runs/$id" | jq -r .startedAt)
startedNanos=$(date -d "$started" +%s%N)
curl -sN --max-time 12 "$base/runs/$id/stream" | while IFS= read -r line; do
  case $line in
    'data: {"stepSeconds"'*)
      at=$(jq '.at[-1]' <<< "${line#data: }")
      awk -v n="$(now)" -v s="$startedNanos" -v at="$at" 'BEGIN { printf "%.0f\n", (n - s) / 1e6 - at * 1000 }' ;;
  esac
done > "$scratch/delays" || true
sort -n "$scratch/delays" | awk '{ d[NR] = $1 } END {
  printf "stream: %d seconds came %d to %d ms after their end, median %d\n", NR, d[1], d[NR], d[int((NR + 1) / 2)] }'
record serve-stream "$(cat "$scratch/delays")"

# From the request to the answer; the loads read the new value before their next operation.
for rate in 21k 22k 23k 24k 25k 20k; do
  curl -s -o /dev/null -w '%{time_total}\n' -X PATCH "$base/runs/$id/parameters" "${json[@]}" \
    -d "{\"rate\":\"$rate\"}"
done > "$scratch/changes"
record serve-change "$(awk '{ print $1 * 1000 }' "$scratch/changes")"
sort -n "$scratch/changes" | awk '{ d[NR] = $1 * 1000 } END {
  printf "change: in force %.0f to %.0f ms after it was asked for (%d changes at 20k/s)\n", d[1], d[NR], NR }'
curl -s -o /dev/null -X POST "$base/kill" "${json[@]}" -d '{}'
