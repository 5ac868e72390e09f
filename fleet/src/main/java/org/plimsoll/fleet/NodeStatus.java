package org.plimsoll.fleet;

import java.util.List;

/**
 * What a node answers when it is asked.
 *
 * @param runs ids of its live runs
 * @param processors the processors that it may use
 * @param cpu the processors that its process has used since it was asked before, on average; below
 *     zero when unknown
 * @param residentBytes the memory that its process occupies; below zero when unknown
 * @param clockOffsetNanos its wall clock minus that of the node that asked
 * @param clockErrorNanos half of the round trip, which bounds the error of the offset
 * @param verdicts on its part in its live runs, and in those that ended lately
 */
public record NodeStatus(
    List<String> runs,
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
