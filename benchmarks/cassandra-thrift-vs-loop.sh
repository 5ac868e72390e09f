#!/usr/bin/env bash
# Compares Plimsoll with a bare loop over Cassandra's Thrift client, on one Cassandra 3.11: 80 reads to 20 updates of
# 1,000 bytes, 10,000 rows, uniform, 16 threads, each with a connection. Server pinned to processor 0 and the client to
# processor 1; the two take turns, after both have warmed up the server.
#   benchmarks/cassandra-thrift-vs-loop.sh [SECONDS] [ROUNDS]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
seconds=${1:-8} rounds=${2:-5} warm_up=10
source "$(dirname "${BASH_SOURCE[0]}")/cassandra-server.sh"
port=$((22000 + RANDOM % 6000))
start_cassandra "$port" 0 cassandra-thrift
loop=(loops/CassandraThriftLoop.java 16 "$warm_up" "$seconds" "$port" plimsoll rows)
load=("cassandra-thrift://127.0.0.1:$port" --sessions 16 --keys 10k --value-bytes 1000 --key-distribution uniform
  --mix read=80,update=20)
versus_loop cassandra-thrift cassandra-thrift 16 "$rounds" "$warm_up" "$seconds"
