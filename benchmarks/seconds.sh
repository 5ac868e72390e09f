#!/usr/bin/env bash
# The second of each of 60 generators with 10 operations: its bytes, and the processor time to encode
# one, to decode all and to add them up. Then with 10 times as many calls. Takes a minute.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
conditions
benchmark MergeOfSeconds 60 10 1000
benchmark MergeOfSeconds 60 10 10000
