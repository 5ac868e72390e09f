#!/usr/bin/env bash
# Measures how long POST /kill and GET /health take while a server is attacked in several ways.
#
#   benchmarks/kill-first.sh [SECONDS]
#
# Needs curl, jq and python3. Each load lasts SECONDS (5). Prints p50, p99 and the maximum of both requests, in milliseconds,
# the requests per second that the load reached, and the threads, handles and resident bytes of the server before and after.
# Fails if a p99 is above 100 ms.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"
seconds=${1:-5}
need curl; need jq; need python3
scratch=$work
pids=()
trap 'kill "${pids[@]}" 2> /dev/null || true; clean_up' EXIT
conditions

./plimsoll serve --no-token --port 0 --runs "$scratch/runs" 2> "$scratch/said" &
pids+=($!)
until grep -q 'Plimsoll is at' "$scratch/said"; do sleep 0.05; done
port=$(grep -o 'http://[^ ]*' "$scratch/said" | sed 's/.*://')
server=$(pgrep -P "${pids[0]}" java || echo "${pids[0]}")
mkfifo "$scratch/fifo"

python3 - "$port" "$server" "$seconds" "$scratch/fifo" << 'PYTHON'
import http.client, json, os, socket, sys, threading, time

port, server, seconds, fifo = int(sys.argv[1]), sys.argv[2], float(sys.argv[3]), sys.argv[4]
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
    return field("Threads"), len(os.listdir(f"/proc/{server}/fd")), field("VmRSS") // 1024

def bodies(body):
    """Sends a body again and again, 8 at once."""
    def load(stop, count):
        while not stop.is_set():
            try:
                send("POST", "/runs?dryRun=true", body)
                count.append(1)
            except OSError:
                pass
    return [load] * 8

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
    "malformed target of 48 KB": bodies(json.dumps({"target": "sim:", "properties": "://" * 16000})),
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
    stop, count = threading.Event(), []
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
    failed |= any(percentile(its, 0.99) > 100 for its in times.values())
    print(f"{name}: {shown}; {rate:.0f} requests/s", flush=True)
time.sleep(35)  # idle connections are closed after 30 s
after = usage()
print("threads, handles, MiB before %s, after %s" % (before, after))
sys.exit(1 if failed else 0)
PYTHON
