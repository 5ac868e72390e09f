#!/usr/bin/env bash
# Compares two checkouts of Plimsoll in pairs: no-op load, Redis, pacing and recording. The order within a pair
# alternates. Prints for each bar the median ratio and its 95 % interval (PairedRatios); above 1 the
# second checkout is better, also where less is better. Fewer than six pairs have no interval.
# In a pair of Redis, both checkouts run at once: they warm up together for WARMUP_SECONDS (60), and then one is stopped while
# Redis counts the commands of the other, second by second, so that both see the same machine.
#   benchmarks/before-after.sh BEFORE_CHECKOUT AFTER_CHECKOUT [PAIRS] [SECONDS] [BAR...]
# Builds missing parts of both checkouts. SECONDS is the length of each measurement; eight pairs of
# 10 s take about 40 minutes. BAR is noop, redis, pacing or recording; all of them if none is given.
# Needs redis-server, redis-cli, taskset and Maven. WARMUP_SECONDS is a variable of the environment.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
[ $# -ge 2 ] || { sed -n '2,11s/^# \{0,1\}//p' "$0" >&2; exit 2; }
before=$(cd "$1" && pwd -P) after=$(cd "$2" && pwd -P)
pairs=${3:-8} seconds=${4:-10} limit=0.97
bars=(noop redis pacing recording)
[ $# -lt 5 ] || bars=("${@:5}")
declare -A figures_of=([noop]=1 [redis]=2 [pacing]=3 [recording]=2)
figures=0
for bar in "${bars[@]}"; do
  [ -n "${figures_of[$bar]-}" ] || { echo "unknown bar $bar: noop, redis, pacing or recording" >&2; exit 2; }
  figures=$((figures + figures_of[$bar]))
done
need redis-server; need redis-cli; need taskset; need mvn
java=$("$root/plimsoll" --print-java-home)
# The start-up cache is made in the background after a first run, which would disturb the next one.
export PLIMSOLL_AOT=off

build() { # checkout
  "$1/plimsoll" --version > /dev/null
  (cd "$1" && rm -rf benchmarks/target/lib && JAVA_HOME=$java mvn -B -ntp -q -Dlint.skip \
    -Dmaven.test.skip=true -pl benchmarks -am package dependency:copy-dependencies \
    -DoutputDirectory=target/lib > "$work/build.log" 2>&1) ||
    { tail -n 20 "$work/build.log" >&2; echo "the benchmarks of $1 do not build" >&2; exit 1; }
}
while read -r checkout; do build "$checkout" < /dev/null; done < <(printf '%s\n' "$before" "$after" "$root" | sort -u)
export PLIMSOLL_BUILD=off

port=$((20000 + RANDOM % 10000))
taskset -c 0 redis-server --port $port --bind 127.0.0.1 --save '' --appendonly no --dir "$work" \
  > "$work/redis.log" &
server_pid=$!
until redis-cli -p $port ping > /dev/null 2>&1; do sleep 0.1; done

redis_load=(--keys 100k --value-bytes 1KiB --workers 50 --mix read=80,update=20)
clients=()
trap 'kill -KILL ${clients[@]+"${clients[@]}"} 2> /dev/null || true; clean_up' EXIT

# Of the seconds of a run, as the bars of pacing take their best window: the others are the machine's.
best() { sort -g | head -n 1; }

measure_noop() {
  plimsoll sim: --workers 1 --mix read=80,update=20 --keys 100k --key-distribution 'zipfian(0.99)' \
    --value-bytes 1000 --warmup 5s --for "${seconds}s"
  echo "noop $(figure throughputPerSecond) more"
}

# The commands that Redis has answered, and its clock in microseconds.
redis_counts() {
  redis-cli -p $port info everything | tr -d '\r' |
    awk -F: '/^total_commands_processed/ { n = $2 } /^server_time_usec/ { t = $2 } END { print n, t }'
}

# Adds the commands and microseconds of a slice in which a process runs alone.
slice() { # process, the other one, file
  kill -STOP "$2"; kill -CONT "$1"
  sleep 0.2
  local from to
  from=$(redis_counts); sleep 1; to=$(redis_counts)
  awk -v a="$from" -v b="$to" 'BEGIN { split(a, f); split(b, t); print t[1] - f[1], t[2] - f[2] }' >> "$3"
}

alternate_redis() { # name, options
  local name=$1 pids=() i
  rm -f "$work"/slices-*
  for i in "$before" "$after"; do
    (cd "$work" && exec taskset -c 1 "$i/plimsoll" run redis://127.0.0.1:$port "${redis_load[@]}" --no-fill \
      --quiet --out "$work/run-$RANDOM$RANDOM" --warmup 0s --for 1h "${@:2}") > "$work/alternated-${#pids[@]}" 2>&1 &
    pids+=($!)
  done
  clients=("${pids[@]}")
  sleep "${WARMUP_SECONDS:-60}"
  for ((i = 0; i < seconds; i++)); do
    slice "${pids[$((i % 2))]}" "${pids[$(((i + 1) % 2))]}" "$work/slices-$((i % 2))"
    slice "${pids[$(((i + 1) % 2))]}" "${pids[$((i % 2))]}" "$work/slices-$(((i + 1) % 2))"
  done
  kill -KILL "${pids[@]}"; wait "${pids[@]}" 2> /dev/null || true
  clients=()
  for i in 0 1; do
    awk -v name="$name" '{ n += $1; t += $2 } END { print name, n / t * 1e6, "more" }' "$work/slices-$i" \
      >> "$work/$([ $i = 0 ] && echo before || echo after)"
  done
}

pair_redis() {
  alternate_redis redis-50 --sessions 50 --set connections=per-session
  alternate_redis redis-shared --set connections=4
}

measure_pacing() {
  rm -rf "$work"/run-*
  plimsoll 'sim:?service=constant(1ms)' --rate 20k --arrivals poisson --warmup 5s --for "${seconds}s"
  echo "lag-p50 $(lags | awk '{ print $1 }' | best) less"
  echo "lag-p99 $(lags | awk '{ print $2 }' | best) less"
  echo "lag-cpu $(lags | awk '{ print $3 }' | best) less"
}

measure_recording() {
  "$java/bin/java" --enable-native-access=ALL-UNNAMED -Djmh.ignoreLock=true -Xms1g -Xmx1g \
    -cp "$root/benchmarks/target/classes:$root/benchmarks/target/lib/*" org.openjdk.jmh.Main \
    RecordingBenchmark -f 1 -wi 3 -i 5 -w 1 -r 1 -rf csv -rff "$work/jmh.csv" > "$work/jmh.log" 2>&1
  sed -n 's/^"[^"]*RecordingBenchmark\.\([a-z]*\)",[^,]*,[^,]*,[^,]*,\([0-9.]*\),.*/recording-\1 \2 less/p' \
    "$work/jmh.csv"
}

# Prints each figure of the bars; "less" marks those where less is better.
measure() { # checkout
  local root=$1 bar
  for bar in "${bars[@]}"; do [ "$bar" = redis ] || "measure_$bar"; done
}

conditions
commits="$(git -C "$before" rev-parse --short HEAD) to $(git -C "$after" rev-parse --short HEAD)"
echo "# $commits, $pairs pairs of ${seconds} s"
PIN="taskset -c 1" plimsoll redis://127.0.0.1:$port "${redis_load[@]}" --fill=all --for 1s --warmup 0s
printf '%-6s %-18s %14s %14s %8s\n' pair bar before after ratio
for pair in $(seq "$pairs"); do
  if [ $((pair % 2)) -eq 1 ]; then
    measure "$before" > "$work/before"; measure "$after" > "$work/after"
  else
    measure "$after" > "$work/after"; measure "$before" > "$work/before"
  fi
  [[ " ${bars[*]} " != *" redis "* ]] || pair_redis
  paste -d ' ' "$work/before" "$work/after" | awk -v pair="$pair" -v pairs="$work/pairs" -v figures="$figures" '
    $1 != $4 || $2 <= 0 || $5 <= 0 { print "no figures for " $0 > "/dev/stderr"; exit 1 }
    {
      from = $3 == "more" ? $2 : $5; to = $3 == "more" ? $5 : $2
      print $1, from, to >> pairs
      printf "%-6d %-18s %14.6g %14.6g %8.3f\n", pair, $1, $2, $5, to / from
    }
    END { if (NR != figures) { print "expected " figures " figures, got " NR > "/dev/stderr"; exit 1 } }'
done

printf '\n%-18s %5s %8s %8s %8s  %s\n' bar pairs median low high "above $limit"
"$java/bin/java" -cp "$root/benchmarks/target/classes:$root/benchmarks/target/lib/*" \
  org.plimsoll.benchmarks.PairedRatios < "$work/pairs" > "$work/ratios"
while read -r bar count median low high; do
  printf '%-18s %5d %8s %8s %8s  %s\n' "$bar" "$count" "$median" "$low" "$high" \
    "$(awk -v low="$low" -v limit="$limit" 'BEGIN { print (low == "NaN" ? "–" : (low + 0 > limit + 0 ? "yes" : "no")) }')"
  [ "$low" = NaN ] || record "pairs-$bar" "$median" \
    "\"interval\": [$low, $high], \"detail\": \"$count pairs, $commits\""
done < "$work/ratios"
