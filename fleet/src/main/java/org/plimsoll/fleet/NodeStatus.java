package org.plimsoll.fleet;

import java.util.List;

/**
 * The status of a node, sent on request.
 *
 * @param runs ids of its live runs
 * @param weight of its share in runs
 * @param processors the number of processors that the process may use
 * @param cpu average number of processors used by the process since the last request; negative if
 *     unknown
 * @param residentBytes resident memory of the process; negative if unknown
 * @param clockOffsetNanos wall clock of the node minus the wall clock of the requesting node
 * @param clockErrorNanos maximum error of the offset: half of the round-trip time
 * @param verdicts validity of its measurements in live and recently ended runs
 */
public record NodeStatus(
    List<String> runs,
    int weight,
    int processors,
    double cpu,
    long residentBytes,
    long clockOffsetNanos,
    long clockErrorNanos,
    List<GeneratorVerdict> verdicts) {
  public NodeStatus {
    runs = List.copyOf(runs);
    verdicts = List.copyOf(verdicts);
  }
}
