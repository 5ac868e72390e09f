#!/usr/bin/env bash
# Measures the time from `POST /stop-all-load` until no run is live: one run at 20,000/s against a target that never
# answers, and one against a target that answers. Exits with 1 if it takes longer than one second.
#   benchmarks/kill.sh [ROUNDS]
# Needs curl and jq. Targets are simulated. The poll adds up to one request (some 10 ms).
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
rounds=${1:-3} limit_millis=1000
need curl; need jq
conditions
"$root/plimsoll" serve --no-token --port 0 --runs "$work/runs" 2> "$work/said" &
server_pid=$!
until grep -qs 'http://' "$work/said"; do
  kill -0 "$server_pid" || { cat "$work/said" >&2; exit 1; }
  sleep 0.05
done
base=$(grep -o 'http://[^ ]*' "$work/said" | head -n 1)/api/v1
json=(-H 'Content-Type: application/json')
load='"forever":true,"warmup":"0","no-fill":true'

begin() { # spec
  local id
  id=$(curl -s "$base/runs" "${json[@]}" -d "$1" | jq -r .id)
  [ "$id" != null ] || { echo "the server refused the run $1" >&2; exit 1; }
  until curl -s "$base/runs/$id" | jq -e '.throughputPerSecond != null' > /dev/null; do sleep 0.1; done
}

live() { curl -s "$base/runs" | jq '[.. | objects | select(.isLive? == true)] | length'; }

worst=0
for round in $(seq "$rounds"); do
  begin "{\"target\":\"sim:?service=constant(1h)\",\"rate\":\"20k\",\"timeout\":\"30s\",
    \"max-in-flight\":\"20k\",$load}"
  begin "{\"target\":\"sim:?service=constant(1ms)\",\"rate\":\"5k\",$load}"
  [ "$(live)" -eq 2 ] || { echo "expected 2 live runs, found $(live)" >&2; exit 1; }
  asked=$(date +%s%N)
  curl -s -o "$work/killed" -X POST "$base/stop-all-load" "${json[@]}" -d '{}'
  until [ "$(live)" -eq 0 ]; do :; done
  millis=$((($(date +%s%N) - asked) / 1000000))
  echo "round $round: all load ended $millis ms after the request"
  [ $millis -le $worst ] || worst=$millis
done
record kill "$worst"
[ $worst -le $limit_millis ] || { echo "missed: $worst ms, at most $limit_millis ms" >&2; exit 1; }
