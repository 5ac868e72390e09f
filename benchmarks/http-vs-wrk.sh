#!/usr/bin/env bash
# Compares Plimsoll with wrk on one nginx that answers GET with 1 KiB: 50 connections, server pinned to
# processor 0 and the client to processor 1. Plimsoll's processor time is that of the measure phase,
# wrk's that of its process.
#   benchmarks/http-vs-wrk.sh [SECONDS] [ROUNDS]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
seconds=${1:-15}
rounds=${2:-1}
need nginx; need wrk; need taskset
port=$((20000 + RANDOM % 10000))
body=$(head -c 1024 /dev/zero | tr '\0' x)
cat > "$work/nginx.conf" << EOF
daemon off;
master_process off;
pid nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  keepalive_requests 1000000000;
  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi; scgi_temp_path scgi;
  server { listen 127.0.0.1:$port; default_type text/plain; location / { return 200 "$body"; } }
}
EOF
taskset -c 0 nginx -p "$work" -c "$work/nginx.conf" -e "$work/error.log" &
server_pid=$!
until (: < /dev/tcp/127.0.0.1/$port) 2> /dev/null; do sleep 0.1; done
PIN="taskset -c 1"

peer() {
  TIMEFORMAT='%U %S'
  { time taskset -c 1 wrk -t 1 -c 50 -d "${seconds}s" "http://127.0.0.1:$port/user1" > "$work/wrk.out"; } 2> "$work/time"
  awk -v cpu="$(tail -n 1 "$work/time")" '
    / requests in / { requests = $1 }
    /Requests\/sec:/ { rate = $2 }
    END { split(cpu, t, " "); printf "%-44s %10.0f %8.2f\n", "wrk -t 1 -c 50", rate, (t[1] + t[2]) / requests * 1e6 }' "$work/wrk.out"
}

ours() {
  plimsoll "http://127.0.0.1:$port" --no-fill --keys 100k --mix read=1 --workers 50 --sessions 50 \
    --warmup 8s --for "${seconds}s"
  awk -v items="$(figure items)" -v nanos="$(figure elapsedNanos)" -v cpu="$(figure cpuSeconds)" \
    -v v="$(validity)" 'BEGIN {
      printf "%-44s %10.0f %8.2f  %s\n", "Plimsoll, 50 connections", items / nanos * 1e9, cpu / items * 1e6, v }'
}

conditions
printf '%-44s %10s %8s\n' '' 'requests/s' 'CPU-s/M'
for _ in $(seq "$rounds"); do
  peer
  ours
done | tee "$work/rows"
record http "$(ratios 'Plimsoll, 50 connections' 'wrk -t 1 -c 50')"
