#!/usr/bin/env bash
# Compares the generator with YCSB's, each on a store that only reads the bytes that it is given:
# closed load, zipfian keys, one field of 1,000 bytes, 80 % reads and 20 % updates. The two take
# turns, so that a change of the machine's speed hits both.
#   benchmarks/noop-vs-ycsb.sh [SECONDS] [ROUNDS]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
seconds=${1:-15} rounds=${2:-3}
need mvn
java=$("$root/plimsoll" --print-java-home)
here=$root/benchmarks/ycsb
mvn -B -ntp -q -Dstyle.color=never -f "$here/pom.xml" dependency:copy-dependencies -DoutputDirectory="$work/lib" > /dev/null
mkdir "$work/classes"
"$java/bin/javac" -nowarn -d "$work/classes" -cp "$work/lib/*" "$here"/src/org/plimsoll/ycsb/*.java

# YCSB has no warm-up phase: its rate, without the start of the JVM, includes its warm-up. It therefore
# runs 5 s longer than Plimsoll measures; Plimsoll warms up for 5 s.
ycsb() {
  "$java/bin/java" -XX:+UseG1GC -XX:+UseCompactObjectHeaders -Xms1g -Xmx1g \
    -cp "$work/classes:$work/lib/*" site.ycsb.Client -t -threads "$1" \
    -db org.plimsoll.ycsb.ReadingNoOp -p workload=site.ycsb.workloads.CoreWorkload \
    -p recordcount=100000 -p operationcount=2000000000 -p maxexecutiontime=$((seconds + 5)) \
    -p fieldcount=1 -p fieldlength=1000 -p requestdistribution=zipfian \
    -p readproportion=0.8 -p updateproportion=0.2 -p scanproportion=0 -p insertproportion=0 \
    2> "$work/ycsb.err" | sed -n 's/^\[OVERALL\], Throughput(ops\/sec), //p'
}

conditions
printf '%-8s %-6s %15s %15s %7s\n' threads round 'YCSB ops/s' 'Plimsoll ops/s' ratio
for threads in 1 2; do
  for round in $(seq "$rounds"); do
    theirs=$(ycsb "$threads")
    plimsoll sim: --workers "$threads" --mix read=80,update=20 --keys 100k \
      --key-distribution 'zipfian(0.99)' --value-bytes 1000 --warmup 5s --for "${seconds}s"
    awk -v n="$threads" -v r="$round" -v y="$theirs" -v p="$(figure throughputPerSecond)" \
      'BEGIN { printf "%-8d %-6d %15.0f %15.0f %7.2f\n", n, r, y, p, p / y }'
  done
done | tee "$work/rows"
for threads in 1 2; do
  record "noop-$threads" "$(awk -v n="$threads" '$1 == n { print $5 }' "$work/rows")"
done
