#!/usr/bin/env bash
# Runs two fuzzers against one `plimsoll serve`: schemathesis with its OpenAPI document, and the inputs of the fuzzer of settings
# (seeds, and what FuzzTest has learned in settings/target/fuzz/corpus) with random mutations, as dry runs, runs, changes,
# scheduled changes and templates.
#
#   benchmarks/fuzz.sh [MINUTES] [SEED]     PLIMSOLL is the command
#
# Needs curl and python3. Lasts MINUTES (30), half of it with random run ids and half with those of one live run. Before that, both
# run for a minute, as the first requests load classes. Prints the answers by status, the threads, handles, live heap and
# resident memory of the server before and after, with all runs deleted, and the classes that have grown most. Fails if an
# answer is a 5xx other than 507, the log has an unexpected failure, or the server has ended.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"
minutes=${1:-30}
seed=${2:-1}
need curl; need python3
server=
fuzzers=
trap 'kill $server $fuzzers 2> /dev/null || true; wait; clean_up' EXIT
conditions
venv=$root/server/target/fuzz-venv
if [ ! -x "$venv/bin/schemathesis" ]; then
  python3 -m venv "$venv"
  "$venv/bin/pip" install -q schemathesis==4.32.5 openapi-spec-validator==0.9.0
fi
token=fuzz-token-0123456789abcdef
mkdir "$work/files"
printf 'admin fuzz %s\n' "$token" > "$work/tokens"
chmod 600 "$work/tokens"
"${PLIMSOLL:-$root/plimsoll}" serve --port 0 --runs "$work/runs" --token-file "$work/tokens" \
  --allow-target sim: --files "$work/files" --max-rate 1000 --max-in-flight 5000 --max-workers 64 \
  --max-keys 1m --max-value-bytes 1KiB --max-runs 4 --max-requests 1m 2> "$work/log" &
server=$!
until grep -q 'Plimsoll is at' "$work/log"; do
  kill -0 "$server" 2> /dev/null || { cat "$work/log"; exit 1; }
  sleep 0.2
done
url=$(sed -n 's/^Plimsoll is at //p' "$work/log")
java=$(pgrep -P "$server" java || echo "$server")
curl -sf "$url/api/v1/openapi.json" -H "Authorization: Bearer $token" -o "$work/openapi.json"

# Counts the answers that schemathesis gets.
cat > "$work/counting.py" << 'PYTHON'
import atexit, collections, json, os
import schemathesis

answers = collections.Counter()

@schemathesis.hook
def after_call(context, case, response):
    answers[response.status_code] += 1

atexit.register(lambda: json.dump(answers, open(os.environ["COUNTED"], "w")))
PYTHON

"$venv/bin/python" - "$work" "$url" "$java" "$minutes" "$seed" "$("$root/plimsoll" --print-java-home)" "$root" "$token" \
  << 'PYTHON' &
import collections, http.client, json, os, pathlib, random, re, subprocess, sys, threading, time, urllib.parse

work, url, server, minutes, seed, jdk, root, token = sys.argv[1:]
work, minutes, seed = pathlib.Path(work), float(minutes), int(seed)
address = urllib.parse.urlsplit(url)
HEADERS = {"Authorization": "Bearer " + token, "Content-Type": "application/json"}
fuzz = pathlib.Path(root, "settings/src/test/resources/org/plimsoll/settings/fuzz")
LEARNED = pathlib.Path(root, "settings/target/fuzz/corpus")
LONGEST = 1 << 20

def send(method, path, body=None, kind="application/json"):
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=60)
    try:
        connection.request(method, "/api/v1" + path, body, HEADERS | {"Content-Type": kind})
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()

def jcmd(*command):
    return subprocess.run([jdk + "/bin/jcmd", server, *command], capture_output=True, text=True, check=True).stdout

def usage():
    """Threads, handles, MiB of live heap, MiB resident; after all runs are deleted."""
    send("POST", "/kill", "{}")
    until = time.time() + 120
    while time.time() < until:
        rows = json.loads(send("GET", "/runs?limit=500")[1])["runs"]
        if not rows:
            break
        for row in rows:
            send("DELETE", "/runs/" + urllib.parse.quote(row["id"]))
    for each in json.loads(send("GET", "/templates")[1])["templates"]:
        send("DELETE", "/templates/" + urllib.parse.quote(each["name"], safe=""))
    time.sleep(40)  # idle connections are closed after 30 s
    for _ in range(3):
        jcmd("GC.run")
    live = int(re.search(r"used (\d+)K", jcmd("GC.heap_info")).group(1)) / 1024
    status = pathlib.Path(f"/proc/{server}/status").read_text()
    field = lambda name: int(status.split(name + ":")[1].split()[0])
    return field("Threads"), len(os.listdir(f"/proc/{server}/fd")), round(live, 1), field("VmRSS") // 1024

def heap_by_class():
    """Live KiB by class."""
    rows = re.findall(r"^ *\d+: +\d+ +(\d+) +(\S+)", jcmd("GC.class_histogram"), re.M)
    return collections.Counter({name: int(size) // 1024 for size, name in rows})

ENDLESS = json.dumps({
    "target": "sim:?service=constant(1ms)", "rate": "100", "forever": True, "warmup": "0", "no-fill": True})

def told(method, path, content, answers, kind="application/json"):
    """Sends a request and counts its answer."""
    try:
        status, answer = send(method, path, content, kind)
    except OSError as e:
        status, answer = type(e).__name__, b""
    answers[status] += 1
    if isinstance(status, int) and status >= 500 and status != 507:
        print(f"{status}: {method} {path} {content!r:.2000}: {answer!r:.500}", flush=True)
    return status, answer

def begin():
    status, body = send("POST", "/runs", ENDLESS)
    if status != 201:
        sys.exit(f"no run: {status} {body}")
    return json.loads(body)["id"]

SEEDS = [each.read_bytes()
         for folder in (fuzz / "plain", fuzz / "found", LEARNED) if folder.is_dir()
         for each in sorted(folder.iterdir())]
WORDS = [line[1:-1].encode() for line in (fuzz / "dictionary.txt").read_text().splitlines()]
FILES = {"@csv": "time,rate\n0,100\n10,200\n", "@jsonl": '{"op":"read","key":"a"}\n', "@properties": "rate=5\n",
         "@histogram": "#[StartTime: 0 (seconds since epoch)]\n", "@line": "1" * (3 << 20)}
PLACES = {name: str(work / "files" / name[1:]) for name in FILES}
PLACES |= {"@folder": str(work / "files"), "@none": str(work / "files/none"), "@zero": "/dev/zero"}
for name, text in FILES.items():
    pathlib.Path(PLACES[name]).write_text(text)

def mutated(chance):
    text = bytearray(chance.choice(SEEDS))
    for _ in range(chance.randrange(5)):
        at = chance.randrange(len(text) + 1)
        kind = chance.randrange(4)
        if kind == 0:
            del text[at:at + chance.randrange(4)]
        elif kind == 1:
            text[at:at] = chance.choice(WORDS)
        elif kind == 2:
            text[at:at] = chr(chance.randrange(1, 0x180)).encode()
        else:
            text[at:at] = text[at:at + chance.randrange(4)]
    return text.decode(errors="replace")

def expanded(text):
    """As FuzzedText does: <<900:a>> is 900 times a, and @csv a file."""
    def repeated(found):
        unit, times = found.group(2), min(int(found.group(1)), LONGEST // max(1, len(found.group(2))))
        return "".join(unit.replace("#", str(i)) for i in range(times)) if "#" in unit else unit * times
    text = re.sub(r"<<(\d{1,7}):(.*?)>>", repeated, text, flags=re.DOTALL)
    for name, place in PLACES.items():
        text = text.replace(name, place)
    return text[:LONGEST]

def settings(name, text, own):
    if name == "target":
        return {"target": text}
    if name.startswith("file:") and "=" in name:
        name, value = name[5:].split("=", 1)
        pathlib.Path(own).write_text(text, errors="replace")
        return {"target": "sim:", name: value.replace("@", own)}
    return {"target": "sim:", name: text}

def sender(number, run, answers, until):
    chance = random.Random(seed * 100 + number)
    while time.time() < until:
        name, _, text = mutated(chance).partition("\n")
        body = settings(name, expanded(text), str(work / f"files/own{number}"))
        change = {path: value for path, value in body.items() if path != "target"}
        method, path, kind, content = chance.choices([
            ("POST", "/runs?dryRun=true", "json", body), ("POST", "/runs", "json", body | {"for": body.get("for", "2s")}),
            ("PATCH", f"/runs/{run()}/parameters", "json", change),
            ("POST", f"/runs/{run()}/schedules", "json", {"in": "1h", "set": change}),
            ("POST", "/templates", "json", {"name": "fuzz", "spec": body})], weights=(6, 1, 2, 1, 1))[0]
        if name == "spec":
            method, path, kind, content = "POST", "/runs?dryRun=true", "yaml", expanded(text)
        content = content if isinstance(content, str) else json.dumps(content)
        told(method, path, content.encode(errors="replace"), answers, "application/" + kind)

def both(seconds, number, is_one):
    """Runs both fuzzers for a time; returns the answers by status of each."""
    run = [begin()]
    config, counted = work / "schemathesis.toml", work / f"counted{number}"
    config.write_text(f'[parameters]\nrun = "{run[0]}"\n' if is_one else "")
    excluded = r"stream$|stop$|/kill$|/stop-all-load$|/session$|/runs(/\{run\})?$" if is_one else "stream$"
    until, answers = time.time() + seconds, collections.Counter()
    stop = threading.Event()

    def keep():
        """Begins another run when this one has ended by what was sent to it."""
        while not stop.wait(2):
            status, answer = told("GET", f"/runs/{run[0]}", None, answers)
            if status != 200 or json.loads(answer)["state"] != "running":
                status, answer = told("POST", "/runs", ENDLESS, answers)
                if status == 201:
                    run[0] = json.loads(answer)["id"]

    threads = [threading.Thread(target=sender, args=(i, lambda: run[0], answers, until)) for i in (1, 2)]
    threads.append(threading.Thread(target=keep))
    for each in threads:
        each.start()
    with open(work / f"schemathesis{number}.out", "w") as out:
        subprocess.run(
            [os.path.dirname(sys.executable) + "/schemathesis", "--config-file", config, "run", work / "openapi.json",
             "--url", url + "/api/v1", "--header", "Authorization: Bearer " + token, "--checks", "not_a_server_error",
             "--phases", "coverage,fuzzing", "--max-time", str(int(seconds)), "--seed", str(seed * 10 + number),
             "--request-timeout", "60", "--generation-database", "none", "--continue-on-failure", "--warnings=off",
             "--exclude-path-regex", excluded],
            cwd=work, stdout=out, stderr=subprocess.STDOUT, check=False,
            env=os.environ | {"PYTHONPATH": str(work), "SCHEMATHESIS_HOOKS": "counting", "COUNTED": str(counted)})
    stop.set()
    for each in threads:
        each.join()
    said = (work / f"schemathesis{number}.out").read_text()
    found = json.loads(counted.read_text()) if counted.exists() else {}
    theirs = collections.Counter({int(status): count for status, count in found.items()})
    if not theirs or "Server error" in said:
        print(said[-8000:], flush=True)
    return theirs, answers

both(60, 0, False)
before = usage()
print("threads, handles, MiB of live heap, MiB resident before: %s" % (before,), flush=True)
heap_before = heap_by_class()
total = [collections.Counter(), collections.Counter()]
for number, is_one in ((1, False), (2, True)):
    for sums, its in zip(total, both(minutes * 30, number, is_one)):
        sums.update(its)
after = usage()
for name, its in zip(("schemathesis", "inputs of the fuzzer of settings"), total):
    shown = ", ".join(f"{status}: {count}" for status, count in sorted(its.items(), key=str))
    print(f"{name}: {sum(its.values())} answers: {shown}")
print("threads, handles, MiB of live heap, MiB resident: before %s, after %s" % (before, after))
grown = heap_by_class()
grown.subtract(heap_before)
print("KiB more of " + ", ".join(f"{name} {more}" for name, more in grown.most_common(12)))
failures = sum(count for its in total for status, count in its.items()
               if isinstance(status, int) and status >= 500 and status != 507)
logged = len(re.findall(" ERROR ", (work / "log").read_text()))
print(f"5xx other than 507: {failures}; unexpected failures in the log: {logged}")
if logged:
    print((work / "log").read_text()[:8000])
sys.exit(1 if failures or logged or not all(map(lambda its: sum(its.values()), total)) else 0)
PYTHON
fuzzers=$!
wait "$fuzzers"
