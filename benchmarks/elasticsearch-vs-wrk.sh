#!/usr/bin/env bash
# Compares Plimsoll with wrk on one node of OpenSearch: documents of 1,000 bytes read by their ids, 10,000 keys,
# uniform, 16 connections. Server pinned to processor 0 and the client to processor 1; the two take turns.
# wrk sends the same requests (a script draws the ids) and reads no JSON. Plimsoll's processor time is that
# of the measure phase, wrk's that of its process.
#   benchmarks/elasticsearch-vs-wrk.sh [SECONDS] [ROUNDS]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
seconds=${1:-10} rounds=${2:-3}
need mvn; need wrk; need taskset
java=$("$root/plimsoll" --print-java-home)/bin/java
server=$root/drivers/elasticsearch/src/test/servers/opensearch
mvn -B -ntp -q -f "$server/pom.xml" \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath \
  -Dmdep.includeScope=runtime -Dmdep.outputFile="$work/classpath" > "$work/mvn.log" 2>&1
port=$((20000 + RANDOM % 10000))
taskset -c 0 "$java" -Xms1g -Xmx1g -cp "$(cat "$work/classpath")" "$server/OpenSearchServer.java" \
  "$work/data" $port $((port + 1)) > "$work/server.log" 2>&1 &
server_pid=$!
until curl -sf "http://127.0.0.1:$port/_cluster/health" > /dev/null; do sleep 0.5; done
target=opensearch://127.0.0.1:$port/plimsoll
PIN="taskset -c 1"
cat > "$work/ids.lua" << 'LUA'
request = function()
  return wrk.format("GET", "/plimsoll/_doc/" .. ids[math.random(#ids)])
end
LUA

peer() {
  TIMEFORMAT='%U %S'
  { time taskset -c 1 wrk -t 1 -c 16 -d "${seconds}s" -s "$work/ids.lua" "http://127.0.0.1:$port" \
    > "$work/wrk.out"; } 2> "$work/time"
  if grep -q 'Non-2xx' "$work/wrk.out"; then cat "$work/wrk.out"; exit 1; fi
  awk -v cpu="$(tail -n 1 "$work/time")" '
    / requests in / { requests = $1 }
    /Requests\/sec:/ { rate = $2 }
    END { split(cpu, t, " "); printf "%-34s %10.0f %8.1f\n", "wrk -t 1 -c 16", rate, (t[1] + t[2]) / requests * 1e6 }' "$work/wrk.out"
}

ours() {
  plimsoll "$target" --keys 10k --value-bytes 1000 --no-fill --mix read=1 --workers 16 --sessions 16 \
    --warmup 10s --for "${seconds}s"
  awk -v items="$(figure items)" -v nanos="$(figure elapsedNanos)" -v cpu="$(figure cpuSeconds)" \
    -v v="$(validity)" 'BEGIN {
      printf "%-34s %10.0f %8.1f  %s\n", "Plimsoll, 16 workers", items / nanos * 1e9, cpu / items * 1e6, v }'
}

conditions
plimsoll "$target" --keys 10k --value-bytes 1000 --fill=all --workers 16 --sessions 16 --mix read=1 --warmup 0s --for 10s
curl -sf "http://127.0.0.1:$port/plimsoll/_search?size=10000&_source=false&filter_path=hits.hits._id" \
  | grep -o '"_id":"[^"]*"' | sed 's/"_id":/  /; s/$/,/' > "$work/ids"
{ echo 'ids = {'; cat "$work/ids"; echo '}'; cat "$work/ids.lua"; } > "$work/all.lua"
mv "$work/all.lua" "$work/ids.lua"
printf '%-34s %10s %8s\n' '' 'reads/s' 'CPU-s/M'
for _ in $(seq "$rounds"); do
  peer
  ours
done | tee "$work/rows"
record elasticsearch "$(ratios 'Plimsoll, 16 workers' 'wrk -t 1 -c 16')"
