#!/usr/bin/env bash
# Measures how long POST /kill and GET /health take while a server is attacked in several ways, and how long it takes to
# refuse the requests of an attacker, 8 at once.
#
#   benchmarks/kill-first.sh [SECONDS] [LOADS]     PLIMSOLL is the command
#
# Needs curl, jq and python3. Each load lasts SECONDS (5); LOADS is a regular expression for the names of those that run (all).
# Prints p50, p99 and the maximum of both requests, in milliseconds,
# p99 of the attacks, the requests per second that the load reached, and the threads, handles, live heap and resident memory of
# the server before and after. Fails if a p99 of kill or health is above 100 ms, or an attack is not refused.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"
seconds=${1:-5}
loads=${2:-.}
need curl; need jq; need python3
scratch=$work
pids=()
trap 'kill "${pids[@]}" 2> /dev/null || true; clean_up' EXIT
conditions

mkdir "$scratch/files"
"${PLIMSOLL:-./plimsoll}" serve --no-token --port 0 --runs "$scratch/runs" --files "$scratch/files" --allow-target '*://127.0.0.1' \
  --allow-target sim: --allow-target cache-aside: --allow-target ycsb: --max-rate 5k --max-requests 1m 2> "$scratch/said" &
pids+=($!)
until grep -q 'Plimsoll is at' "$scratch/said"; do sleep 0.05; done
port=$(grep -o 'http://[^ ]*' "$scratch/said" | sed 's/.*://')
server=$(pgrep -P "${pids[0]}" java || echo "${pids[0]}")
mkfifo "$scratch/fifo"

python3 - "$port" "$server" "$seconds" "$scratch/fifo" "$(./plimsoll --print-java-home)" "$loads" << 'PYTHON'
import http.client, json, os, re, socket, subprocess, sys, threading, time

port, server, seconds, fifo, jdk = int(sys.argv[1]), sys.argv[2], float(sys.argv[3]), sys.argv[4], sys.argv[5]
JSON = {"Content-Type": "application/json"}

def send(method, path, body=None, timeout=30):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        connection.request(method, "/api/v1" + path, body, JSON if body else {})
        answer = connection.getresponse()
        answer.read()
        return answer.status
    finally:
        connection.close()

def usage():
    status = open(f"/proc/{server}/status").read()
    field = lambda name: int(status.split(name + ":")[1].split()[0])
    jcmd = lambda *command: subprocess.run([jdk + "/bin/jcmd", server, *command], capture_output=True, text=True, check=True).stdout
    jcmd("GC.run")
    live = int(re.search(r"used (\d+)K", jcmd("GC.heap_info")).group(1)) // 1024
    return field("Threads"), len(os.listdir(f"/proc/{server}/fd")), live, field("VmRSS") // 1024

served = set()

def bodies(body):
    """Sends a body again and again, 8 at once. A server may also refuse to parse more at once."""
    def load(stop, count):
        while not stop.is_set():
            try:
                at = time.perf_counter()
                status = send("POST", "/runs", body)
                count.append((time.perf_counter() - at) * 1000)
                if status not in (400, 413, 422, 429):
                    served.add(status)
            except OSError:
                pass
    return [load] * 8

def spec(**settings):
    return bodies(json.dumps({"target": "sim:"} | settings))

def hanging(stop, count):
    """A create that reads a FIFO."""
    try:
        send("POST", "/runs", json.dumps({"target": "sim:", "metrics": f"grafana(http://127.0.0.1:1/,file:{fifo})"}), 2)
    except OSError:
        pass
    count.append(1)
    stop.wait()

def idle(stop, count):
    sockets = []
    for _ in range(2000):
        try:
            sockets.append(socket.create_connection(("127.0.0.1", port), 5))
            count.append(1)
        except OSError:
            pass
    stop.wait()
    for each in sockets:
        each.close()

def flood(path):
    """Pipelines requests on one connection, as many as the server answers."""
    def load(stop, count):
        request = f"GET /api/v1{path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        while not stop.is_set():
            try:
                with socket.create_connection(("127.0.0.1", port), 5) as connection:
                    reader = connection.makefile("rb")
                    while not stop.is_set():
                        connection.sendall(request * 50)
                        for _ in range(50):
                            length = 0
                            while (line := reader.readline()) not in (b"\r\n", b""):
                                if line.lower().startswith(b"content-length:"):
                                    length = int(line.split(b":")[1])
                            reader.read(length)
                            count.append(1)
            except OSError:
                pass
    return [load] * 4

LOADS = {
    "no load": [],
    "a file as a part's password": spec(target="cache-aside:", set={
        "cache": "redis://:%66ile:%2Fetc%2Fhostname@127.0.0.1:1", "store": "redis://:env:HOME@127.0.0.1:1"}),
    "a JDBC source that sends files": spec(
        properties="jdbc(jdbc:mariadb://127.0.0.1:1/db?allowLocalInfile=true&user=a, t, driver=jdbc)"),
    "a file outside": spec(requests="/etc/shadow"),
    "classes of the caller": spec(target="ycsb:x.Evil", set={"binding": "/tmp/evil"}),
    "a metadata address": spec(metrics="otlp(step=1s,http://169.254.169.254/x)"),
    "a device": spec(rate="csv(/dev/zero)"),
    "a long duration": spec(**{"for": "1s" * 20000}),
    "a schedule with a file": spec(schedule="at=1s rate=csv(/etc/hostname)"),
    "a malformed target of 48 KB": bodies(json.dumps({"target": "sim:", "properties": "://" * 16000})),
    "a setting of 8 KiB": bodies(json.dumps({"target": "sim:", "properties": "://" * 2700})),
    "40,000 settings": bodies(json.dumps({"target": "sim:", "set": {f"k{i}": "1" for i in range(40000)}})),
    "a duration of 400,000 digits": bodies(json.dumps({"target": "sim:", "for": "1" * 400000})),
    "100,000 levels": bodies('{"rate":' + "[" * 100000),
    "creates that hang": [hanging] * 16,
    "2,000 idle sockets": [idle],
    "as many GET /runs as possible": flood("/runs"),
    "as many GET /health as possible": flood("/health"),
}

def percentile(times, share):
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]

failed = False
before = usage()
for name, loads in LOADS.items():
    if not re.search(sys.argv[6], name):
        continue
    stop, count = threading.Event(), []
    served.clear()
    threads = [threading.Thread(target=load, args=(stop, count), daemon=True) for load in loads]
    for each in threads:
        each.start()
    time.sleep(1)
    times = {"kill": [], "health": []}
    begun, counted = time.perf_counter(), len(count)
    while time.perf_counter() - begun < seconds:
        for what, method in (("kill", "POST"), ("health", "GET")):
            at = time.perf_counter()
            status = send(method, "/" + what, "{}" if method == "POST" else None)
            times[what].append((time.perf_counter() - at) * 1000)
            if status != 200:
                failed = True
                print(f"{what}: {status} under {name}")
        time.sleep(0.05)
    rate = (len(count) - counted) / (time.perf_counter() - begun)
    stop.set()
    for each in threads:
        each.join(35)
    shown = "; ".join(
        f"{what} p50 {percentile(its, 0.5):.1f}, p99 {percentile(its, 0.99):.1f}, max {max(its):.1f} ms"
        for what, its in times.items())
    took = [each for each in count if isinstance(each, float)]
    if took:
        shown += f"; attack p50 {percentile(took, 0.5):.1f}, p99 {percentile(took, 0.99):.1f} ms"
    if served:
        failed = True
        shown += f"; NOT REFUSED: {served}"
    failed |= any(percentile(its, 0.99) > 100 for its in times.values())
    print(f"{name}: {shown}; {rate:.0f} requests/s", flush=True)
time.sleep(35)  # idle connections are closed after 30 s
after = usage()
print("threads, handles, MiB of live heap, MiB resident: before %s, after %s" % (before, after))
sys.exit(1 if failed else 0)
PYTHON
