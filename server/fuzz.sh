#!/usr/bin/env bash
# Fuzzes the REST interface of a real `plimsoll serve` with schemathesis and its OpenAPI document.
# No answer may be a 5xx, every answer must match the document, and no change succeeds without a
# token.
#   server/fuzz.sh [EXAMPLES]     EXAMPLES for each endpoint and pass (200); PLIMSOLL is the command
set -euo pipefail
cd "$(dirname "$0")/.."
examples=${1:-200}
work=$(mktemp -d)
venv=$PWD/server/target/fuzz-venv
if [ ! -x "$venv/bin/schemathesis" ]; then
  python3 -m venv "$venv"
  "$venv/bin/pip" install -q schemathesis==4.32.5 openapi-spec-validator==0.9.0
fi
token=fuzz-token-0123456789abcdef
printf 'admin fuzz %s\n' "$token" > "$work/tokens"
chmod 600 "$work/tokens"
${PLIMSOLL:-./plimsoll} serve --port 0 --runs "$work/runs" --token-file "$work/tokens" \
  --allow-target sim: --files "$work" --max-rate 1000 --max-in-flight 5000 --max-workers 64 \
  --max-keys 1m --max-value-bytes 1KiB --max-runs 4 --max-requests 1m 2> "$work/log" &
server=$!
trap 'kill $server 2> /dev/null || true; wait $server 2> /dev/null || true; rm -rf "$work"' EXIT
for _ in $(seq 600); do
  url=$(sed -n 's/^Plimsoll is at //p' "$work/log")
  [ -z "$url" ] && kill -0 $server 2> /dev/null || break
  sleep 0.2
done
[ -n "$url" ] || { cat "$work/log"; exit 1; }
authorization="Authorization: Bearer $token"
curl -sf "$url/api/v1/openapi.json" -o "$work/openapi.json"
"$venv/bin/openapi-spec-validator" "$work/openapi.json"

"$venv/bin/python" - "$work/openapi.json" "$url" << 'PYTHON'
import json, sys, urllib.error, urllib.request
document, url, calls = json.load(open(sys.argv[1])), sys.argv[2], 0
for path, methods in document["paths"].items():
    for method in methods.keys() & {"delete", "patch", "post", "put"}:
        where = url + "/api/v1" + path.replace("{", "").replace("}", "")
        body = b'{"token":"a-wrong-token-1234"}' if path == "/session" else b"{}"
        request = urllib.request.Request(
            where, body, {"Content-Type": "application/json"}, method=method.upper())
        try:
            status = urllib.request.urlopen(request).status
        except urllib.error.HTTPError as e:
            status = e.code
        assert status == 401, (method, path, status)
        calls += 1
print(f"{calls} changes without a token: 401 each")
PYTHON

run=$(curl -sf -H "$authorization" -H 'Content-Type: application/json' "$url/api/v1/runs" -d \
  '{"target":"sim:?service=constant(1ms)","rate":"100","forever":true,"warmup":"0","no-fill":true}' \
  | "$venv/bin/python" -c 'import json, sys; print(json.load(sys.stdin)["id"])')

# Endpoints that never end are excluded. The second pass uses one live run, and also excludes the
# endpoints that end it.
checks=not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance
fuzz() {
  (cd "$work" && "$venv/bin/schemathesis" --config-file "$work/$1.toml" run "$work/openapi.json" \
    --url "$url/api/v1" --header "$authorization" --checks "$checks" --phases coverage,fuzzing \
    --max-examples "$examples" --seed 1 --request-timeout 30 --generation-database none \
    --continue-on-failure --exclude-path-regex "$2") | tee "$work/$1.out"
}
: > "$work/any.toml"
printf '[parameters]\nrun = "%s"\n' "$run" > "$work/one.toml"
failed=0
fuzz any 'stream$' || failed=1
fuzz one 'stream$|stop$|/kill$|/session$|/runs(/\{run\})?$' || failed=1
calls=$(grep -hoE '[0-9]+ (generated|test cases)' "$work"/*.out | awk '{ n += $1 } END { print n }')
errors=$(grep -c ' ERROR ' "$work/log" || true)
echo "calls: $calls; unexpected failures in the log: $errors"
[ "$errors" = 0 ] || grep -A 12 ' ERROR ' "$work/log" | head -100
[ "$failed$errors" = 00 ]
