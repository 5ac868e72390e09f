#!/usr/bin/env bash
# Measures what changes of a parameter cost: a rate is changed 200 times a second for 10 s over HTTP, beside an open load of
# 5,000/s of the simulated store.
#
#   benchmarks/changes.sh [CHANGES] [PER_SECOND]     PLIMSOLL is the command
#
# Needs python3. Prints the round trip of a change and the bytes of its answer, the processor time of the threads that answer
# requests and of the whole server for each (its use during the changes, less its use in as many seconds without), the live heap
# before and after, the bytes of events, and the verdicts of a run without changes and of one with them. A first run, whose
# changes come as fast as they are answered, is for the compiler.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"
changes=${1:-2000}
per_second=${2:-200}
need python3
server=
trap '[ -z "$server" ] || kill "$server" 2> /dev/null || true; wait; clean_up' EXIT
conditions
"${PLIMSOLL:-$root/plimsoll}" serve --no-token --port 0 --runs "$work/runs" --max-requests 1m 2> "$work/said" &
server=$!
until grep -q 'Plimsoll is at' "$work/said"; do
  kill -0 "$server" 2> /dev/null || { cat "$work/said"; exit 1; }
  sleep 0.1
done
port=$(sed -n 's/.*http:\/\/[^:]*:\([0-9]*\).*/\1/p' "$work/said" | head -n 1)

python3 - "$port" "$server" "$changes" "$per_second" "$work/runs" "$("$root/plimsoll" --print-java-home)" \
  << 'PYTHON'
import http.client, json, os, pathlib, re, subprocess, sys, time

port, server, changes, per_second, runs, jdk = sys.argv[1:]
port, changes, per_second = int(port), int(changes), float(per_second)
connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
TICKS = os.sysconf("SC_CLK_TCK")

def send(method, path, body=None):
    content = None if body is None else json.dumps(body).encode()
    connection.request(method, "/api/v1" + path, content, {"Content-Type": "application/json"})
    answer = connection.getresponse()
    return answer.status, answer.read()

def processor():
    """Seconds of all threads."""
    fields = pathlib.Path(f"/proc/{server}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS

def answering():
    """Seconds of the threads that read, handle and answer requests."""
    nanos = 0
    for task in pathlib.Path(f"/proc/{server}/task").iterdir():
        if (task / "comm").read_text().startswith(("http-", "ForkJoinPool", "prepare-")):
            nanos += int((task / "schedstat").read_text().split()[0])
    return nanos / 1e9

def live():
    jcmd = lambda *command: subprocess.run(
        [jdk + "/bin/jcmd", server, *command], capture_output=True, text=True, check=True).stdout
    jcmd("GC.run")
    return int(re.search(r"used (\d+)K", jcmd("GC.heap_info")).group(1)) / 1024

def percentiles(times):
    times = sorted(times)
    return "p50 %.2f, p99 %.2f, max %.1f" % tuple(1000 * times[min(len(times) - 1, int(len(times) * q))] for q in (0.5, 0.99, 1))

def begin():
    status, body = send("POST", "/runs", {
        "target": "sim:?service=constant(1ms)", "rate": "5k", "forever": True, "warmup": "1s", "no-fill": True})
    assert status == 201, body
    time.sleep(3)
    return json.loads(body)["id"]

def end(run):
    """The verdict of the run, which is what its user sees of whatever happened beside."""
    send("POST", f"/runs/{run}/stop", {})
    while True:
        body = json.loads(send("GET", f"/runs/{run}")[1])
        if not body["isLive"]:
            findings = body["summary"]["verdict"]["findings"]
            return str(body["validity"]) + "".join(f"\n  {each['code']}: {each['text']}" for each in findings)
        time.sleep(0.2)

# The heap is read between the runs: a collection on demand would pause one.
seconds = changes / per_second
warm = begin()
for i in range(changes):
    send("PATCH", f"/runs/{warm}/parameters", {"rate": str(4500 + i % 1000)})
end(warm)
heap = live()
run = begin()
used, at = processor(), time.perf_counter()
time.sleep(seconds)
alone = (processor() - used) / (time.perf_counter() - at)
print(f"a run of {seconds:.0f} s without changes: {end(run)}", flush=True)
run = begin()
times, answers, size = [], {}, 0
used, on_requests, begun = processor(), answering(), time.perf_counter()
for i in range(changes):
    wait = begun + i / per_second - time.perf_counter()
    if wait > 0:
        time.sleep(wait)
    at = time.perf_counter()
    status, body = send("PATCH", f"/runs/{run}/parameters", {"rate": str(4500 + i % 1000)})
    times.append(time.perf_counter() - at)
    answers[status] = answers.get(status, 0) + 1
    size = len(body)
took = time.perf_counter() - begun
each, on_requests = (processor() - used - alone * took) / changes, (answering() - on_requests) / changes
print(f"{changes} changes in {took:.1f} s: {answers}, {size} bytes each; round trip {percentiles(times)} ms;"
      f" processor of the threads of requests {on_requests * 1000:.2f} ms each, of the server {each * 1000:.2f}", flush=True)
status, body = send("GET", f"/runs/{run}/changes")
print(f"a run with them: {end(run)}")
folder = next(each for each in pathlib.Path(runs).iterdir() if each.is_dir() and each.name.endswith(run))
events = (folder / "events.jsonl").stat().st_size
print(f"live heap between runs {heap:.1f} -> {live():.1f} MiB; {len(json.loads(body)['changes'])} changes in memory;"
      f" events.jsonl {events / 1024:.0f} KiB, {events / changes:.0f} bytes a change")
PYTHON
