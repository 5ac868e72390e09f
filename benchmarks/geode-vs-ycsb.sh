#!/usr/bin/env bash
# Compares Plimsoll with a bare loop over Geode's client, and with YCSB's binding through the same client, on one Geode
# server: 80 reads to 20 updates of 1,000 bytes, 10,000 entries, uniform, 16 threads. Server pinned to processor 0 and
# the client to processor 1; they take turns. BINDING is the folder of YCSB's GeodeClient.java, which is on no Maven
# repository; without it, the loop is the only peer.
#   benchmarks/geode-vs-ycsb.sh [SECONDS] [ROUNDS]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
seconds=${1:-10} rounds=${2:-3} warm_up=10
need mvn; need taskset
home=$("$root/plimsoll" --print-java-home)
java=$home/bin/java
libraries=$root/drivers/geode/target/driver
logging=$root/cli/target/app/lib/*
server=$root/drivers/geode/src/test/servers/geode
[ -d "$libraries" ] || { echo "needs the driver: mvn package -pl drivers/geode -am" >&2; exit 1; }
server_classpath "$server"
port=$((17000 + RANDOM % 2000))
locator=$((port + 1))
(cd "$work" && exec taskset -c 0 "$java" -Xms1g -Xmx1g --add-exports=java.base/sun.nio.ch=ALL-UNNAMED \
  --add-opens=java.base/java.nio=ALL-UNNAMED -cp "$classpath" "$server/GeodeServer.java" \
  "$port" "$locator" $((port + 2)) ours theirs > "$work/server.log" 2>&1) &
server_pid=$!
until (: > "/dev/tcp/127.0.0.1/$port") 2> /dev/null; do sleep 0.2; done
PIN="taskset -c 1"

loop() {
  taskset -c 1 "$java" -Xms1g -Xmx1g -cp "$libraries/*:$logging" "$root/benchmarks/geode/Loop.java" "$locator" ours 16 \
    "$warm_up" "$seconds" > "$work/loop.out" 2> "$work/loop.err" || { cat "$work/loop.err" >&2; exit 1; }
  printf '%-34s %10.0f\n' 'bare loop, 16 threads' "$(tail -n 1 "$work/loop.out")"
}

ycsb() {
  taskset -c 1 "$java" -Xms1g -Xmx1g -cp "$work/classes:$work/lib/*:$libraries/*:$logging" site.ycsb.Client "$1" \
    -db site.ycsb.db.GeodeClient -p workload=site.ycsb.workloads.CoreWorkload -p table=theirs \
    -p "geode.locator=127.0.0.1[$locator]" -p recordcount=10000 -p operationcount=2000000000 -p fieldcount=1 \
    -p fieldlength=1000 -p requestdistribution=uniform -p readproportion=0.8 -p updateproportion=0.2 \
    -p scanproportion=0 -p insertproportion=0 -threads 16 "${@:2}" > "$work/ycsb.out" 2> "$work/ycsb.err"
}

# YCSB has no warm-up: it runs longer, and its figure is that of all its seconds.
binding() {
  ycsb -t -p maxexecutiontime=$((seconds + warm_up))
  printf '%-34s %10.0f\n' 'YCSB, 16 threads' \
    "$(sed -n 's/^\[OVERALL\], Throughput(ops\/sec), //p' "$work/ycsb.out" | head -n 1)"
}

ours() {
  plimsoll "geode://127.0.0.1:$locator/ours" --keys 10k --value-bytes 1000 --no-fill \
    --key-distribution uniform --mix read=80,update=20 --workers 16 --sessions 16 --warmup "${warm_up}s" \
    --for "${seconds}s"
  awk -v rate="$(figure throughputPerSecond)" -v cpu="$(figure cpuSeconds)" -v items="$(figure items)" \
    -v v="$(validity)" 'BEGIN {
      printf "%-34s %10.0f %8.1f  %s\n", "Plimsoll, 16 workers", rate, cpu / items * 1e6, v }'
}

conditions
plimsoll "geode://127.0.0.1:$locator/ours" --keys 10k --value-bytes 1000 --fill=all --workers 16 \
  --sessions 16 --mix read=1 --warmup 0s --for 5s
if [ -n "${BINDING:-}" ]; then
  mvn -B -ntp -q -f "$root/benchmarks/ycsb/pom.xml" dependency:copy-dependencies -DoutputDirectory="$work/lib" > /dev/null
  "$home/bin/javac" -nowarn -d "$work/classes" -cp "$work/lib/*:$libraries/*" "$BINDING/GeodeClient.java" 2> "$work/javac.err"
  ycsb -load
fi
printf '%-34s %10s %8s\n' '' 'operations/s' 'CPU-s/M'
for _ in $(seq "$rounds"); do
  loop
  ours
  [ -z "${BINDING:-}" ] || binding
done | tee "$work/rows"
record geode-loop "$(ratios 'Plimsoll, 16 workers' 'bare loop, 16 threads')"
[ -z "${BINDING:-}" ] || record geode-ycsb "$(ratios 'Plimsoll, 16 workers' 'YCSB, 16 threads')"
