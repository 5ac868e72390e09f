package org.plimsoll.engine.spec;

import java.util.List;
import org.plimsoll.api.Distribution;
import org.plimsoll.api.OperationType;

/**
 * Everything that can change while a run goes on, in one immutable value that the loops read. A
 * change swaps the whole value.
 *
 * @param lanes independent streams of operations, at least one
 * @param timeoutNanos deadline of an operation, from its intended start (in a closed load: start)
 * @param maxInFlight bound of calls that have not returned
 * @param maxBacklog bound of arrivals that wait for room; those beyond are shed
 * @param thinkNanos how long a worker of a closed load waits between an answer and its next
 *     operation; constant 0 when it goes on at once
 */
public record Parameters(
    Model model,
    List<Lane> lanes,
    ArrivalSpec arrivals,
    long timeoutNanos,
    int maxInFlight,
    WhenFull whenFull,
    int maxBacklog,
    WorkloadSpec workload,
    Distribution thinkNanos) {

  /** Workers that do not think. */
  public static final Distribution NO_THINKING = new Distribution.Constant(0);

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
   * @param rate of an open or paced load; {@link RateSpec#NONE} in a closed one
   * @param workers number of workers of a closed or paced load; 0 in an open one
   */
  public record Lane(String name, List<Weight> mix, RateSpec rate, int workers) {
    public Lane {
      mix = List.copyOf(mix);
    }

    /** A lane of a constant rate. */
    public Lane(String name, List<Weight> mix, double ratePerSecond, int workers) {
      this(name, mix, new RateSpec.Constant(ratePerSecond), workers);
    }
  }

  /** An operation's share of a mix, relative to the other weights. */
  public record Weight(OperationType type, double weight) {}

  public Parameters {
    lanes = List.copyOf(lanes);
  }

  /** Parameters whose workers do not think. */
  public Parameters(
      Model model,
      List<Lane> lanes,
      ArrivalSpec arrivals,
      long timeoutNanos,
      int maxInFlight,
      WhenFull whenFull,
      int maxBacklog,
      WorkloadSpec workload) {
    this(
        model,
        lanes,
        arrivals,
        timeoutNanos,
        maxInFlight,
        whenFull,
        maxBacklog,
        workload,
        NO_THINKING);
  }

  /** The same but for the lanes. */
  public Parameters withLanes(List<Lane> other) {
    return new Parameters(
        model,
        other,
        arrivals,
        timeoutNanos,
        maxInFlight,
        whenFull,
        maxBacklog,
        workload,
        thinkNanos);
  }

  /** The workers of all lanes together. */
  public int workers() {
    return lanes.stream().mapToInt(Lane::workers).sum();
  }
}
