#!/usr/bin/env bash
# Starts a Cassandra ring on this machine for examples/cassandra-scale-study.yaml, or keeps and flushes
# one that has that many nodes. Nodes are 127.0.0.1, 127.0.0.2 and 127.0.0.3; Linux needs no set-up for
# these. A ring with another number of nodes is stopped first, and its data is deleted.
#   examples/cassandra-nodes.sh 0|1|2|3
#   CASSANDRA_HOME  an unpacked Cassandra 4.1 or 5.0; without it, Maven fetches 5.0
#   JAVA_HOME_17    the JDK of the nodes; without it, one below /usr/lib/jvm
#   NODES_FOLDER    data and logs (/tmp/plimsoll-nodes)
#   NODES_PORT      CQL (19042); the next ports are for the nodes among themselves and for JMX
set -euo pipefail
count=${1:?0, 1, 2 or 3 nodes}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
folder=${NODES_FOLDER:-${TMPDIR:-/tmp}/plimsoll-nodes}
port=${NODES_PORT:-19042}
fail() { echo "$1"; exit 1; }
[[ $count =~ ^[0-3]$ ]] || fail "0, 1, 2 or 3 nodes, was '$count'"

running() {
  local pid alive=0
  for pid in $(cat "$folder"/node-*/pid 2> /dev/null); do
    kill -0 "$pid" 2> /dev/null && alive=$((alive + 1))
  done
  echo "$alive"
}

stop_all() {
  local pid
  for pid in $(cat "$folder"/node-*/pid 2> /dev/null); do
    kill "$pid" 2> /dev/null || continue
    for _ in $(seq 100); do kill -0 "$pid" 2> /dev/null || continue 2; sleep 0.2; done
    kill -9 "$pid" 2> /dev/null || true
  done
  rm -rf "$folder"
}

if [ "$count" = 0 ]; then
  stop_all
  exit 0
fi

java17=$(for home in "${JAVA_HOME_17:-}" /usr/lib/jvm/*; do
  if [ -r "$home/release" ] && grep -q '^JAVA_VERSION="17[."]' "$home/release"; then
    echo "$home/bin/java"
    break
  fi
done)
[ -n "$java17" ] || fail "needs a JDK 17: set JAVA_HOME_17"
open=()
for part in java.base/{jdk.internal.misc,jdk.internal.ref,sun.nio.ch} \
  java.management.rmi/com.sun.jmx.remote.internal.rmi \
  java.rmi/{sun.rmi.registry,sun.rmi.server,sun.rmi.transport.tcp} java.sql/java.sql; do
  open+=(--add-exports "$part=ALL-UNNAMED")
done
for part in java.base/java.{lang,lang.module,lang.reflect,io,net,nio,util,util.concurrent} \
  java.base/java.util.concurrent.atomic \
  java.base/jdk.internal.{loader,ref,reflect,math,module,misc,util.jar} java.base/sun.nio.ch \
  jdk.management/com.sun.management.internal java.compiler/javax.tools; do
  open+=(--add-opens "$part=ALL-UNNAMED")
done

nodetool() { # number of the node, command
  local number=$1
  shift
  "$java17" -Xmx64m -XX:TieredStopAtLevel=1 "${open[@]}" -Djava.security.manager=allow \
    -Dlogback.configurationFile="$folder/logback.xml" -cp "$(cat "$folder/classpath")" \
    org.apache.cassandra.tools.NodeTool -p $((port + 2 + number)) "$@"
}

start_node() { # number
  local number=$1 own=$folder/node-$1 host=127.0.0.$1
  mkdir -p "$own/tmp"
  # Tokens at equal distances on the ring from -2^63 to 2^63 - 1.
  local token=$((-9223372036854775807 + (number - 1) * (9223372036854775807 / count * 2)))
  cat > "$own/cassandra.yaml" << YAML
cluster_name: study
num_tokens: 1
initial_token: $token
auto_bootstrap: false
partitioner: org.apache.cassandra.dht.Murmur3Partitioner
endpoint_snitch: SimpleSnitch
seed_provider: [{class_name: org.apache.cassandra.locator.SimpleSeedProvider, parameters: [{seeds: "127.0.0.1"}]}]
listen_address: $host
rpc_address: $host
storage_port: $((port + 1))
ssl_storage_port: $((port + 2))
native_transport_port: $port
data_file_directories: [$own/data]
commitlog_directory: $own/commitlog
saved_caches_directory: $own/saved_caches
hints_directory: $own/hints
cdc_raw_directory: $own/cdc
commitlog_sync: periodic
commitlog_sync_period: 10000ms
memtable_heap_space: 64MiB
memtable_offheap_space: 64MiB
key_cache_size: 8MiB
commitlog_segment_size: 8MiB
commitlog_total_space: 256MiB
auto_snapshot: false
YAML
  nohup "$java17" -Xms${NODES_HEAP:-400m} -Xmx${NODES_HEAP:-400m} "${open[@]}" \
    -Djava.security.manager=allow -Djava.io.tmpdir="$own/tmp" \
    -Dcassandra.config="file://$own/cassandra.yaml" -Dcassandra.storagedir="$own" \
    -Dlogback.configurationFile="$folder/logback.xml" -Dcassandra.superuser_setup_delay_ms=0 \
    -Dcassandra.skip_wait_for_gossip_to_settle=0 -Dcassandra.ring_delay_ms=2000 \
    -Dcassandra.consistent.rangemovement=false -Dcassandra.jmx.local.port=$((port + 2 + number)) \
    -Dcassandra-foreground=yes -cp "$(cat "$folder/classpath")" \
    org.apache.cassandra.service.CassandraDaemon > "$own/out.log" 2>&1 < /dev/null &
  echo $! > "$own/pid"
  until (exec 3<> "/dev/tcp/$host/$port") 2> /dev/null; do
    kill -0 "$(cat "$own/pid")" 2> /dev/null || fail "node $number: $(tail -n 1 "$own/out.log")"
    sleep 0.5
  done
}

if [ "$(running)" = "$count" ]; then
  for number in $(seq "$count"); do nodetool "$number" flush; done
  exit 0
fi
stop_all
mkdir -p "$folder"
cat > "$folder/logback.xml" << 'XML'
<configuration><appender name="OUT" class="ch.qos.logback.core.ConsoleAppender"><encoder><pattern>%level %logger{0} %msg%n</pattern></encoder></appender><root level="WARN"><appender-ref ref="OUT"/></root></configuration>
XML
if [ -n "${CASSANDRA_HOME:-}" ]; then
  echo "$CASSANDRA_HOME/lib/*" > "$folder/classpath"
else
  mvn -B -q -f "$here/../drivers/cassandra/src/test/servers/cassandra/pom.xml" \
    org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath \
    -Dmdep.includeScope=runtime -Dmdep.outputFile="$folder/classpath" > "$folder/mvn.log" 2>&1 \
    || fail "Maven cannot fetch Cassandra: set CASSANDRA_HOME"
fi
# One after another: nodes that join at the same time do not find each other.
for number in $(seq "$count"); do start_node "$number"; done
# Healthy: the first node sees all of them up.
for _ in $(seq 60); do
  [ "$(nodetool 1 status 2> /dev/null | grep -c '^UN ')" = "$count" ] && exit 0
  sleep 1
done
fail "the ring has no $count healthy nodes: $(nodetool 1 status 2>&1 | tail -n 3)"
