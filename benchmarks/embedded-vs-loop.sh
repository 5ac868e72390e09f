#!/usr/bin/env bash
# Compares reads of an embedded store through Plimsoll with a loop over the engine's library in the same
# order: one worker and one thread, the same files, 50,000 rows of 100 bytes, uniform keys. The two
# take turns. The figure is the processor time that Plimsoll adds to an operation; that of all threads counts, for both.
#   benchmarks/embedded-vs-loop.sh [SECONDS] [ROUNDS] [ENGINES]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
seconds=${1:-5} rounds=${2:-5} engines=${3:-rocksdb bdb lmdb h2 mapdb}
java=$("$root/plimsoll" --print-java-home)
"$root/plimsoll" --version > /dev/null # builds what is missing
libraries=$(printf '%s:' "$root"/drivers/{rocksdb,bdb,lmdb,h2,mapdb}/target/driver/*.jar)
mkdir "$work/classes"
"$java/bin/javac" -nowarn -d "$work/classes" -cp "$libraries" "$root/benchmarks/embedded/BareLoop.java"

loop() {
  "$java/bin/java" -XX:+UseG1GC -XX:+UseCompactObjectHeaders -Xms1g -Xmx1g \
    --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \
    --add-opens java.base/java.nio=ALL-UNNAMED --add-opens java.base/sun.nio.ch=ALL-UNNAMED \
    -cp "$work/classes:$libraries" BareLoop "$1" "$work/store-$1" "$seconds" 2> "$work/loop.err" ||
    { cat "$work/loop.err" >&2; return 1; }
}

conditions
printf '%-8s %-6s %12s %12s %9s\n' engine round 'loop ns' 'Plimsoll ns' added
for engine in $engines; do
  target=$engine:$work/store-$engine
  # The values of --value-bytes are random, and need no compression.
  plimsoll "$target" --keys 50k --value-bytes 100 --workers 1 --mix read=1 --warmup 0s --for 1s
done
for round in $(seq "$rounds"); do
  for engine in $engines; do
    bare=$(loop "$engine")
    plimsoll "$engine:$work/store-$engine" --keys 50k --key-distribution uniform --value-bytes 100 \
      --workers 1 --mix read=1 --no-fill --warmup 5s --for "${seconds}s"
    awk -v e="$engine" -v r="$round" -v b="$bare" -v items="$(figure items)" \
      -v cpu="$(figure cpuSeconds)" 'BEGIN {
        p = cpu / items * 1e9; printf "%-8s %-6d %12.0f %12.0f %9.0f\n", e, r, b, p, p - b }'
  done
done | tee "$work/rows"
for engine in $engines; do
  record "embedded-$engine" "$(awk -v e="$engine" '$1 == e { print $5 }' "$work/rows")"
done
