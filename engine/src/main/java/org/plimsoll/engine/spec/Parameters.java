package org.plimsoll.engine.spec;

import java.util.ArrayList;
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

  /**
   * An operation's share of a mix, relative to the other weights.
   *
   * @param steps what the engine makes it of; empty when the driver performs it itself
   */
  public record Weight(OperationType type, double weight, List<Step> steps) {
    /** Of a read, and an update of what it has read. */
    private static final List<Step> READ_MODIFY_WRITE =
        List.of(new Step(OperationType.READ, false), new Step(OperationType.UPDATE, true));

    public Weight {
      steps = List.copyOf(steps);
      if (steps.size() > MOST_STEPS) {
        throw new IllegalArgumentException("a transaction has at most " + MOST_STEPS + " steps");
      }
    }

    /** An operation that every user knows by its name. */
    public Weight(OperationType type, double weight) {
      this(
          type,
          weight,
          type.equals(OperationType.READ_MODIFY_WRITE) ? READ_MODIFY_WRITE : List.of());
    }
  }

  /** Steps of a transaction, at most: all of their rows are kept at once. */
  public static final int MOST_STEPS = 16;

  /**
   * An operation of the driver that is a part of another one, a transaction. The next step begins
   * when this one has succeeded.
   *
   * @param sameKey whether it has the keys of the step before it, and draws none
   */
  public record Step(OperationType type, boolean sameKey) {
    /**
     * What each step is called in results: {@code read}, {@code read#2} for the second of its kind.
     */
    public static List<String> names(List<Step> steps) {
      List<String> names = new ArrayList<>();
      for (int i = 0; i < steps.size(); i++) {
        OperationType type = steps.get(i).type();
        long before = steps.stream().limit(i).filter(step -> step.type().equals(type)).count();
        names.add(before == 0 ? type.name() : type.name() + "#" + (before + 1));
      }
      return names;
    }
  }

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
