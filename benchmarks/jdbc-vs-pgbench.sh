#!/usr/bin/env bash
# Compares Plimsoll with pgbench -M prepared on one PostgreSQL: 10 connections, server pinned to processor 0
# and the client to processor 1. Reads of one row of pgbench_accounts by its key, and 80 of them to
# 20 updates, with the same statements and uniform keys; runs of both in turn.
#   benchmarks/jdbc-vs-pgbench.sh [SECONDS] [ROUNDS]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
seconds=${1:-15}
rounds=${2:-3}
bin=$(ls -d /usr/lib/postgresql/*/bin 2> /dev/null | sort -V | tail -n 1)
PATH=${bin:+$bin:}$PATH
need postgres; need pgbench; need initdb; need taskset; need setpriv
as_user=()
[ "$(id -u)" -ne 0 ] || {
  chown postgres "$work"
  chmod 755 "$work"
  as_user=(setpriv --reuid=postgres --regid=postgres --clear-groups --)
}
port=$((20000 + RANDOM % 10000))
"${as_user[@]}" initdb -D "$work/data" -A trust -U bench --no-sync --locale=C > "$work/initdb.log"
(cd / && exec taskset -c 0 "${as_user[@]}" postgres -D "$work/data" -h 127.0.0.1 -p $port -k '' \
  -c fsync=off -c shared_buffers=256MB > "$work/postgres.log" 2>&1) &
server_pid=$!
until pg_isready -q -h 127.0.0.1 -p $port; do sleep 0.1; done
export PGHOST=127.0.0.1 PGPORT=$port PGUSER=bench PGDATABASE=postgres
pgbench -i -s 1 -q > "$work/pgbench-init.log" 2>&1
read='SELECT abalance FROM pgbench_accounts WHERE aid = :aid;'
write='UPDATE pgbench_accounts SET abalance = abalance + :delta WHERE aid = :aid;'
printf '\\set aid random(1, 100000)\n%s\n' "$read" > "$work/read.sql"
printf '\\set aid random(1, 100000)\n\\set delta random(1, 100)\n%s\n' "$write" > "$work/write.sql"
statements='balance: select abalance from pgbench_accounts where aid = :{uniform(1,100000)}
change: update pgbench_accounts set abalance = abalance + :{uniform(1,100)} where aid = :{uniform(1,100000)}'

peer() { # label, script options
  local label=$1
  shift
  TIMEFORMAT='%U %S'
  local rate
  rate=$({ time taskset -c 1 pgbench -n -M prepared -c 10 -j 1 -T "$seconds" "$@" 2> /dev/null; } \
    2> "$work/time" | sed -n 's/^tps = \([0-9.]*\).*/\1/p')
  awk -v l="$label" -v r="$rate" -v s="$seconds" '{
    printf "%-34s %10.0f %8.2f\n", l, r, ($1 + $2) / r / s * 1e6 }' "$work/time"
}

ours() { # label, mix, options
  local label=$1 mix=$2
  shift 2
  PIN="taskset -c 1" plimsoll "jdbc:postgresql://bench@127.0.0.1:$port/postgres" --set table= \
    --set "statements=$statements" --workers 10 --sessions 10 --warmup 5s --for "${seconds}s" \
    --no-fill --mix "$mix" "$@"
  awk -v l="$label" -v items="$(figure items)" -v nanos="$(figure elapsedNanos)" \
    -v cpu="$(figure cpuSeconds)" -v v="$(validity)" 'BEGIN {
      printf "%-34s %10.0f %8.2f  %s\n", l, items / nanos * 1e9, cpu / items * 1e6, v }'
}

conditions
printf '%-34s %10s %8s\n' '' 'tx/s' 'CPU-s/M'
for _ in $(seq "$rounds"); do
  peer 'pgbench, reads' -f "$work/read.sql"
  ours 'Plimsoll, reads' balance=1
  ours 'Plimsoll, reads, busy-poll' balance=1 --set busy-poll=true
  peer 'pgbench, 80 reads to 20 updates' -f "$work/read.sql@80" -f "$work/write.sql@20"
  ours 'Plimsoll, 80 to 20' balance=80,change=20
  ours 'Plimsoll, 80 to 20, busy-poll' balance=80,change=20 --set busy-poll=true
done | tee "$work/rows"
record jdbc-reads "$(ratios 'Plimsoll, reads' 'pgbench, reads')"
record jdbc-reads-poll "$(ratios 'Plimsoll, reads, busy-poll' 'pgbench, reads')"
record jdbc-updates "$(ratios 'Plimsoll, 80 to 20' 'pgbench, 80 reads to 20 updates')"
record jdbc-updates-poll "$(ratios 'Plimsoll, 80 to 20, busy-poll' 'pgbench, 80 reads to 20 updates')"
