#!/usr/bin/env bash
# The way of a second from 60 generators with 10 operations to each node of a fleet: the bytes side by side and merged,
# and the processor time to encode one, to merge all, and to report the merged one. With 10,000/s and 100,000/s of each
# generator, then with 8 generators. Takes some minutes.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
conditions
figure_of() { # name
  sed -n "s/.*\"$1\": \\([0-9.]*\\).*/\\1/p" "$work/seconds" | head -n 1
}
measure() { # generators, operations, calls of each
  benchmark MergeOfSeconds "$@" | tee "$work/seconds"
}
measure 60 10 1000
record fleet-merge-10k "$(figure_of mergeMillis)"
record fleet-side-by-side "$(figure_of sideBySideBytes)"
record fleet-merged "$(($(figure_of mergedBytes) + $(figure_of figuresBytes)))"
record fleet-add "$(figure_of nodeMillis)"
measure 60 10 10000
measure 8 10 1000
