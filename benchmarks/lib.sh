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
