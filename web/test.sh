#!/usr/bin/env bash
# Checks the types and runs the tests of the page's pure parts, where npm is there; leaves a report
# like Surefire's, which ./test counts.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
[ -e node_modules/.lock ] || { echo "web: not built, so not tested."; exit 0; }
npx --no-install svelte-check --tsconfig ./tsconfig.json --fail-on-warnings --output human
npx --no-install vitest run --reporter=default --reporter=junit \
  --outputFile.junit=target/surefire-reports/TEST-page.xml
