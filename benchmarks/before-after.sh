#!/usr/bin/env bash
# Compares two checkouts of Plimsoll in pairs: no-op load, Redis, pacing and recording. The order within a pair
# alternates. Prints for each bar the median ratio and its 95 % interval (PairedRatios); above 1 the
# second checkout is better, also where less is better. Fewer than six pairs have no interval.
# In a pair of Redis or pacing, both checkouts run at once, so that both see the same machine: they warm up together for
# WARMUP_SECONDS (60), and then one is stopped while the other is measured, in turn. Redis itself counts the commands. The
# pacers' threads have the policy SCHED_FIFO, or else the lag's tail is how long they wait for a processor; this needs root.
#   benchmarks/before-after.sh BEFORE_CHECKOUT AFTER_CHECKOUT [PAIRS] [SECONDS] [BAR...]
# Builds missing parts of both checkouts. SECONDS is the length of each measurement, or the number of turns; eight pairs of
# 8 take about an hour. BAR is noop, redis, pacing or recording; all of them if none is given.
# Needs redis-server, redis-cli, taskset and Maven. WARMUP_SECONDS is a variable of the environment.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
[ $# -ge 2 ] || { sed -n '2,11s/^# \{0,1\}//p' "$0" >&2; exit 2; }
before=$(cd "$1" && pwd -P) after=$(cd "$2" && pwd -P)
pairs=${3:-8} seconds=${4:-10} limit=0.97
command_line="benchmarks/before-after.sh BEFORE AFTER ${*:3}" # the records name no folders
bars=(noop redis pacing recording)
[ $# -lt 5 ] || bars=("${@:5}")
declare -A figures_of=([noop]=1 [redis]=2 [pacing]=3 [recording]=2)
figures=0
for bar in "${bars[@]}"; do
  [ -n "${figures_of[$bar]-}" ] || { echo "unknown bar $bar: noop, redis, pacing or recording" >&2; exit 2; }
  figures=$((figures + figures_of[$bar]))
done
need redis-server; need redis-cli; need taskset; need chrt; need mvn
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
slice() { # process, the other one, number
  kill -STOP "$2"; kill -CONT "$1"
  sleep 0.2
  local from to
  from=$(redis_counts); sleep 1; to=$(redis_counts)
  awk -v a="$from" -v b="$to" 'BEGIN { split(a, f); split(b, t); print t[1] - f[1], t[2] - f[2] }' >> "$work/slices-$3"
}

# Starts a run of both checkouts at once, which warm up together. Their processes are in pids.
start_both() { # arguments of the run
  local k order="0 1" checkouts=("$before" "$after")
  [ $((pair % 2)) -eq 1 ] || order="1 0"
  pids=()
  for k in $order; do
    (cd "$work" && exec ${PIN-} "${checkouts[$k]}/plimsoll" run "$@" --quiet --out "$work/both-$k" --warmup 0s --for 1h) \
      > "$work/alternated-$k" 2>&1 &
    pids[k]=$!
  done
  clients=("${pids[@]}")
  sleep "${WARMUP_SECONDS:-60}"
}

# Measures both in turn: calls a function with the process that runs, the one that is stopped, and a number, 0 or 1.
in_turn() { # function, number of turns
  local i k
  for ((i = 0; i < $2; i++)); do
    for k in $((i % 2)) $(((i + 1) % 2)); do
      "$1" "${pids[$k]}" "${pids[$((1 - k))]}" "$k"
    done
  done
  kill -KILL "${pids[@]}"; wait "${pids[@]}" 2> /dev/null || true
  clients=()
}

of_both() { # number of the checkout, figure
  echo "$2" >> "$work/$([ "$1" = 0 ] && echo before || echo after)"
}

alternate_redis() { # name, options
  local name=$1 k
  rm -rf "$work"/slices-* "$work"/both-*
  PIN="taskset -c 1" start_both redis://127.0.0.1:$port "${redis_load[@]}" --no-fill "${@:2}"
  in_turn slice "$seconds"
  for k in 0 1; do
    of_both $k "$(awk -v name="$name" '{ n += $1; t += $2 } END { print name, n / t * 1e6, "more" }' "$work/slices-$k")"
  done
}

pair_redis() {
  alternate_redis redis-50 --sessions 50 --set connections=per-session
  alternate_redis redis-shared --set connections=4
}

# Lets the pacer of a process run before all other threads.
put_pacer_first() { # process
  local task found=
  for task in /proc/"$1"/task/*; do
    [[ $(< "$task/comm") != *pacer* ]] || { chrt -f -p 1 "${task##*/}"; found=yes; }
  done
  [ -n "$found" ] || { echo "process $1 has no thread of a pacer" >&2; exit 1; }
}

# Adds the seconds in which a process runs alone, without those in which it catches up.
paced() { # process, the other one, number
  local file=$work/both-$3/intervals.jsonl from
  kill -STOP "$2"; kill -CONT "$1"
  from=$(wc -l < "$file")
  sleep 8
  tail -n +$((from + 4)) "$file" >> "$work/paced-$3"
}

least() { # column; the mean of the lowest quarter of the seconds' values
  awk -v n="$1" '{ print $n }' | sort -g |
    awk '{ value[NR] = $1 } END { n = int((NR + 3) / 4); for (i = 1; i <= n; i++) sum += value[i]; print sum / n }'
}

mean() { # column; of the seconds' values
  awk -v n="$1" '{ sum += $n } END { print sum / NR }'
}

pair_pacing() {
  local k
  rm -rf "$work"/paced-* "$work"/both-*
  start_both 'sim:?service=constant(1ms)' --rate 20k --arrivals poisson
  put_pacer_first "${pids[0]}"; put_pacer_first "${pids[1]}"
  in_turn paced "$seconds"
  for k in 0 1; do
    # The best seconds, as pacing.sh takes the best window: what the machine takes away only adds.
    of_both $k "lag-p50 $(lags "$work/paced-$k" | least 1) less"
    of_both $k "lag-p99 $(lags "$work/paced-$k" | least 2) less"
    # A second's processor time is counted in steps of 10 ms, 1.5 % of it.
    of_both $k "lag-cpu $(lags "$work/paced-$k" | mean 3) less"
  done
}

# Two processes with the same code differ by up to 25 %, so a figure is the mean of twenty.
measure_recording() {
  "$java/bin/java" --enable-native-access=ALL-UNNAMED -Djmh.ignoreLock=true -Xms1g -Xmx1g \
    -cp "$root/benchmarks/target/classes:$root/benchmarks/target/lib/*" org.openjdk.jmh.Main \
    RecordingBenchmark -f 20 -wi 1 -i 1 -w 500ms -r 300ms -rf csv -rff "$work/jmh.csv" > "$work/jmh.log" 2>&1
  sed -n 's/^"[^"]*RecordingBenchmark\.\([a-z]*\)",[^,]*,[^,]*,[^,]*,\([0-9.]*\),.*/recording-\1 \2 less/p' \
    "$work/jmh.csv"
}

# Prints each figure of the bars; "less" marks those where less is better.
measure() { # checkout
  local root=$1 bar
  for bar in "${bars[@]}"; do
    case $bar in noop | recording) "measure_$bar" ;; esac
  done
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
  for bar in "${bars[@]}"; do
    case $bar in redis | pacing) "pair_$bar" ;; esac
  done
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
