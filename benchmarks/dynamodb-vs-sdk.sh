#!/usr/bin/env bash
# Compares Plimsoll with a loop of 16 threads that call the same SDK, on DynamoDB Local in memory: 80 % reads,
# 20 % puts, 1,000-byte values, 10,000 keys, uniform. Server pinned to processor 0, client to
# processor 1; the two take turns. YCSB's DynamoDB binding is not on Maven Central.
#   benchmarks/dynamodb-vs-sdk.sh [SECONDS] [ROUNDS]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
seconds=${1:-10} rounds=${2:-3}
need mvn; need taskset
java=$("$root/plimsoll" --print-java-home)/bin/java
server=$root/drivers/dynamodb/src/test/servers/dynamodb-local
classpath=$server/target/classpath-benchmark.txt
mvn -B -ntp -q -f "$server/pom.xml" dependency:build-classpath -Dmdep.includeScope=runtime \
  -Dmdep.outputFile="$classpath" > /dev/null
natives=$(dirname "$(tr : '\n' < "$classpath" | grep 'libsqlite4java-linux-amd64.*so$')")
port=$((20000 + RANDOM % 10000))
taskset -c 0 "$java" -Xmx512m --enable-native-access=ALL-UNNAMED -Dsqlite4java.library.path="$natives" \
  -cp "$(cat "$classpath")" "$server/LoopbackServer.java" -inMemory -sharedDb -disableTelemetry -port $port \
  > "$work/server.log" 2>&1 &
server_pid=$!
until (echo > /dev/tcp/127.0.0.1/$port) 2> /dev/null; do sleep 0.2; done
target=dynamodb://local:local@127.0.0.1:$port/plimsoll
PIN="taskset -c 1"

conditions
plimsoll "$target" --keys 10k --value-bytes 1000 --workers 16 --sessions 16 --fill=all --for 5s --warmup 0s
printf '%-28s %-6s %10s %10s\n' '' round ops/s CPU-s/M
for round in $(seq "$rounds"); do
  read -r rate cpu < <(taskset -c 1 "$java" -Xmx1g -cp "$root/drivers/dynamodb/target/driver/*:$(echo "$root"/cli/target/app/lib/slf4j-api*.jar)" \
    "$root/benchmarks/dynamodb/SdkLoop.java" "http://127.0.0.1:$port" plimsoll 16 "$seconds" 10000 2> "$work/sdk.err")
  printf '%-28s %-6s %10s %10s\n' 'SDK, 16 threads' "$round" "$rate" "$cpu"
  plimsoll "$target" --keys 10k --value-bytes 1000 --workers 16 --sessions 16 --no-fill --mix read=80,update=20 \
    --warmup 5s --for "${seconds}s" --set report-capacity=false
  awk -v r="$round" -v n="$(figure succeeded)" -v nanos="$(figure elapsedNanos)" -v cpu="$(figure cpuSeconds)" \
    'BEGIN { printf "%-28s %-6s %10.0f %10.1f\n", "Plimsoll, 16 workers", r, n / nanos * 1e9, cpu / n * 1e6 }'
done
