#!/usr/bin/env bash
# Compares the service time with the time between the packets: connections with one call at a time
# each, on one Redis, captured on loopback. Needs permission to capture (root, or a tcpdump with cap_net_raw).
#   benchmarks/redis-packets.sh [SECONDS] [WORKERS] [BUSY_POLL]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
seconds=${1:-10}
need redis-server; need redis-cli; need tcpdump
port=$((20000 + RANDOM % 10000))
redis-server --port $port --bind 127.0.0.1 --save '' --appendonly no --dir "$work" > "$work/redis.log" &
server_pid=$!
until redis-cli -p $port ping > /dev/null 2>&1; do sleep 0.1; done
target=redis://127.0.0.1:$port
settings=(--workers "${2:-1}" --set busy-poll="${3:-false}" --set connections=per-session --mix read=100 --keys 10k --value-bytes 1KiB)

conditions
plimsoll $target "${settings[@]}" --fill=all --warmup 0s --for 1s
tcpdump -i lo -n -s 96 -B 65536 -w "$work/packets" "tcp port $port" 2> "$work/tcpdump.err" &
capture_pid=$!
until grep -q listening "$work/tcpdump.err"; do sleep 0.1; done
plimsoll $target "${settings[@]}" --no-fill --warmup 5s --for "${seconds}s"
kill -INT $capture_pid
wait $capture_pid || true
grep dropped "$work/tcpdump.err" >&2
# A call goes out on a connection in one packet with data, and its answer comes back in the next.
tcpdump -r "$work/packets" -n -tt 2> "$work/read.err" | awk -v server="127.0.0.1.$port" '
  / length 0$/ { next }
  { to = $5; sub(/:$/, "", to) }
  to == server { sent[$3] = $1; next }
  to in sent { printf "%.0f\n", ($1 - sent[to]) * 1e9; delete sent[to] }' | sort -n > "$work/times"
service() { # percentile of all operations, which come first
  sed -n '/"serviceNanos"/,/}/s/^ *"'"$1"'" : \([0-9]*\),\{0,1\}$/\1/p' "$work/summary.json" | head -n 1
}
awk -v own="$(service p50)" '{ t[NR] = $1 } END {
  p50 = t[int((NR + 1) / 2)]
  printf "packets, p50 of %d calls, warm-up included: %d ns\nservice time, p50: %d ns\ndifference: %d ns\n", NR, p50, own, own - p50 }' "$work/times" |
  tee "$work/difference"
[ "${3:-false}" = true ] && bar=packets-${2:-1} || bar=packets-blocking-${2:-1}
record "$bar" "$(awk '/^difference/ { print $2 / 1000 }' "$work/difference")"
