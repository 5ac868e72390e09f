#!/usr/bin/env bash
# Compares Plimsoll with a loop over the same client library (benchmarks/mongodb/ClientLoop.java), on
# one mongo-java-server: 16 connections, 10,000 documents of 1,000 bytes, 80 reads to 20 updates,
# server pinned to processor 0 and the client to processor 1; runs of both in turn.
#   benchmarks/mongodb-vs-client.sh [SECONDS] [ROUNDS]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
seconds=${1:-15} rounds=${2:-3} warm_up=20
server=$root/drivers/mongodb/src/test/servers/mongo-java-server
server_classpath "$server"
port=$((20000 + RANDOM % 10000))
start_server "(: < /dev/tcp/127.0.0.1/$port)" "$("$root/plimsoll" --print-java-home)/bin/java" -Xmx1g -cp "$classpath" \
  "$server/MongoJavaServer.java" "$port"
loop=(mongodb/ClientLoop.java "mongodb://127.0.0.1:$port/?retryReads=false&retryWrites=false" bench 16 "$warm_up"
  "$seconds" 10000)
load=("mongodb://127.0.0.1:$port/bench" --sessions 16 --keys 10k --value-bytes 1000 --key-distribution uniform
  --mix read=80,update=20)
versus_loop mongodb-loop mongodb 16 "$rounds" "$warm_up" "$seconds"
