#!/usr/bin/env bash
# Compares Plimsoll with a bare loop over the transport client, on one Elasticsearch 6.8 whose files are in memory:
# 80 reads to 20 updates of 1,000 bytes, 10,000 documents, uniform, 16 in flight. Server pinned to processor 0 and the
# client to processor 1; the two take turns, after both have warmed up the server. The server refuses to run as root:
# the script runs it as daemon then.
#   benchmarks/elasticsearch-transport-vs-loop.sh [SECONDS] [ROUNDS]
set -euo pipefail
export TMPDIR=/dev/shm
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
seconds=${1:-8} rounds=${2:-5} warm_up=10
need unzip
server_classpath "$root/drivers/elasticsearch-transport/src/test/servers/elasticsearch-6"
port=$((20000 + RANDOM % 2800))
unzip -q "$classpath" -d "$work/server"
server=$(echo "$work"/server/*)
printf '%s\n' 'network.host: 127.0.0.1' "http.port: $((port + 1))" "transport.tcp.port: $port" \
  'discovery.type: single-node' 'cluster.routing.allocation.disk.threshold_enabled: false' \
  > "$server/config/elasticsearch.yml"
user=()
if [ "$(id -u)" = 0 ]; then
  user=(setpriv --reuid=daemon --regid=daemon --clear-groups --)
  chmod 711 "$work"
  chown -R daemon "$work/server"
fi
start_server "curl -s http://127.0.0.1:$((port + 1))/_cluster/health | grep -E 'green|yellow'" \
  ${user[@]+"${user[@]}"} env HOME="$work/server" JAVA_HOME="$(dirname "$(dirname "$(java17)")")" \
  ES_JAVA_OPTS='-Xms1g -Xmx1g' ES_TMPDIR="$work/server" bash "$server/bin/elasticsearch"
loop=(loops/ElasticsearchTransportLoop.java 16 "$warm_up" "$seconds" "$port")
load=("elasticsearch-transport://127.0.0.1:$port" --sessions 4 --keys 10k --value-bytes 1000
  --key-distribution uniform --mix read=80,update=20)
versus_loop elasticsearch-transport elasticsearch-transport 16 "$rounds" "$warm_up" "$seconds"
