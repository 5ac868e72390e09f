#!/usr/bin/env bash
# Measures the control plane of a fleet of 60 nodes on this machine: two processes of 30 nodes each (benchmarks/fleet/Nodes.java),
# but the last node is a plimsoll serve of its own. Each node has its server, certificate, ports and folder. Exits with 1 if a
# bar is missed: 1 % of a processor for an idle node, 50 MB of memory beyond the generator's own, and 2 s until the last node's
# first GET /fleet and its page Fleet have all nodes.
#   benchmarks/fleet-sixty.sh [IDLE_SECONDS [SETTLE_SECONDS [NODES]]]
# Takes 7 minutes: IDLE_SECONDS (60) without load, after SETTLE_SECONDS (90), in which the JVMs' compilers finish, and as long with
# a run of 600 operations/s on one node for each processor, which all others show. Such a run starts with a third of a second of a
# processor for each node. On two processors, 60 nodes lose their heartbeats in it, and the run has no figure; with 30 it has one.
# Memory is the live heap after a collection, and what is resident outside the heap. A node's is the growth of a process from one
# member to all, divided by their number. With another number of NODES, an even one, nothing is recorded but the run's figure of 30.
# Needs Linux, curl, jq and python3; the page also needs Chromium and web/node_modules, and is left out without them.
# Needs an otherwise idle machine: where heartbeats are late, nodes are removed, and not all become members.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
idle_seconds=${1:-60} settle_seconds=${2:-90}
nodes=${3:-60} processes=2 rate=600
each=$((nodes / processes))
need curl; need jq; need python3
records=${RECORD:-}
[ "$nodes" -eq 60 ] || RECORD=
conditions
"$root/plimsoll" --version > /dev/null # builds, if it must
[ -d "$root/drivers/sim/target/driver" ] || { echo "needs the driver: mvn package -pl drivers/sim -am" >&2; exit 1; }
home=$("$root/plimsoll" --print-java-home)
libraries="$root/cli/target/app/lib/*"
port=$((17000 + RANDOM % 3000)) last=http://127.0.0.1
last=$last:$((port + nodes)) first=http://127.0.0.1:$((port + 1))
pids=()
trap 'kill ${pids[@]+"${pids[@]}"} 2> /dev/null || true; wait; clean_up' EXIT

fail() {
  echo "$1" >&2
  tail -n 5 "$work"/said-* >&2
  exit 1
}
waits() { # seconds, what for, command
  local end=$((SECONDS + $1)) pid
  until "${@:3}"; do
    for pid in "${pids[@]}"; do kill -0 "$pid" 2> /dev/null || fail "a process has ended"; done
    [ "$SECONDS" -lt "$end" ] || fail "not within $1 s: $2"
    sleep 1
  done
}
missed=0
bar() { # name, value, most, unit, detail
  local met=met
  awk -v a="$2" -v b="$3" 'BEGIN { exit !(a > b) }' && { met=MISSED; missed=1; }
  printf '%-46s %10s %s, at most %s: %s\n' "$1" "$2" "$4" "$3" "$met"
  record "fleet-$(tr ' ' '-' <<< "$1")" "$2" "\"detail\": \"${5:+$5; }load average $(load)\""
}
load() {
  uptime | sed 's/.*average: \([0-9.]*\).*/\1/'
}

"$root/plimsoll" fleet certificates --out "$work/certificates" $(seq -f 127.0.0.%g "$nodes") > "$work/said-certificates" 2>&1 ||
  fail "no certificates"
mkdir "$work/classes"
"$home/bin/javac" -d "$work/classes" -cp "$libraries" "$root/benchmarks/fleet/Nodes.java" 2> "$work/said-javac" ||
  fail "Nodes.java does not compile"

# The collector is that of plimsoll serve. The heap has room for 30 nodes: 1 GB was full, and pauses delayed heartbeats. While the nodes start, the compilers must not delay heartbeats.
politely=
[ "$(id -u)" -ne 0 ] || politely="-XX:ThreadPriorityPolicy=1 -XX:CompilerThreadPriority=5"
for ((p = 0; p < processes; p++)); do
  "$home/bin/java" -XX:+UseG1GC -XX:MetaspaceSize=64m -XX:+UseCompactObjectHeaders -Xms3g -Xmx3g --enable-native-access=ALL-UNNAMED \
    --sun-misc-unsafe-memory-access=allow -Dslf4j.provider=org.plimsoll.server.log.RunLogProvider -Dslf4j.internal.verbosity=WARN \
    -Dorg.slf4j.simpleLogger.defaultLogLevel=off $politely ${NODES_OPTS:-} -cp "$work/classes:$libraries" \
    Nodes $((p * each + 1)) $((p == processes - 1 ? each - 1 : each)) "$port" "$work" "$root/drivers" 1500 \
    > "$work/out-$p" 2> "$work/said-$p" &
  pids+=($!)
done
serving() { [ "$(cat "$work"/out-* | grep -c '^serving')" -eq "$processes" ]; }
waits 120 "the servers" serving

# The live heap, what is resident outside the heap, and all that is resident, of each process of 30, in MB.
memory() {
  local p
  for ((p = 0; p < processes; p++)); do
    "$home/bin/jcmd" "${pids[$p]}" GC.run > /dev/null
    "$home/bin/jcmd" "${pids[$p]}" GC.run > /dev/null
    "$home/bin/jcmd" "${pids[$p]}" GC.heap_info > "$work/heap"
    python3 - "${pids[$p]}" "$work/heap" << 'PYTHON'
import re, sys
used, start, end = re.search(r"used (\d+)K \[0x(\w+), 0x(\w+)\)", open(sys.argv[2]).read()).groups()
inside = outside = 0
for line in open(f"/proc/{sys.argv[1]}/smaps"):
    mapping = re.match(r"([0-9a-f]+)-([0-9a-f]+) ", line)
    if mapping:
        is_heap = int(start, 16) <= int(mapping[1], 16) < int(end, 16)
    elif line.startswith("Rss:"):
        if is_heap:
            inside += int(line.split()[1])
        else:
            outside += int(line.split()[1])
print(*(round(kib * 1024 / 1e6, 1) for kib in (int(used), outside, inside + outside)))
PYTHON
  done
}
members() {
  curl -s -m 2 "$first/api/v1/fleet" | jq 'select(.coordinator) | [.nodes[] | select(.state == "up")] | length' 2> /dev/null || true
}
are_up() { [ "$(members)" = "$1" ]; }
join() { # members of each process
  echo "$1" > "$work/joins.new"
  mv "$work/joins.new" "$work/joins"
}
memory > "$work/memory-0"
begun=$SECONDS
join 1
waits 60 "the first nodes are up" are_up "$processes"
sleep 5
memory > "$work/memory-1"
"$root/plimsoll" serve --no-token --port $((port + nodes)) --runs "$work/runs/node-$nodes" --fleet bench --node "node-$nodes" \
  --fleet-host "127.0.0.$nodes" --fleet-port "$port" --fleet-certificates "$work/certificates" --seed "127.0.0.1:$port" \
  --datacenter dc-1 --rack rack-1 2> "$work/said-serve" &
pids+=($!)
waits 60 "plimsoll serve is up" are_up $((processes + 1))
# Handshakes of many nodes at once would delay heartbeats: a node that joins connects to all others.
is_quiet() {
  local before after
  before=$(idle_ticks)
  sleep 2
  after=$(idle_ticks)
  [ $((after - before)) -ge $(($(nproc) * $(getconf CLK_TCK))) ] # of twice as many
}
idle_ticks() { # of the machine
  awk '/^cpu / { print $5 }' /proc/stat
}
for ((joined = 2; joined <= each; joined++)); do
  join "$joined"
  waits 180 "$joined members of each process are up" are_up $((processes * joined + (joined < each)))
  waits 120 "half of the processors are idle" is_quiet
done
echo "$nodes nodes are up after $((SECONDS - begun)) s, load average $(load)"

sleep "$settle_seconds"
ticks() { # of all processes
  local pid
  for pid in "${pids[@]}"; do awk '{ print $14 + $15 }' "/proc/$pid/stat"; done | awk '{ sum += $1 } END { print sum }'
}
share() { # percent of a processor that a node has used in the next seconds
  local before
  before=$(ticks)
  sleep "$idle_seconds"
  awk -v t="$(($(ticks) - before))" -v s="$idle_seconds" -v hz="$(getconf CLK_TCK)" -v n="$nodes" 'BEGIN { printf "%.2f", 100 * t / hz / s / n }'
}
bar "sixty idle processor" "$(share)" 1 %

waits 60 "all nodes are up" are_up "$nodes"
answered=$(curl -s -m 10 -o "$work/fleet" -w '%{time_total}' "$last/api/v1/fleet")
[ "$(jq '[.nodes[] | select(.state == "up")] | length' "$work/fleet")" -eq "$nodes" ] || fail "the first answer does not have $nodes nodes"
complete=$(jq '[.nodes[] | select(.residentBytes)] | length' "$work/fleet")
bar "sixty first answer" "$(awk -v s="$answered" 'BEGIN { printf "%.0f", s * 1000 }')" 2000 ms "$complete nodes with their figures"
if [ -d "$root/web/node_modules/playwright-core" ] && command -v node > /dev/null && [ -x "${CHROMIUM:-/usr/bin/chromium}" ]; then
  bar "sixty first page" "$(node "$root/benchmarks/fleet/page.mjs" "$last" "$nodes")" 2000 ms
else
  echo "the page is not measured: needs Chromium and web/node_modules (npm ci in web/)"
fi

generators=$(nproc)
[ "$generators" -le "$nodes" ] || generators=$nodes
place=$(for ((i = 0; i < generators; i++)); do echo "node=node-$((i % processes * each + i / processes + 1))"; done | paste -sd,)
curl -s -m 20 "$last/api/v1/runs" -H 'Content-Type: application/json' -o "$work/run" -d '{"target":"sim:?service=constant(1ms)",
  "rate":"'$rate'","forever":true,"warmup":"0","no-fill":true,"place":"'"$place"'"}'
sharing() { curl -s -m 2 "$last/api/v1/fleet" | jq '[.nodes[] | select(.share // 0 > 0)] | length' 2> /dev/null || true; }
is_running() { [ "$(sharing)" = "$generators" ]; }
waits 60 "the run $(cat "$work/run") on $generators nodes" is_running
sleep 20
used=$(share) up=$(members)
if [ "$up" = "$nodes" ]; then
  echo "with a run of $rate/s on $generators nodes, a node uses $used % of a processor on average, load average $(load)"
  [ "$nodes" -ne 30 ] ||
    RECORD=$records record fleet-thirty-run-processor "$used" "\"detail\": \"$generators generators; load average $(load)\""
else
  echo "with a run of $rate/s on $generators nodes, ${up:-no} nodes are up, load average $(load): no figure"
fi
curl -s -m 5 -X POST "$last/api/v1/stop-all-load" -H 'Content-Type: application/json' -d '{}' > /dev/null

# Only now: the pauses of these collections are longer than heartbeats may be late, so that nodes are removed.
memory > "$work/memory-all"
paste -d' ' "$work"/memory-{0,1,all} | awk -v each="$each" -v processes="$processes" '{
    n = each - 1 - (NR == processes)
    printf "%.1f %.1f %.1f\n", ($7 - $4 + $8 - $5) / n, ($7 - $4) / n, ($4 - $1 + $5 - $2)
    printf "process %d: heap %s, %s, %s MB, outside the heap %s, %s, %s MB, resident %s, %s, %s MB with 0, 1 and all members\n", \
      NR, $1, $4, $7, $2, $5, $8, $3, $6, $9 > "/dev/stderr" }' > "$work/memory"
most() { sort -k "$1,$1g" "$work/memory" | tail -n 1 | cut -d' ' -f "$1"; }
bar "sixty memory" "$(most 1)" 50 MB "most of $processes processes, $(most 2) MB of it in the heap; $(most 3) MB for the first member of a process"
exit $missed
