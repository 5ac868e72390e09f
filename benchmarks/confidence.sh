#!/usr/bin/env bash
# How often intervals of 95 % hold the truth: simulated runs of M/M/1 queues, whose percentiles are
# known; 200 of each unless said. Samples and intervals are counted in operations.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
conditions
benchmark ConfidenceExperiment "$@"
