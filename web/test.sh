#!/usr/bin/env bash
# Checks the types and runs the unit tests of the page, if it was built. Writes a report in the format
# of Surefire, which ./test counts.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
[ -e node_modules/.lock ] || { echo "web: not built, so not tested."; exit 0; }
node_modules/.bin/svelte-check --tsconfig ./tsconfig.json --fail-on-warnings --output human
node_modules/.bin/vitest run --reporter=default --reporter=junit \
  --outputFile.junit=target/surefire-reports/TEST-page.xml
