#!/usr/bin/env bash
# Compares Plimsoll with a bare loop over HBase's asynchronous client, and with YCSB's binding, which uses the
# synchronous one of the same version, on one HBase: 80 reads to 20 updates of 1,000 bytes, 10,000 rows, uniform, 16 in
# flight. Server pinned to processor 0 and the client to processor 1; they take turns. BINDING is the folder of YCSB's
# HBaseClient2.java, which is on no Maven repository; without it, the loop is the only peer.
#   benchmarks/hbase-vs-ycsb.sh [SECONDS] [ROUNDS]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
seconds=${1:-10} rounds=${2:-3} warm_up=10
need mvn; need taskset
home=$("$root/plimsoll" --print-java-home)
java=$home/bin/java
server_java=$(java17)
libraries=$root/drivers/hbase/target/driver
logging=$root/cli/target/app/lib/*
[ -d "$libraries" ] || { echo "needs the driver: mvn package -pl drivers/hbase -am" >&2; exit 1; }
server_classpath "$root/drivers/hbase/src/test/servers/hbase"
port=$((17000 + RANDOM % 2000))
mkdir -p "$work/conf"
property() { echo "<property><name>hbase.$1</name><value>$2</value></property>"; }
{
  echo '<configuration>'
  property rootdir "file://$work/hbase"
  property tmp.dir "$work/tmp"
  property unsafe.stream.capability.enforce false
  property zookeeper.quorum 127.0.0.1
  property zookeeper.property.clientPort "$port"
  property zookeeper.property.clientPortAddress 127.0.0.1
  property zookeeper.property.dataDir "$work/zookeeper"
  for part in master regionserver; do
    property $part.hostname 127.0.0.1
    property $part.ipc.address 127.0.0.1
    property $part.info.port -1
  done
  property regionserver.port $((port + 1))
  property master.port $((port + 2))
  echo '</configuration>'
} > "$work/conf/hbase-site.xml"
cat > "$work/conf/log4j.properties" << 'LOG'
log4j.rootLogger=INFO,A
log4j.appender.A=org.apache.log4j.ConsoleAppender
log4j.appender.A.layout=org.apache.log4j.SimpleLayout
LOG
taskset -c 0 "$server_java" -Xms1g -Xmx1g --add-opens=java.base/java.nio=ALL-UNNAMED \
  --add-opens=java.base/java.lang=ALL-UNNAMED --add-opens=java.base/java.lang.reflect=ALL-UNNAMED \
  --add-opens=java.base/java.util=ALL-UNNAMED --add-exports=java.base/sun.nio.ch=ALL-UNNAMED \
  --add-exports=java.base/jdk.internal.misc=ALL-UNNAMED -cp "$work/conf:$classpath" \
  org.apache.hadoop.hbase.master.HMaster start > "$work/server.log" 2>&1 &
server_pid=$!
until grep -qs 'Master has completed initialization' "$work/server.log"; do
  kill -0 "$server_pid" 2> /dev/null || { tail "$work/server.log" >&2; exit 1; }
  sleep 0.2
done
PIN="taskset -c 1"
target=hbase://127.0.0.1:$port
rows=(--keys 10k --value-bytes 1000 --key-distribution uniform --mix read=80,update=20 --workers 16)

loop() {
  taskset -c 1 "$java" -Xms1g -Xmx1g -cp "$work/conf:$libraries/*:$logging" "$root/benchmarks/hbase/Loop.java" ours 2 16 \
    "$warm_up" "$seconds" > "$work/loop.out" 2> "$work/loop.err" || { cat "$work/loop.err" >&2; exit 1; }
  awk '{ printf "%-34s %10.0f %8.1f\n", "bare loop, 16 in flight", $1, $2 }' "$work/loop.out"
}

ycsb() {
  taskset -c 1 "$java" -Xms1g -Xmx1g -cp "$work/conf:$work/classes:$work/lib/*:$libraries/*:$logging" site.ycsb.Client "$1" \
    -db site.ycsb.db.hbase2.HBaseClient2 -p workload=site.ycsb.workloads.CoreWorkload -p table=theirs \
    -p columnfamily=f -p recordcount=10000 -p operationcount=2000000000 -p fieldcount=1 \
    -p fieldlength=1000 -p requestdistribution=uniform -p readproportion=0.8 -p updateproportion=0.2 \
    -p scanproportion=0 -p insertproportion=0 -threads 16 "${@:2}" > "$work/ycsb.out" 2> "$work/ycsb.err" ||
    { cat "$work/ycsb.err" >&2; exit 1; }
}

# YCSB has no warm-up: it runs longer, and its figure is that of all its seconds.
binding() {
  ycsb -t -p maxexecutiontime=$((seconds + warm_up))
  printf '%-34s %10.0f\n' 'YCSB, 16 threads' \
    "$(sed -n 's/^\[OVERALL\], Throughput(ops\/sec), //p' "$work/ycsb.out" | head -n 1)"
}

ours() {
  plimsoll "$target/ours" "${rows[@]}" --no-fill --warmup "${warm_up}s" --for "${seconds}s"
  awk -v rate="$(figure throughputPerSecond)" -v cpu="$(figure cpuSeconds)" -v items="$(figure items)" \
    -v v="$(validity)" 'BEGIN {
      printf "%-34s %10.0f %8.1f  %s\n", "Plimsoll, 16 workers", rate, cpu / items * 1e6, v }'
}

conditions
plimsoll "$target/ours" "${rows[@]}" --fill=all --warmup 0s --for 5s
if [ -n "${BINDING:-}" ]; then
  mvn -B -ntp -q -f "$root/benchmarks/ycsb/pom.xml" dependency:copy-dependencies -DoutputDirectory="$work/lib" > /dev/null
  "$home/bin/javac" -nowarn -d "$work/classes" -cp "$work/lib/*:$libraries/*" "$BINDING/HBaseClient2.java" 2> "$work/javac.err"
  plimsoll "$target/theirs" --keys 1 --fill=all --mix read=1 --warmup 0s --for 1s # creates the table
  ycsb -load
fi
loop > "$work/first" # the server compiles its code
printf '%-34s %10s %8s\n' '' 'operations/s' 'CPU-µs'
for _ in $(seq "$rounds"); do
  loop
  ours
  [ -z "${BINDING:-}" ] || binding
done | tee "$work/rows"
record hbase-loop "$(ratios 'Plimsoll, 16 workers' 'bare loop, 16 in flight')"
[ -z "${BINDING:-}" ] || record hbase-ycsb "$(ratios 'Plimsoll, 16 workers' 'YCSB, 16 threads')"
