# Starts a Cassandra of the tests; shared by the scripts in this folder, not to be executed.
# Needs $root and $work of lib.sh; sets server_pid. Java 17 is the newest that Cassandra 5.0 supports.
start_cassandra() { # port, processors, driver: cassandra (5.0, the default) or cassandra-thrift (3.11)
  local port=$1 processors=$2 driver=${3:-cassandra} java17 classpath part options=()
  java17=$(java17)
  server_classpath "$root/drivers/$driver/src/test/servers/cassandra"
  for part in java.base/{jdk.internal.misc,jdk.internal.ref,sun.nio.ch} \
    java.management.rmi/com.sun.jmx.remote.internal.rmi \
    java.rmi/{sun.rmi.registry,sun.rmi.server,sun.rmi.transport.tcp} java.sql/java.sql; do
    options+=(--add-exports "$part=ALL-UNNAMED")
  done
  for part in java.base/java.{lang,lang.module,lang.reflect,io,net,nio,util,util.concurrent} \
    java.base/java.util.concurrent.atomic \
    java.base/jdk.internal.{loader,ref,reflect,math,module,misc,util.jar} java.base/sun.nio.ch \
    jdk.management/com.sun.management.internal java.compiler/javax.tools; do
    options+=(--add-opens "$part=ALL-UNNAMED")
  done
  mkdir -p "$work/cassandra/tmp"
  cat > "$work/cassandra/cassandra.yaml" << YAML
cluster_name: plimsoll
num_tokens: 1
partitioner: org.apache.cassandra.dht.Murmur3Partitioner
endpoint_snitch: SimpleSnitch
seed_provider: [{class_name: org.apache.cassandra.locator.SimpleSeedProvider, parameters: [{seeds: "127.0.0.1"}]}]
listen_address: 127.0.0.1
rpc_address: 127.0.0.1
storage_port: $((port + 1))
ssl_storage_port: $((port + 2))
data_file_directories: [$work/cassandra/data]
commitlog_directory: $work/cassandra/commitlog
saved_caches_directory: $work/cassandra/saved_caches
hints_directory: $work/cassandra/hints
cdc_raw_directory: $work/cassandra/cdc
commitlog_sync: periodic
auto_snapshot: false
YAML
  case $driver in
    cassandra-thrift)
      printf '%s\n' "rpc_port: $port" 'start_rpc: true' 'start_native_transport: false' \
        'disk_access_mode: standard' 'commitlog_sync_period_in_ms: 10000' 'memtable_heap_space_in_mb: 64' \
        'memtable_offheap_space_in_mb: 64' 'key_cache_size_in_mb: 8' 'commitlog_segment_size_in_mb: 8' \
        'commitlog_total_space_in_mb: 256'
      ;;
    *)
      printf '%s\n' "native_transport_port: $port" 'commitlog_sync_period: 10000ms' 'memtable_heap_space: 64MiB' \
        'memtable_offheap_space: 64MiB' 'key_cache_size: 8MiB' 'commitlog_segment_size: 8MiB' \
        'commitlog_total_space: 256MiB'
      ;;
  esac >> "$work/cassandra/cassandra.yaml"
  cat > "$work/cassandra/logback.xml" << 'XML'
<configuration><appender name="OUT" class="ch.qos.logback.core.ConsoleAppender"><encoder><pattern>%level %logger{0} %msg%n</pattern></encoder></appender><root level="WARN"><appender-ref ref="OUT"/></root></configuration>
XML
  taskset -c "$processors" "$java17" -Xms512m -Xmx512m "${options[@]}" \
    -Djava.security.manager=allow -Djava.io.tmpdir="$work/cassandra/tmp" \
    -Dcassandra.config="file://$work/cassandra/cassandra.yaml" \
    -Dcassandra.storagedir="$work/cassandra" \
    -Dlogback.configurationFile="$work/cassandra/logback.xml" \
    -Dcassandra.skip_wait_for_gossip_to_settle=0 -Dcassandra.ring_delay_ms=1000 \
    -Dcassandra.jmx.local.port=0 -Dcassandra-foreground=yes -cp "$classpath" \
    org.apache.cassandra.service.CassandraDaemon > "$work/cassandra/out.log" 2>&1 &
  server_pid=$!
  until (exec 3<> "/dev/tcp/127.0.0.1/$port") 2> /dev/null; do
    kill -0 "$server_pid" 2> /dev/null || { cat "$work/cassandra/out.log" >&2; exit 1; }
    sleep 0.5
  done
}
