#!/usr/bin/env bash
# Compares a fleet of real processes on loopback with one generator of the same seed: what the target has received, as (index,
# operation, keys), and the merged histograms of each node with the sum of those that each node measured alone, bucket by
# bucket. Exits with 1 at a difference, and prints the first ones.
#   benchmarks/fleet-sequence.sh [NODES [RATE [OPS]]]
# Of inserts, only index and operation are compared, and that no key comes twice: a generator has keys of its own for them.
# Keys of "latest" would depend on acknowledgements, so keys are zipfian. Needs curl and jq.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
nodes=${1:-8} rate=${2:-2000} ops=${3:-60000}
need curl; need jq
conditions
"$root/plimsoll" --version > /dev/null # builds, if it must
# The nodes write into the folder until they have ended.
trap '[ -z "$server_pid" ] || { kill "$server_pid" && wait "$server_pid"; } || true; clean_up' EXIT
load=(--ops "$ops" --seed 20260701 --rate "$rate" --arrivals poisson --warmup 0s --timeout 30s --keys 100k
  --mix read=50,update=20,insert=10,delete=5,scan=5,bulk-read=5,bulk-write=5 --key-distribution zipfian)

# A generator that was late, as many on one machine are, exits with 5: the verdict is not what is measured here.
run() { # name, options
  local name=$1 exit=0
  "$root/plimsoll" run "sim:?log=$work/$name" "${load[@]}" --out "$work/run-$name" "${@:2}" > "$work/table-$name" \
    2> "$work/err-$name" || exit=$?
  [ "$exit" -eq 0 ] || [ "$exit" -eq 5 ] || { cat "$work/err-$name" >&2; exit 1; }
}
run alone

(cd "$work" && exec "$root/plimsoll" fleet local "$nodes" --port 17450) 2> "$work/said" &
server_pid=$!
until grep -qs 'Log in' "$work/said"; do
  kill -0 "$server_pid" || { cat "$work/said" >&2; exit 1; }
  sleep 0.1
done
page=$(grep -o 'http://[^ ]*  process' "$work/said" | head -n 1 | cut -d' ' -f1)
up() {
  curl -s -m 2 -H "Authorization: Bearer $(cat "$work/runs/token")" "$page/api/v1/fleet" |
    jq 'select(.coordinator) | [.nodes[] | select(.state == "up")] | length'
}
until [ "$(up)" = "$nodes" ]; do sleep 0.2; done
started=$(date +%s%N)
run together --fleet "$page" --token-file "$work/runs/token"
echo "the run of the fleet took $((($(date +%s%N) - started) / 1000000)) ms"

missed=0
bar() { # name, differences
  local met=met
  [ "$2" -eq 0 ] || { met=MISSED; missed=1; }
  printf '%-46s %10s, at most 0: %s\n' "$1" "$2" "$met"
  record "fleet-$(tr ' ' '-' <<< "$1")" "$2"
}
for name in alone together; do
  cat "$work/$name"/*.tsv | sort -n | tee "$work/$name.all" |
    awk -F '\t' -v OFS='\t' '$2 == "insert" { NF = 2 } { print }' > "$work/$name.compared"
  echo "$name: $(find "$work/$name" -name '*.tsv' -size +0 | wc -l) generators, $(wc -l < "$work/$name.all") operations," \
    "$(cut -f 1 "$work/$name.all" | uniq | wc -l) indexes from $(head -n 1 "$work/$name.all" | cut -f 1) to" \
    "$(tail -n 1 "$work/$name.all" | cut -f 1), $(awk '$2 == "insert"' "$work/$name.all" | wc -l) inserts of" \
    "$(awk '$2 == "insert" { print $3 }' "$work/$name.all" | sort -u | wc -l) keys"
done
cut -f 1 "$work/alone.all" | cmp -s - <(seq 0 $((ops - 1))) ||
  { echo "the one generator did not send each index once" >&2; missed=1; }
[ -z "$(awk '$2 == "insert" { print $3 }' "$work/together.all" | sort | uniq -d | head -n 1)" ] ||
  { echo "two generators have inserted the same key" >&2; missed=1; }
diff "$work/alone.compared" "$work/together.compared" > "$work/differences" || head -n 10 "$work/differences"
bar "sequence differences" "$(grep -c '^[<>]' "$work/differences" || true)"

id=$(sed -n 's/^run \([0-9a-f]*\) at .*/\1/p' "$work/err-together" | head -n 1)
mapfile -t folders < <(find "$work/runs" -maxdepth 2 -type d -name "*$id*" | sort)
[ "${#folders[@]}" -eq "$nodes" ] || { echo "${#folders[@]} nodes have a folder of the run" >&2; exit 1; }
benchmark HistogramsOfNodes "${folders[@]}" | tee "$work/buckets" || true
bar "bucket differences" "$(sed -n 's/.* \([0-9]*\) different buckets$/\1/p' "$work/buckets" | tail -n 1)"
kill "$server_pid"
wait "$server_pid" || true
server_pid=
exit $missed
