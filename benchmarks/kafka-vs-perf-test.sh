#!/usr/bin/env bash
# Compares Plimsoll with kafka-producer-perf-test on one broker: records of 100 bytes and of 1,000
# bytes, as fast as they are acknowledged, the same acks, batches and linger, no keys; broker pinned to
# processor 0 and the client to processor 1; runs of both in turn.
#   benchmarks/kafka-vs-perf-test.sh [SECONDS] [ROUNDS]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
seconds=${1:-15}
rounds=${2:-3}
need taskset; need mvn
java=$("$root/plimsoll" --print-java-home)
class_path() { # pom
  JAVA_HOME=$java mvn -B -q -f "$1" \
    org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath \
    -Dmdep.includeScope=runtime -Dmdep.outputFile="$work/classpath" > "$work/mvn.log" 2>&1
  cat "$work/classpath"
}
server=$(class_path "$root/drivers/kafka/src/test/servers/kafka/pom.xml")
tools=$(class_path "$root/benchmarks/kafka/pom.xml")
port=$((20000 + RANDOM % 5000))
controller=$((port + 5000))
cat > "$work/server.properties" << END
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:$controller
listeners=PLAINTEXT://127.0.0.1:$port,CONTROLLER://127.0.0.1:$controller
advertised.listeners=PLAINTEXT://127.0.0.1:$port
controller.listener.names=CONTROLLER
listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT
log.dirs=$work/records
log.retention.bytes=1000000000
log.segment.bytes=250000000
log.retention.check.interval.ms=5000
offsets.topic.replication.factor=1
END
(cd "$work" && "$java/bin/java" -cp "$server" kafka.tools.StorageTool format -t AAAAAAAAQACAAAAAAAAAAQ \
  -c server.properties > format.log 2>&1)
(cd "$work" && exec taskset -c 0 "$java/bin/java" -Xmx1g -cp "$server" kafka.Kafka server.properties \
  > server.log 2>&1) &
server_pid=$!
until (: < /dev/tcp/127.0.0.1/$port) 2> /dev/null; do sleep 0.1; done
PIN="taskset -c 1"

peer() { # label, bytes of a record, number of records
  TIMEFORMAT='%U %S'
  { time taskset -c 1 "$java/bin/java" -Xmx512m -cp "$tools" org.apache.kafka.tools.ProducerPerformance \
    --topic bench --num-records "$3" --record-size "$2" --throughput -1 --warmup-records $(($3 / 4)) \
    --command-property "bootstrap.servers=127.0.0.1:$port" acks=all linger.ms=5 batch.size=16384 \
    enable.idempotence=false > "$work/perf.out" 2> "$work/perf.err"; } 2> "$work/time"
  awk -v l="$1" -v n="$3" -v cpu="$(tail -n 1 "$work/time")" '
    / records sent, / { for (i = 1; i < NF; i++) if ($(i + 1) ~ /^records\/sec/) rate = $i }
    END { split(cpu, t, " "); printf "%-44s %10.0f %8.2f\n", l, rate, (t[1] + t[2]) / n * 1e6 }' "$work/perf.out"
}

ours() { # label, bytes of a record
  plimsoll "kafka://127.0.0.1:$port/bench" --set keyed=false --set in-flight=20k --workers 20k --sessions 1 \
    --value-bytes "$2" --mix insert=1 --warmup 8s --for "${seconds}s" --no-fill
  awk -v l="$1" -v items="$(figure items)" -v nanos="$(figure elapsedNanos)" \
    -v cpu="$(figure cpuSeconds)" -v v="$(validity)" 'BEGIN {
      printf "%-44s %10.0f %8.2f  %s\n", l, items / nanos * 1e9, cpu / items * 1e6, v }'
}

conditions
plimsoll "kafka://127.0.0.1:$port/bench" --mix insert=1 --workers 1 --warmup 0s --for 1s --no-fill
printf '%-44s %10s %8s\n' '' 'records/s' 'CPU-s/M'
for _ in $(seq "$rounds"); do
  peer 'kafka-producer-perf-test, 100 bytes' 100 $((seconds * 400000))
  ours 'Plimsoll, 100 bytes' 100
  peer 'kafka-producer-perf-test, 1,000 bytes' 1000 $((seconds * 80000))
  ours 'Plimsoll, 1,000 bytes' 1000
done | tee "$work/rows"
record kafka-100 "$(ratios 'Plimsoll, 100 bytes' 'kafka-producer-perf-test, 100 bytes')"
record kafka-1000 "$(ratios 'Plimsoll, 1,000 bytes' 'kafka-producer-perf-test, 1,000 bytes')"
