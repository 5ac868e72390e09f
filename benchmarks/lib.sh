# Functions shared by the scripts in this folder; not to be executed.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
command_line="benchmarks/$(basename "$0")${*:+ $*}"
work=$(mktemp -d)
server_pid=
clean_up() {
  # Servers such as HBase write files until they have ended.
  [ -z "$server_pid" ] || { kill "$server_pid" && wait "$server_pid"; } 2> /dev/null || true
  rm -rf "$work"
}
trap clean_up EXIT

conditions() {
  printf '# %s, %s processors, load %s\n' "$(uname -srm)" "$(getconf _NPROCESSORS_ONLN)" \
    "$(uptime | sed 's/.*average: //')"
  printf '# JDK %s\n' "$("$root/plimsoll" --print-java-home | xargs -I{} sed -n 's/^JAVA_RUNTIME_VERSION=//p' {}/release)"
}

# Runs Plimsoll for its summary, without progress; prefix it with taskset by setting PIN.
plimsoll() {
  ${PIN:-} "$root/plimsoll" run "$@" --quiet --out "$work/run-$RANDOM$RANDOM" --json "$work/summary.json" \
    > "$work/table.txt"
}

# The first number of that name in the last summary.
figure() {
  sed -n "s/^ *\"$1\" : \\([-0-9.eE+]*\\),\\{0,1\\}\$/\\1/p" "$work/summary.json" | head -n 1
}

validity() {
  sed -n 's/^ *"validity" : "\([a-z]*\)".*/\1/p' "$work/summary.json" | head -n 1
}

# p50 and p99 of the dispatch lag in ns, and processors used, of each second of the measurement.
lags() { # files of intervals; those of all runs if none is given
  [ $# -gt 0 ] || set -- "$work"/run-*/intervals.jsonl
  sed -n '/"phase":"measure"/s/.*"dispatchLagNanos":{"count":[0-9]*,"p50":\([0-9]*\),.*"p99":\([0-9]*\),.*"cpuCores":\([0-9.E-]*\),.*/\1 \2 \3/p' \
    "$@"
}

need() {
  command -v "$1" > /dev/null || { echo "needs $1: install it" >&2; exit 1; }
}

# The java of a JDK 17, the newest that some servers support.
java17() {
  local home
  for home in "${JAVA_HOME_17:-}" /usr/lib/jvm/*; do
    if [ -r "$home/release" ] && grep -q '^JAVA_VERSION="17[."]' "$home/release"; then
      echo "$home/bin/java"
      return
    fi
  done
  echo 'needs a JDK 17: set JAVA_HOME_17' >&2
  exit 1
}

# Runs a program of this module.
benchmark() {
  local name=$1 java
  shift
  java=$("$root/plimsoll" --print-java-home)
  (cd "$root" && JAVA_HOME=$java mvn -B -ntp -q -Dlint.skip -Dmaven.test.skip=true \
    -pl benchmarks -am package dependency:copy-dependencies -DoutputDirectory=target/lib \
    > /dev/null 2>&1) || { echo "the benchmarks do not build" >&2; exit 1; }
  "$java/bin/java" --enable-native-access=ALL-UNNAMED -Xms1g -Xmx1g \
    -cp "$root/benchmarks/target/classes:$root/benchmarks/target/lib/*" "org.plimsoll.benchmarks.$name" "$@"
}

# With RECORD=1, adds a measurement to results.jsonl; benchmarks/page.sh generates the pages from it.
record() { # bar, figures of the rounds, more as JSON ("detail", "interval")
  [ "${RECORD:-}" = 1 ] && [ -n "${2// /}" ] || return 0
  local java machine
  java=$("$root/plimsoll" --print-java-home)
  machine="$(uname -sr), $(getconf _NPROCESSORS_ONLN) processors, $(sed -n 's/^JAVA_RUNTIME_VERSION="\(.*\)"$/JDK \1/p' "$java/release")"
  printf '{"bar": "%s", "date": "%s", "values": [%s], "command": "%s", "machine": "%s"%s}\n' "$1" \
    "$(date -u +%F)" "$(xargs <<< "$2" | sed 's/ /, /g')" "$command_line" "$machine" "${3:+, $3}" \
    >> "$root/benchmarks/results.jsonl"
}

# The figures of a label in the table in $work/rows: the first column of figures unless said.
column() { # label, number of the column
  awk -v label="$1  " -v n="${2:-1}" \
    'index($0, label) == 1 { split(substr($0, length(label)), field, " "); print field[n] }' "$work/rows"
}

# A column of one label divided by that of another, round by round.
ratios() { # label, label of the peer, number of the column
  paste <(column "$1" "${3:-1}") <(column "$2" "${3:-1}") | awk '{ printf "%.3f\n", $1 / $2 }'
}

# Sets classpath to the libraries of the server that a pom names.
server_classpath() { # folder of the pom
  need mvn
  mvn -B -ntp -q -f "$1/pom.xml" \
    org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath \
    -Dmdep.includeScope=runtime -Dmdep.outputFile="$work/classpath" > "$work/mvn.log" 2>&1 ||
    { cat "$work/mvn.log" >&2; exit 1; }
  classpath=$(cat "$work/classpath")
}

# Starts a server on processor 0, and waits until a command finds it ready.
start_server() { # command, command of the server
  local ready=$1
  shift
  need taskset
  taskset -c 0 "$@" > "$work/server.log" 2>&1 &
  server_pid=$!
  until eval "$ready" > /dev/null 2>&1; do
    kill -0 "$server_pid" 2> /dev/null || { tail "$work/server.log" >&2; exit 1; }
    sleep 0.2
  done
}

# Compares Plimsoll with a bare loop over the client library of a driver. Both run on processor 1 and take turns, after
# both have warmed up the server. The caller sets the arrays loop (a program in this folder and its arguments; it prints
# operations a second, and microseconds of processor time for each) and load (target and options of Plimsoll).
versus_loop() { # bar, driver, operations in flight, rounds, seconds of warm-up, seconds
  local bar=$1 driver=$2 in_flight=$3 rounds=$4 warm_up=$5 seconds=$6 PIN="taskset -c 1" home ours peer cpu _
  home=$("$root/plimsoll" --print-java-home)
  [ -d "$root/drivers/$driver/target/driver" ] ||
    { echo "needs the driver: mvn package -pl drivers/$driver -am" >&2; exit 1; }
  conditions
  plimsoll "${load[@]}" --workers "$in_flight" --fill=all --warmup 0s --for 5s
  loop_row > "$work/first"
  printf '%-34s %10s %8s\n' '' operations/s CPU-µs
  for _ in $(seq "$rounds"); do
    loop_row
    plimsoll "${load[@]}" --workers "$in_flight" --no-fill --warmup "${warm_up}s" --for "${seconds}s"
    awk -v rate="$(figure throughputPerSecond)" -v cpu="$(figure cpuSeconds)" -v items="$(figure items)" \
      -v n="$in_flight" -v failed="$(figure failed)" -v v="$(validity)" 'BEGIN {
        printf "%-34s %10.0f %8.1f  %s\n", "Plimsoll, " n " workers", rate, cpu / items * 1e6, v (failed > 0 ? ", failures" : "") }'
  done | tee "$work/rows"
  ours="Plimsoll, $in_flight workers" peer="bare loop, $in_flight in flight"
  cpu=$(ratios "$ours" "$peer" 2 | sort -n | awk '{ value[NR] = $1 } END { print value[int((NR + 1) / 2)] }')
  record "$bar" "$(ratios "$ours" "$peer")" \
    "\"detail\": \"$(column "$ours" 3 | paste -sd, | sed 's/,/, /g'); processor time $cpu ×, load average $(uptime | sed 's/.*average: \([0-9.]*\).*/\1/')\""
}

# Runs the loop of versus_loop once, with the collector of Plimsoll: on one processor, the JVM would choose another one.
loop_row() {
  taskset -c 1 "$home/bin/java" -XX:+UseG1GC -XX:+UseCompactObjectHeaders -Xms1g -Xmx1g \
    -cp "$root/drivers/$driver/target/driver/*:$root/cli/target/app/lib/*" "$root/benchmarks/${loop[0]}" \
    "${loop[@]:1}" > "$work/loop.out" 2> "$work/loop.err" || { cat "$work/loop.err" >&2; exit 1; }
  tail -n 1 "$work/loop.out" | awk -v n="$in_flight" '{ printf "%-34s %10.0f %8.1f\n", "bare loop, " n " in flight", $1, $2 }'
}
