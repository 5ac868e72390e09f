#!/usr/bin/env bash
# Compares Plimsoll with cassandra-stress (of Cassandra 4.0-alpha2, whose binary archive is on Maven Central)
# on one Cassandra 5.0: one write to four reads, 50 in flight, rows of 5 columns of 34 bytes, keys of
# 10 bytes, 100,000 of them drawn uniformly, consistency LOCAL_ONE; server pinned to processor 0 and
# the client to processor 1. A server on one processor compiles its code for minutes, and a
# later client finds it faster. Therefore both clients warm it up, and they take turns at being first.
# For Plimsoll, processor time is that of the measure phase. For cassandra-stress, it is that of the
# process minus that of a process which only starts. If latte is installed (cargo install latte-cli),
# it also takes a turn, with the same work as a script (cassandra-latte.rn). latte needs almost no
# processor time, so its rate is the server's maximum at 50 in flight.
#   benchmarks/cassandra-vs-stress.sh [SECONDS] [ROUNDS]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
source "$(dirname "${BASH_SOURCE[0]}")/cassandra-server.sh"
seconds=${1:-15}
rounds=${2:-3}
need mvn; need taskset
port=$((20000 + RANDOM % 10000))

mvn -B -q org.apache.maven.plugins:maven-dependency-plugin:3.8.1:get -Dtransitive=false \
  -Dartifact=org.apache.cassandra:apache-cassandra:4.0-alpha2:tar.gz:bin > "$work/get.log" 2>&1
archive=${HOME}/.m2/repository/org/apache/cassandra/apache-cassandra/4.0-alpha2/apache-cassandra-4.0-alpha2-bin.tar.gz
tar -xzf "$archive" -C "$work"
stress_home=$work/apache-cassandra-4.0-alpha2
start_cassandra "$port" 0
java17=$(readlink "/proc/$server_pid/exe")

stress() { # arguments
  local jar classpath=$stress_home/conf
  for jar in "$stress_home"/lib/*.jar "$stress_home"/tools/lib/*.jar; do classpath+=":$jar"; done
  taskset -c 1 "$java17" -Xms512m -Xmx512m -Dcassandra.logdir="$work" -cp "$classpath" org.apache.cassandra.stress.Stress \
    "$@" -node 127.0.0.1 -port "native=$port" -mode native cql3
}

PIN="taskset -c 1"
rows=(--keys 100k --fields 5 --value-bytes 34 --workers 50)
target=cassandra://127.0.0.1:$port/beside

peer() {
  local rate ops cpu
  TIMEFORMAT='%U %S'
  { time stress mixed 'ratio(write=1,read=4)' "duration=${seconds}s" no-warmup cl=LOCAL_ONE \
    -pop 'dist=uniform(1..100000)' -rate threads=50 > "$work/stress.txt" 2>&1; } 2> "$work/time"
  rate=$(sed -n 's/^Op rate *: *\([0-9,]*\) op\/s.*/\1/p' "$work/stress.txt" | tr -d ,)
  ops=$(sed -n 's/^Total partitions *: *\([0-9,]*\).*/\1/p' "$work/stress.txt" | tr -d ,)
  [ -n "$rate" ] || { cat "$work/stress.txt" >&2; exit 1; }
  cpu=$(awk -v n="$ops" -v idle="$start_cpu" '{ print ($1 + $2 - idle) / n * 1e6 }' "$work/time")
  printf '%-40s %10.0f %8.1f\n' 'cassandra-stress, 50 threads' "$rate" "$cpu"
}

latte_peer() {
  TIMEFORMAT='%U %S'
  { time (cd "$work" && taskset -c 1 latte run "$root/benchmarks/cassandra-latte.rn" --quiet \
    --duration "${seconds}s" --warmup 2s --threads 1 --concurrency 50 --connections 1 \
    --consistency LOCAL_ONE --output "$work/latte.json" "127.0.0.1:$port" > "$work/latte.txt" 2>&1); } 2> "$work/time"
  awk -v cpu="$(tail -n 1 "$work/time")" -v n="$(latte_figure request_count)" -v seconds="$(latte_figure elapsed_time_s)" 'BEGIN {
    split(cpu, t, " "); printf "%-40s %10.0f %8.1f\n", "latte, 50 in flight, 1 connection", n / seconds, (t[1] + t[2]) / n * 1e6 }'
}

latte_figure() {
  sed -n "s/^ *\"$1\": \([0-9.]*\),$/\1/p" "$work/latte.json" | head -n 1
}

ours() { # label, options
  local label=$1
  shift
  plimsoll "$target" "${rows[@]}" --mix read=4,update=1 --warmup 10s --for "${seconds}s" --no-fill "$@"
  awk -v l="$label" -v items="$(figure items)" -v nanos="$(figure elapsedNanos)" \
    -v cpu="$(figure cpuSeconds)" -v v="$(validity)" 'BEGIN {
      printf "%-40s %10.0f %8.1f  %s\n", l, items / nanos * 1e9, cpu / items * 1e6, v }'
}

conditions
stress write n=100000 no-warmup cl=LOCAL_ONE -pop seq=1..100000 -rate threads=50 > "$work/fill.txt" 2>&1 ||
  { cat "$work/fill.txt" >&2; exit 1; }
plimsoll "$target" "${rows[@]}" --fill=all --for 1s --warmup 0s
TIMEFORMAT='%U %S'
{ time stress mixed 'ratio(write=1,read=4)' n=50 no-warmup cl=LOCAL_ONE -rate threads=50 > "$work/idle.txt" 2>&1; } \
  2> "$work/time"
start_cpu=$(awk '{ print $1 + $2 }' "$work/time")
latte=false
if command -v latte > /dev/null; then
  latte=true
  for step in schema load; do
    (cd "$work" && latte $step "$root/benchmarks/cassandra-latte.rn" "127.0.0.1:$port" > "$work/latte.txt" 2>&1)
  done
fi
measured=$seconds
seconds=60
peer > /dev/null
ours 'warm-up' > /dev/null
! $latte || latte_peer > /dev/null
seconds=$measured
printf '%-40s %10s %8s\n' '' 'ops/s' 'CPU-s/M'
for round in $(seq "$rounds"); do
  [ $((round % 2)) -eq 0 ] || peer
  ours 'Plimsoll, 50 workers, 1 connection'
  ! $latte || latte_peer
  [ $((round % 2)) -ne 0 ] || peer
done | tee "$work/rows"
record cassandra "$(ratios 'Plimsoll, 50 workers, 1 connection' 'cassandra-stress, 50 threads')"
record cassandra-cpu "$(ratios 'Plimsoll, 50 workers, 1 connection' 'cassandra-stress, 50 threads' 2)"
