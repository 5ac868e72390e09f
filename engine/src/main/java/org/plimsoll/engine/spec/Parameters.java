package org.plimsoll.engine.spec;

import java.util.List;
import org.plimsoll.api.OperationType;

/**
 * Everything that can change while a run goes on, in one immutable value that the loops read. A
 * change swaps the whole value.
 *
 * @param lanes independent streams of operations, at least one
 * @param timeoutNanos deadline of an operation, from its intended start (in a closed load: start)
 * @param maxInFlight bound of calls that have not returned
 * @param maxBacklog bound of arrivals that wait for room; those beyond are shed
 */
public record Parameters(
    Model model,
    List<Lane> lanes,
    ArrivalSpec arrivals,
    long timeoutNanos,
    int maxInFlight,
    WhenFull whenFull,
    int maxBacklog,
    WorkloadSpec workload) {

  /** How operations arrive. */
  public enum Model {
    /** By a schedule, whatever the target does. */
    OPEN,
    /** By workers that keep a schedule. */
    PACED,
    /** By workers alone, as fast as answers come. */
    CLOSED
  }

  /** What happens to an arrival at the in-flight bound. */
  public enum WhenFull {
    WAIT,
    SHED
  }

  /**
   * One stream of operations.
   *
   * @param name {@code all}, or the name of its only operation
   * @param ratePerSecond operations per second of an open or paced load; 0 in a closed one
   * @param workers number of workers of a closed or paced load; 0 in an open one
   */
  public record Lane(String name, List<Weight> mix, double ratePerSecond, int workers) {
    public Lane {
      mix = List.copyOf(mix);
    }
  }

  /** An operation's share of a mix, relative to the other weights. */
  public record Weight(OperationType type, double weight) {}

  public Parameters {
    lanes = List.copyOf(lanes);
  }

  /** The rate of all lanes together, per second. */
  public double ratePerSecond() {
    return lanes.stream().mapToDouble(Lane::ratePerSecond).sum();
  }

  /** The workers of all lanes together. */
  public int workers() {
    return lanes.stream().mapToInt(Lane::workers).sum();
  }
}
