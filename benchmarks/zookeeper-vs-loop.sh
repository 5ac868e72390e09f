#!/usr/bin/env bash
# Compares Plimsoll with a bare loop over ZooKeeper's client, on one server whose files are in memory: 80 reads to
# 20 updates of 1,000 bytes, 10,000 nodes, uniform, 64 in flight in 4 sessions. Server pinned to processor 0 and the
# client to processor 1; the two take turns, after both have warmed up the server.
#   benchmarks/zookeeper-vs-loop.sh [SECONDS] [ROUNDS]
set -euo pipefail
export TMPDIR=/dev/shm
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
seconds=${1:-8} rounds=${2:-5} warm_up=10
server_classpath "$root/drivers/zookeeper/src/test/servers/zookeeper"
port=$((10000 + RANDOM % 6000))
printf '%s\n' tickTime=500 "dataDir=$work/data" admin.enableServer=false '4lw.commands.whitelist=*' maxClientCnxns=0 \
  "clientPort=$port" clientPortAddress=127.0.0.1 > "$work/zoo.cfg"
serves() {
  exec 3<> "/dev/tcp/127.0.0.1/$port" && echo srvr >&3 && grep 'Mode: ' <&3
}
start_server '(serves)' "$("$root/plimsoll" --print-java-home)/bin/java" -Xms512m -Xmx512m -cp "$classpath" \
  org.apache.zookeeper.server.quorum.QuorumPeerMain "$work/zoo.cfg"
loop=(loops/ZooKeeperLoop.java 64 "$warm_up" "$seconds" "$port")
load=("zookeeper://127.0.0.1:$port" --sessions 4 --keys 10k --value-bytes 1000 --key-distribution uniform
  --mix read=80,update=20)
versus_loop zookeeper zookeeper 64 "$rounds" "$warm_up" "$seconds"
