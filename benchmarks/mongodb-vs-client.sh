#!/usr/bin/env bash
# Compares Plimsoll with a loop over the same client library (benchmarks/mongodb/ClientLoop.java), on
# one mongo-java-server: 16 connections, 10,000 documents of 1,000 bytes, 80 reads to 20 updates,
# server pinned to processor 0 and the client to processor 1; runs of both in turn.
#   benchmarks/mongodb-vs-client.sh [SECONDS] [ROUNDS]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
seconds=${1:-15}
rounds=${2:-3}
need taskset; need mvn
java=$("$root/plimsoll" --print-java-home)
servers="$root/drivers/mongodb/src/test/servers/mongo-java-server"
port=$((20000 + RANDOM % 10000))
JAVA_HOME=$java mvn -B -q -f "$servers/pom.xml" \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath \
  -Dmdep.outputFile="$work/classpath" > "$work/mvn.log" 2>&1
taskset -c 0 "$java/bin/java" -Xmx1g -cp "$(cat "$work/classpath")" "$servers/MongoJavaServer.java" $port \
  > "$work/server.log" 2>&1 &
server_pid=$!
until (: < /dev/tcp/127.0.0.1/$port) 2> /dev/null; do sleep 0.1; done
target=mongodb://127.0.0.1:$port/bench
PIN="taskset -c 1"
rows=(--keys 10k --value-bytes 1000 --key-distribution uniform --workers 16 --sessions 16 --mix read=80,update=20)

peer() {
  taskset -c 1 "$java/bin/java" -cp "$root/drivers/mongodb/target/driver/*" \
    "$root/benchmarks/mongodb/ClientLoop.java" "mongodb://127.0.0.1:$port/?retryReads=false&retryWrites=false" \
    bench 16 "$seconds" 10000 2> "$work/loop.err" |
    awk '{ printf "%-34s %10.0f %8.1f\n", "loop over the client library", $1, $2 }'
}

ours() {
  plimsoll $target "${rows[@]}" --warmup 5s --for "${seconds}s" --no-fill
  awk -v items="$(figure items)" -v nanos="$(figure elapsedNanos)" -v cpu="$(figure cpuSeconds)" \
    -v v="$(validity)" 'BEGIN {
      printf "%-34s %10.0f %8.1f  %s\n", "Plimsoll", items / nanos * 1e9, cpu / items * 1e6, v }'
}

conditions
plimsoll $target "${rows[@]}" --fill=all --for 1s --warmup 0s
printf '%-34s %10s %8s\n' '' 'ops/s' 'CPU-µs'
for _ in $(seq "$rounds"); do
  peer
  ours
done | tee "$work/rows"
record mongodb-loop "$(ratios 'Plimsoll' 'loop over the client library')"
