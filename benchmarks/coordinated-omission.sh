#!/usr/bin/env bash
# Generates the tables and pictures of docs/coordinated-omission.md, in virtual time. With "real" it
# measures some of the rows in real time instead (5 minutes), and prints them. With "stopped" it draws
# the picture of docs/reading-a-verdict.md: a generator that is paused for a second. With "ycsb", YCSB
# itself loads the same stalling store, 90 s for each number of threads:
#   benchmarks/coordinated-omission.sh ycsb 16 380 1024
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
case "${1:-page}" in
  page)
    benchmark CoordinatedOmission page "$root/docs"
    ;;
  real)
    conditions
    benchmark CoordinatedOmission real
    ;;
  stopped)
    PLIMSOLL_BUILD=off "$root/plimsoll" run 'sim:?service=lognormal(5ms,0.3)' --rate 1000 --warmup 2s \
      --for 18s --seed 1 --quiet --out "$work/run" > "$work/table.txt" &
    server_pid=$!
    sleep 11
    kill -STOP "$server_pid"; sleep 1; kill -CONT "$server_pid"
    wait "$server_pid" || true
    server_pid=
    cat "$work/table.txt"
    benchmark CoordinatedOmission shaded "$work/run" "$root/docs/images/stopped-generator.svg"
    ;;
  ycsb)
    need mvn
    java=$("$root/plimsoll" --print-java-home)
    here=$root/benchmarks/ycsb
    mvn -B -ntp -q -Dstyle.color=never -f "$here/pom.xml" dependency:copy-dependencies \
      -DoutputDirectory="$work/lib" > /dev/null
    mkdir "$work/classes"
    "$java/bin/javac" -nowarn -d "$work/classes" -cp "$work/lib/*" "$here"/src/org/plimsoll/ycsb/*.java
    conditions
    printf '%-8s %-12s %9s %9s %9s %9s\n' threads latency 'mean ms' 'p95 ms' 'p99 ms' 'max ms'
    for threads in "${@:2}"; do
      "$java/bin/java" -XX:+UseG1GC -XX:+UseCompactObjectHeaders -Xms1g -Xmx1g \
        -cp "$work/classes:$work/lib/*" site.ycsb.Client -t -db org.plimsoll.ycsb.Stalling \
        -p workload=site.ycsb.workloads.CoreWorkload -p recordcount=1000 \
        -p operationcount=90000 -p readproportion=1 -p updateproportion=0 -p scanproportion=0 \
        -p insertproportion=0 -p measurement.interval=both -p stall.after=30 -target 1000 \
        -threads "$threads" > "$work/ycsb.txt" 2> "$work/ycsb.err"
      for kind in READ Intended-READ; do
        awk -F', ' -v kind="[$kind]" -v n="$threads" '
          $1 == kind && $2 == "AverageLatency(us)" { mean = $3 / 1e3 }
          $1 == kind && $2 == "95thPercentileLatency(us)" { p95 = $3 / 1e3 }
          $1 == kind && $2 == "99thPercentileLatency(us)" { p99 = $3 / 1e3 }
          $1 == kind && $2 == "MaxLatency(us)" { max = $3 / 1e3 }
          END { printf "%-8s %-12s %9.2f %9.1f %9.1f %9.1f\n", n,
            kind == "[READ]" ? "measured" : "intended", mean, p95, p99, max }' "$work/ycsb.txt"
      done
    done
    ;;
  *)
    echo "page, real, stopped or ycsb; was $1" >&2
    exit 2
    ;;
esac
