#!/usr/bin/env bash
# A YCSB binding under Plimsoll and under YCSB itself: the same classes with the same properties.
# "ops": operations a second on a binding that only reads the bytes that it is given. "stall": what
# each reports about a store that stalls for a second, at a target of 1,000/s. "rocksdb": operations
# a second on YCSB's binding for RocksDB, workload B, 8 threads on one processor. BINDING is the folder
# of that binding (ycsb-rocksdb-binding-0.17.0 of YCSB's releases), which is on no Maven repository.
#   benchmarks/ycsb-bridge-vs-ycsb.sh ops|stall|rocksdb [SECONDS] [ROUNDS]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
what=${1:-ops} seconds=${2:-20} rounds=${3:-3}
need mvn
launcher=${PLIMSOLL:-$root/plimsoll}
java=$("$root/plimsoll" --print-java-home)
here=$root/benchmarks/ycsb
mvn -B -ntp -q -Dstyle.color=never -f "$here/pom.xml" dependency:copy-dependencies -DoutputDirectory="$work/lib" > /dev/null
mkdir -p "$work/classes" "$work/binding/lib"
"$java/bin/javac" -nowarn -d "$work/classes" -cp "$work/lib/*" "$here"/src/org/plimsoll/ycsb/*.java
"$java/bin/jar" cf "$work/binding/lib/bindings.jar" -C "$work/classes" .

one=()

ycsb() {
  "${one[@]}" "$java/bin/java" -XX:+UseG1GC -XX:+UseCompactObjectHeaders -Xms1g -Xmx1g \
    -cp "$work/classes:$work/lib/*" site.ycsb.Client -t -db "$1" \
    -p workload=site.ycsb.workloads.CoreWorkload "${@:2}" 2> "$work/ycsb.err"
}

bridge() {
  "${one[@]}" "$launcher" ycsb run "$1" --binding "$work/binding" --out "$work/run-$RANDOM$RANDOM" \
    --json "$work/summary.json" "${@:2}" 2> "$work/bridge.err"
}

figure_of() { sed -n "s/^\[$1\], $2, //p" | head -n 1; }

conditions
case $what in
  ops)
    # YCSB has no warm-up: it runs 5 s longer than Plimsoll measures after 5 s of warm-up.
    printf '%-8s %-6s %-7s %15s %15s %7s\n' threads round fields 'YCSB ops/s' 'bridge ops/s' ratio
    for fields in 1 10; do
      for threads in 1 2; do
        for round in $(seq "$rounds"); do
          work_of=(-p recordcount=100000 -p operationcount=2000000000 -p fieldcount="$fields"
            -p fieldlength=$((1000 / fields)) -p requestdistribution=zipfian -p readproportion=0.8
            -p updateproportion=0.2 -p scanproportion=0 -p insertproportion=0 -threads "$threads")
          theirs=$(ycsb org.plimsoll.ycsb.ReadingNoOp "${work_of[@]}" \
            -p maxexecutiontime=$((seconds + 5)) | figure_of OVERALL 'Throughput(ops\/sec)')
          bridge org.plimsoll.ycsb.ReadingNoOp "${work_of[@]}" -p maxexecutiontime="$seconds" \
            --warmup 5s > /dev/null
          awk -v n="$threads" -v r="$round" -v f="$fields" -v y="$theirs" \
            -v p="$(figure throughputPerSecond)" \
            'BEGIN { printf "%-8d %-6d %-7d %15.0f %15.0f %7.2f\n", n, r, f, y, p, p / y }'
        done
      done
    done | tee "$work/rows"
    for fields in 1 10; do
      for threads in 1 2; do
        record "ycsb-$fields-$threads" \
          "$(awk -v n="$threads" -v f="$fields" '$1 == n && $3 == f { print $6 }' "$work/rows")"
      done
    done
    ;;
  stall)
    # YCSB cannot warm up; the stall comes long after the start for both.
    # 1,000/s of 1,250/s, S seconds: the mean is 1000 / (2 (1 - 0.8) 1000 S) s = 2500 / S ms.
    awk -v s="$seconds" 'BEGIN {
      printf "the right answer: mean %.0f ms, p95 %.0f ms, p99 %.0f ms\n",
        2500 / s, 1000 - 0.2 * s * 50, 1000 - 0.2 * s * 10 }'
    printf '%-8s %-6s %-26s %14s %10s %10s\n' threads round 'in us' mean p95 p99
    for threads in 16 64; do
      for round in $(seq "$rounds"); do
        work_of=(-p recordcount=1000 -p operationcount=$((seconds * 1000)) -p readproportion=1
          -p updateproportion=0 -p measurement.interval=both -p stall.after=8 -target 1000 -threads "$threads")
        ycsb org.plimsoll.ycsb.Stalling "${work_of[@]}" > "$work/theirs.txt"
        bridge org.plimsoll.ycsb.Stalling "${work_of[@]}" --warmup 3s > "$work/ours.txt"
        for row in 'theirs READ YCSB, READ' 'theirs Intended-READ YCSB, Intended-READ' \
          'ours READ bridge, READ' 'ours Intended-READ bridge, Intended-READ'; do
          read -r file series name <<< "$row"
          printf '%-8s %-6s %-26s %14.0f %10s %10s\n' "$threads" "$round" "$name" \
            "$(figure_of "$series" 'AverageLatency(us)' < "$work/$file.txt")" \
            "$(figure_of "$series" '95thPercentileLatency(us)' < "$work/$file.txt")" \
            "$(figure_of "$series" '99thPercentileLatency(us)' < "$work/$file.txt")"
        done
      done
    done
    ;;
  rocksdb)
    # Each run starts with a copy of the same rows, in memory if there is a file system for that.
    rows_at=$(mktemp -d -p "$([[ -d /dev/shm ]] && echo /dev/shm || echo "$work")" plimsoll-XXXXXX)
    trap 'rm -rf "$rows_at"; clean_up' EXIT
    cp "${BINDING:?must be the folder of the binding}"/lib/*.jar "$work/binding/lib/"
    for jar in "$BINDING"/lib/*.jar; do
      case ${jar##*/} in core-* | HdrHistogram-* | htrace-*) ;; *) cp "$jar" "$work/lib/" ;; esac
    done
    db=site.ycsb.db.rocksdb.RocksDBClient
    work_of=(-p recordcount=50000 -p operationcount=2000000000 -p requestdistribution=zipfian
      -p readproportion=0.95 -p updateproportion=0.05 -p scanproportion=0 -p insertproportion=0
      -p rocksdb.dir="$rows_at/run")
    "$java/bin/java" -cp "$work/lib/*" site.ycsb.Client -load -db "$db" \
      -p workload=site.ycsb.workloads.CoreWorkload "${work_of[@]}" -p rocksdb.dir="$rows_at/loaded" \
      > /dev/null 2> "$work/ycsb.err"
    fresh() { rm -rf "$rows_at/run" && cp -r "$rows_at/loaded" "$rows_at/run"; }
    one=(taskset -c "${PROCESSOR:-1}")
    printf '%-6s %15s %15s %7s\n' round 'YCSB ops/s' 'bridge ops/s' ratio
    for round in $(seq "$rounds"); do
      fresh
      theirs=$(ycsb "$db" "${work_of[@]}" -threads 8 -p maxexecutiontime=$((seconds + 5)) \
        | figure_of OVERALL 'Throughput(ops\/sec)')
      fresh
      bridge "$db" "${work_of[@]}" -threads 8 -p maxexecutiontime="$seconds" --warmup 5s > /dev/null
      awk -v r="$round" -v y="$theirs" -v p="$(figure throughputPerSecond)" \
        'BEGIN { printf "%-6d %15.0f %15.0f %7.2f\n", r, y, p, p / y }'
    done | tee "$work/rows"
    record ycsb-rocksdb "$(awk '{ print $4 }' "$work/rows")"
    ;;
  *)
    echo "ops, stall or rocksdb; was $what" >&2
    exit 2
    ;;
esac
