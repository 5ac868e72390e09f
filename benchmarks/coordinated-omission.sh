#!/usr/bin/env bash
# Generates the tables and pictures of docs/coordinated-omission.md, in virtual time. With "real" it
# measures some of the rows in real time instead (5 minutes), and prints them. With "stopped" it draws
# the picture of docs/reading-a-verdict.md: a generator that is paused for a second.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
case "${1:-page}" in
  page)
    benchmark CoordinatedOmission page "$root/docs"
    ;;
  real)
    conditions
    benchmark CoordinatedOmission real
    ;;
  stopped)
    PLIMSOLL_BUILD=off "$root/plimsoll" run 'sim:?service=lognormal(5ms,0.3)' --rate 1000 --warmup 2s \
      --for 18s --seed 1 --quiet --out "$work/run" > "$work/table.txt" &
    server_pid=$!
    sleep 11
    kill -STOP "$server_pid"; sleep 1; kill -CONT "$server_pid"
    wait "$server_pid" || true
    server_pid=
    cat "$work/table.txt"
    benchmark CoordinatedOmission shaded "$work/run" "$root/docs/images/stopped-generator.svg"
    ;;
  *)
    echo "page, real or stopped; was $1" >&2
    exit 2
    ;;
esac
