# Shared by the scripts beside it; not to be run.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
work=$(mktemp -d)
server_pid=
clean_up() {
  [ -z "$server_pid" ] || kill "$server_pid" 2> /dev/null || true
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

need() {
  command -v "$1" > /dev/null || { echo "needs $1: install it" >&2; exit 1; }
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
