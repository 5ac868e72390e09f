#!/usr/bin/env bash
# Measures a fleet of real processes on loopback: when a killed and a stopped node is seen, when the next coordinator is
# there, when a change of the rate has taken effect on all nodes, when POST /stop-all-load has reached them, and what an idle
# node costs. Exits with 1 if a bar is missed: seen in 3 s, coordinator in 5 s, changed in 200 ms (p99 of 100 changes),
# stopped in 1 s, 350 MB resident and 1 % of a processor a node.
#   benchmarks/fleet-bars.sh [NODES [IDLE_SECONDS [SETTLE_SECONDS]]]
# An idle node is measured for IDLE_SECONDS (60), after SETTLE_SECONDS (300): in the first minutes, the JVM's compilers
# need more than the node. Needs curl, jq and python3. Each poll adds some 10 ms. Needs an otherwise idle machine.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
nodes=${1:-4} idle_seconds=${2:-60} settle_seconds=${3:-300}
need curl; need jq; need python3
[ "$nodes" -ge 4 ] || { echo "at least 4 nodes: three remain when the first one is lost" >&2; exit 2; }
conditions
(cd "$work" && exec "$root/plimsoll" fleet local "$nodes" --port 17450) 2> "$work/said" &
server_pid=$!
until grep -qs 'Log in' "$work/said"; do
  kill -0 "$server_pid" || { cat "$work/said" >&2; exit 1; }
  sleep 0.1
done
token=$(cat "$work/runs/token")
mapfile -t pages < <(grep -o 'http://[^ ]*  process' "$work/said" | cut -d' ' -f1)
mapfile -t pids < <(grep -o 'process [0-9]*' "$work/said" | cut -d' ' -f2)

api() { # page, path
  curl -s -m 2 -H "Authorization: Bearer $token" "$1/api/v1$2" "${@:3}"
}
fleet() { # page, jq expression over the fleet
  api "$1" /fleet | jq -r "$2"
}
millis() { echo $(($(date +%s%N) / 1000000)); }
missed=0
bar() { # name, value, most, unit
  local met=met
  awk -v a="$2" -v b="$3" 'BEGIN { exit !(a > b) }' && { met=MISSED; missed=1; }
  printf '%-46s %10s %s, at most %s: %s\n' "$1" "$2" "$4" "$3" "$met"
  record "fleet-$(tr ' ' '-' <<< "$1")" "$2"
}

# What an idle node costs, without anybody who asks.
sleep "$settle_seconds"
ticks() { awk '{ print $14 + $15 }' "/proc/$1/stat"; }
declare -A before
for pid in "${pids[@]}"; do before[$pid]=$(ticks "$pid"); done
sleep "$idle_seconds"
worst_cpu=0 worst_memory=0
for pid in "${pids[@]}"; do
  used=$(awk -v t="$(($(ticks "$pid") - before[$pid]))" -v s="$idle_seconds" -v hz="$(getconf CLK_TCK)" \
    'BEGIN { printf "%.2f", 100 * t / hz / s }')
  memory=$(awk '/VmRSS/ { printf "%.0f", $2 / 1024 }' "/proc/$pid/status")
  echo "process $pid: $used % of a processor, $memory MiB resident"
  worst_cpu=$(printf '%s\n' "$worst_cpu" "$used" | sort -g | tail -n 1)
  worst_memory=$(printf '%s\n' "$worst_memory" "$memory" | sort -g | tail -n 1)
done
bar "idle processor" "$worst_cpu" 1 %
bar "idle memory" "$worst_memory" 350 MiB

# All load of all nodes.
json=(-H 'Content-Type: application/json')
api "${pages[0]}" /runs "${json[@]}" -o "$work/run" -d '{"target":"sim:?service=constant(1ms)","rate":"100",
  "forever":true,"warmup":"0","no-fill":true}'
started=$(millis)
until [ "$(fleet "${pages[1]}" '[.nodes[] | select(.runs | length > 0)] | length')" -eq "$nodes" ]; do
  [ $(($(millis) - started)) -lt 30000 ] || { echo "not every node has the run: $(cat "$work/run")" >&2; exit 1; }
  sleep 0.2
done

# 100 changes, through one node after another. Each node lists a change when it learns of it. It is in effect 100 ms after the
# coordinator has ordered it, which is before the first node lists it, or when the last node has learned of it. 100 changes
# come before, which are not measured: the first ones of a process wait for its compilers. One process sends them over open
# connections: the start of a curl for each takes as long as the change.
run=$(jq -r .id "$work/run")
sleep 5
python3 - "$token" "$run" "${pages[@]}" << 'PYTHON' > "$work/sent"
import http.client, json, sys, time
from urllib.parse import urlsplit
token, run, *pages = sys.argv[1:]
nodes = [http.client.HTTPConnection(urlsplit(page).netloc, timeout=10) for page in pages]
headers = {"Authorization": "Bearer " + token, "Content-Type": "application/json"}
for i in range(-100, 100):
    if i >= 0:
        print(200 + i, time.time_ns(), flush=True)
    node = nodes[i % len(nodes)]
    node.request("PATCH", f"/api/v1/runs/{run}/parameters", json.dumps({"rate": str(200 + i)}), headers)
    answer = node.getresponse()
    body = answer.read()
    assert answer.status == 200, body
    time.sleep(0.2)
PYTHON
sleep 2
for page in "${pages[@]}"; do
  api "$page" "/runs/$run/changes" |
    jq -r '.changes[] | select(.path == "rate" and (.new | tonumber) >= 200) | "\(.new) \(.at)"'
done > "$work/effects"
while read -r rate at; do echo "$rate $(date -d "$at" +%s%N)"; done < "$work/effects" |
  awk 'NR == FNR { sent[$1] = $2; next }
    { n[$1]++; m = ($2 - sent[$1]) / 1e6; if (n[$1] == 1 || m < first[$1]) first[$1] = m; if (m > last[$1]) last[$1] = m }
    END { for (r in sent) print n[r] + 0, (first[r] + 100 > last[r] ? first[r] + 100 : last[r]) }' "$work/sent" - |
  sort -k2 -g > "$work/changed"
missing=$(awk -v nodes="$nodes" '$1 != nodes' "$work/changed" | wc -l)
[ "$missing" -eq 0 ] || { echo "$missing changes did not take effect on every node" >&2; missed=1; }
awk '{ t[NR] = $2 } END { printf "a change is in effect on all nodes after %.0f ms at the median, %.0f at most\n", t[int(NR / 2)], t[NR] }' \
  "$work/changed"
bar "change in effect" "$(awk 'NR == 99 { printf "%.0f", $2 }' "$work/changed")" 200 ms

asked=$(millis)
reached=$(api "${pages[1]}" /stop-all-load "${json[@]}" -d '{}' | jq '.reached | length')
bar "stop all load" "$(($(millis) - asked))" 1000 ms
[ "$reached" -eq $((nodes - 1)) ] || { echo "only $reached other nodes were reached" >&2; missed=1; }

seen() { # number of the lost node; polls another one
  local from=$1 name=node-$(($1 + 1)) page=${pages[$((nodes - 1))]}
  until [ "$(fleet "$page" ".nodes[] | select(.name == \"$name\") | .state")" != up ]; do :; done
}
# A node that does not answer, and comes back.
kill -STOP "${pids[1]}"
asked=$(millis)
seen 1
bar "stopped node seen" "$(($(millis) - asked))" 3000 ms
until [ "$(fleet "${pages[0]}" '.nodes[] | select(.name == "node-2") | .state')" = removed ]; do sleep 0.1; done
echo "stopped node removed after $(($(millis) - asked)) ms"
kill -CONT "${pids[1]}"
asked=$(millis)
until [ "$(fleet "${pages[0]}" '.nodes[] | select(.name == "node-2") | .state')" = up ]; do sleep 0.1; done
echo "stopped node is a member again $(($(millis) - asked)) ms after it continued"

# The coordinator.
kill -9 "${pids[0]}"
asked=$(millis)
seen 0
bar "killed node seen" "$(($(millis) - asked))" 3000 ms
page=${pages[$((nodes - 1))]}
until [ "$(fleet "$page" '.coordinator // "node-1"')" != node-1 ]; do :; done
bar "next coordinator" "$(($(millis) - asked))" 5000 ms
kill "$server_pid"
wait "$server_pid" || true
server_pid=
exit $missed
