#!/usr/bin/env bash
# Compares Plimsoll with a bare loop over the TinkerPop driver on one JanusGraph Server in memory: one property of
# 1,000 bytes read by key, 10,000 vertices, uniform, 64 in flight, 4 connections, bytecode. Server pinned to processor 0
# and the client to processor 1; the two take turns, after a run that warms up the server.
#   benchmarks/gremlin-vs-loop.sh [SECONDS] [ROUNDS]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
seconds=${1:-10} rounds=${2:-3} warm_up=10
need mvn; need taskset
java=$("$root/plimsoll" --print-java-home)/bin/java
libraries=$root/drivers/gremlin/target/driver
[ -d "$libraries" ] || { echo "needs the driver: mvn package -pl drivers/gremlin -am" >&2; exit 1; }
mvn -B -ntp -q -f "$root/drivers/gremlin/src/test/servers/janusgraph/pom.xml" \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath \
  -Dmdep.includeScope=runtime -Dmdep.outputFile="$work/classpath" > "$work/mvn.log" 2>&1
port=$((10000 + RANDOM % 6000))
printf 'gremlin.graph=org.janusgraph.core.JanusGraphFactory\nstorage.backend=inmemory\n' > "$work/graph.properties"
printf 'def globals = [:]\nglobals << [g : traversal().withEmbedded(graph)]\n' > "$work/init.groovy"
echo '<configuration/>' > "$work/logback.xml"
cat > "$work/server.yaml" << YAML
host: 127.0.0.1
port: $port
graphs: {graph: $work/graph.properties}
scriptEngines:
  gremlin-groovy:
    plugins:
      org.janusgraph.graphdb.tinkerpop.plugin.JanusGraphGremlinPlugin: {}
      org.apache.tinkerpop.gremlin.server.jsr223.GremlinServerGremlinPlugin: {}
      org.apache.tinkerpop.gremlin.jsr223.ImportGremlinPlugin: {classImports: [java.lang.Math]}
      org.apache.tinkerpop.gremlin.jsr223.ScriptFileGremlinPlugin: {files: [$work/init.groovy]}
serializers:
  - className: org.apache.tinkerpop.gremlin.util.ser.GraphBinaryMessageSerializerV1
    config: {ioRegistries: [org.janusgraph.graphdb.tinkerpop.JanusGraphIoRegistry]}
YAML
taskset -c 0 "$java" -Xms1g -Xmx1g "-Dlogback.configurationFile=$work/logback.xml" -cp "$(cat "$work/classpath")" \
  org.janusgraph.graphdb.server.JanusGraphServer "$work/server.yaml" > "$work/server.log" 2>&1 &
server_pid=$!
until (: > "/dev/tcp/127.0.0.1/$port") 2> /dev/null; do sleep 0.2; done
PIN="taskset -c 1"

peer() {
  taskset -c 1 "$java" -Xms1g -Xmx1g -cp "$libraries/*:$root/cli/target/app/lib/*" "$root/benchmarks/gremlin/Loop.java" "$port" 64 \
    "$warm_up" "$seconds" > "$work/loop.out" 2> "$work/loop.err" || { cat "$work/loop.err" >&2; exit 1; }
  printf '%-34s %10.0f\n' 'bare loop, 64 in flight' "$(cat "$work/loop.out")"
}

ours() {
  plimsoll "gremlin://127.0.0.1:$port" --keys 10k --value-bytes 1000 --no-fill --mix read=1 \
    --workers 64 --sessions 4 --warmup "${warm_up}s" --for "${seconds}s"
  awk -v rate="$(figure throughputPerSecond)" -v cpu="$(figure cpuSeconds)" -v items="$(figure items)" \
    -v v="$(validity)" 'BEGIN {
      printf "%-34s %10.0f %8.1f  %s\n", "Plimsoll, 64 workers", rate, cpu / items * 1e6, v }'
}

conditions
plimsoll "gremlin://127.0.0.1:$port" --keys 10k --value-bytes 1000 --fill=all --workers 64 \
  --mix read=1 --warmup 0s --for 10s
peer > "$work/first" # the server compiles its code
printf '%-34s %10s %8s\n' '' 'reads/s' 'CPU-s/M'
for _ in $(seq "$rounds"); do
  peer
  ours
done | tee "$work/rows"
record gremlin "$(ratios 'Plimsoll, 64 workers' 'bare loop, 64 in flight')"
