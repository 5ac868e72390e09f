#!/usr/bin/env bash
# Compares Plimsoll with a bare loop over the TinkerPop driver on one JanusGraph Server in memory: one property of
# 1,000 bytes read by key, 10,000 vertices, uniform, 64 in flight, 4 connections, bytecode. Server pinned to processor 0
# and the client to processor 1; the two take turns, after a run that warms up the server.
#   benchmarks/gremlin-vs-loop.sh [SECONDS] [ROUNDS]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
seconds=${1:-10} rounds=${2:-3} warm_up=10
server_classpath "$root/drivers/gremlin/src/test/servers/janusgraph"
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
start_server "(: < /dev/tcp/127.0.0.1/$port)" "$("$root/plimsoll" --print-java-home)/bin/java" -Xms1g -Xmx1g \
  "-Dlogback.configurationFile=$work/logback.xml" -cp "$classpath" \
  org.janusgraph.graphdb.server.JanusGraphServer "$work/server.yaml"
loop=(gremlin/Loop.java "$port" 64 "$warm_up" "$seconds")
load=("gremlin://127.0.0.1:$port" --sessions 4 --keys 10k --value-bytes 1000 --mix read=1)
versus_loop gremlin gremlin 64 "$rounds" "$warm_up" "$seconds"
