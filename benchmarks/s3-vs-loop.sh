#!/usr/bin/env bash
# Compares Plimsoll with a bare loop over Amazon's SDK, on one S3Proxy in memory: 80 gets to 20 puts of 1,000 bytes,
# 10,000 objects, uniform, 16 in flight, no checksums. Server pinned to processor 0 and the client to processor 1; the
# two take turns, after both have warmed up the server.
#   benchmarks/s3-vs-loop.sh [SECONDS] [ROUNDS]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
seconds=${1:-8} rounds=${2:-5} warm_up=10
server_classpath "$root/drivers/s3/src/test/servers/s3proxy"
port=$((20000 + RANDOM % 9000))
printf '%s\n' "s3proxy.endpoint=http://127.0.0.1:$port" s3proxy.authorization=aws-v4 s3proxy.identity=local \
  s3proxy.credential=local jclouds.identity=none jclouds.credential=none jclouds.provider=transient-nio2 \
  > "$work/s3proxy.properties"
start_server "(: < /dev/tcp/127.0.0.1/$port)" "$("$root/plimsoll" --print-java-home)/bin/java" -Xms1g -Xmx1g \
  -cp "$classpath" org.gaul.s3proxy.Main --properties "$work/s3proxy.properties"
loop=(loops/S3Loop.java 16 "$warm_up" "$seconds" "$port" local local)
load=("s3://local:local@127.0.0.1:$port/bench" --set checksum=none --sessions 16 --keys 10k --value-bytes 1000
  --key-distribution uniform --mix read=80,update=20)
versus_loop s3 s3 16 "$rounds" "$warm_up" "$seconds"
