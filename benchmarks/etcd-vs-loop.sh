#!/usr/bin/env bash
# Compares Plimsoll with a bare loop over etcd's gRPC client, on one member whose files are in memory: 80 reads to
# 20 updates of 1,000 bytes, 10,000 keys, uniform, 64 in flight on 4 connections. Server pinned to processor 0 and the
# client to processor 1; the two take turns, after both have warmed up the server.
#   benchmarks/etcd-vs-loop.sh [SECONDS] [ROUNDS]
set -euo pipefail
export TMPDIR=/dev/shm
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
seconds=${1:-8} rounds=${2:-5} warm_up=10
need etcd
port=$((10000 + RANDOM % 6000))
start_server "curl -sf http://127.0.0.1:$((port + 2))/health | grep true" etcd --name bench --data-dir "$work/data" \
  --listen-client-urls "http://127.0.0.1:$port" --advertise-client-urls "http://127.0.0.1:$port" \
  --listen-peer-urls "http://127.0.0.1:$((port + 1))" --initial-advertise-peer-urls "http://127.0.0.1:$((port + 1))" \
  --initial-cluster "bench=http://127.0.0.1:$((port + 1))" --listen-metrics-urls "http://127.0.0.1:$((port + 2))"
loop=(loops/EtcdLoop.java 64 "$warm_up" "$seconds" "$port")
load=("etcd://127.0.0.1:$port" --sessions 4 --keys 10k --value-bytes 1000 --key-distribution uniform
  --mix read=80,update=20)
versus_loop etcd etcd 64 "$rounds" "$warm_up" "$seconds"
