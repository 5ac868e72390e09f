package org.plimsoll.engine.spec;

import java.util.ArrayList;
import java.util.List;
import org.plimsoll.api.Distribution;
import org.plimsoll.api.OperationType;

/**
 * The parameters that can change during a run, as one immutable value. The loops read this value,
 * and a change replaces it.
 *
 * @param lanes independent streams of operations, at least one
 * @param timeoutNanos timeout of an operation, from its intended start; from its actual start in a
 *     closed load, and with {@link WhenFull#HOLD}
 * @param thinkNanos think time: time for which a worker of a closed load waits between a response
 *     and its next operation; constant 0 = no wait
 */
public record Parameters(
    Model model,
    List<Lane> lanes,
    ArrivalSpec arrivals,
    long timeoutNanos,
    Bound bound,
    WorkloadSpec workload,
    Distribution thinkNanos) {

  /** A think time of zero. */
  public static final Distribution NO_THINKING = new Distribution.Constant(0);

  /** The load models. */
  public enum Model {
    /** Open load: operations follow a schedule, independent of the target. */
    OPEN,
    /** Paced load: workers follow a schedule. */
    PACED,
    /** Closed load: each worker sends its next operation after the response to the last. */
    CLOSED
  }

  /** The treatment of an arrival at the in-flight bound. */
  public enum WhenFull {
    /**
     * The arrival waits in the backlog until its deadline. Arrivals beyond the backlog are shed.
     */
    WAIT,
    /** The arrival is shed. */
    SHED,
    /**
     * The arrival waits in the backlog until it is sent, and its deadline counts from then. While
     * the backlog is full, the schedule is held back. The rate is therefore a maximum, and nothing
     * is shed.
     */
    HOLD
  }

  /**
   * The bound of operations in flight.
   *
   * @param maxInFlight maximum number of operations in flight
   * @param whenFull treatment of an arrival at this bound
   * @param maxBacklog maximum number of arrivals in the backlog; further ones are shed, or held
   *     back; with {@link WhenFull#HOLD} at most 256 wait
   */
  public record Bound(int maxInFlight, WhenFull whenFull, int maxBacklog) {}

  /**
   * One stream of operations.
   *
   * @param name {@code all}, the side {@code reads} or {@code writes}, or the name of its only
   *     operation
   * @param rate arrival rate of an open or paced load; {@link RateSpec#NONE} in a closed one
   * @param workers number of workers of a closed or paced load; 0 in an open one
   * @param sent the sides that this generator sends; arrivals of other sides are not counted as its
   *     operations
   */
  public record Lane(String name, List<Weight> mix, RateSpec rate, int workers, Sides sent) {
    public Lane {
      mix = List.copyOf(mix);
    }

    /** Creates a lane with both sides enabled. */
    public Lane(String name, List<Weight> mix, RateSpec rate, int workers) {
      this(name, mix, rate, workers, Sides.BOTH);
    }

    /** Creates a lane with a constant rate. */
    public Lane(String name, List<Weight> mix, double ratePerSecond, int workers) {
      this(name, mix, new RateSpec.Constant(ratePerSecond), workers);
    }

    /** Returns the share of its own operations that this generator sends, by weight. */
    public double sentShare() {
      double all = 0;
      double own = 0;
      for (Weight each : mix) {
        all += each.weight();
        own += sent.include(each.type()) ? each.weight() : 0;
      }
      return all == 0 ? 1 : own / all;
    }

    /** Returns the operations that workers without a schedule choose from. */
    public List<Weight> sentMix() {
      List<Weight> left = mix.stream().filter(each -> sent.include(each.type())).toList();
      return left.isEmpty() ? mix : left;
    }
  }

  /**
   * An operation's share of a mix, relative to the other weights.
   *
   * @param steps the steps from which the engine composes the operation; empty if the driver
   *     performs it itself
   */
  public record Weight(OperationType type, double weight, List<Step> steps) {
    /** A read, and an update of the row that was read. */
    private static final List<Step> READ_MODIFY_WRITE =
        List.of(new Step(OperationType.READ, false), new Step(OperationType.UPDATE, true));

    public Weight {
      steps = List.copyOf(steps);
      if (steps.size() > MOST_STEPS) {
        throw new IllegalArgumentException("a transaction has at most " + MOST_STEPS + " steps");
      }
    }

    /** Creates a weight of a built-in operation, with its standard steps. */
    public Weight(OperationType type, double weight) {
      this(
          type,
          weight,
          type.equals(OperationType.READ_MODIFY_WRITE) ? READ_MODIFY_WRITE : List.of());
    }
  }

  /** Maximum number of steps of a transaction, since the rows of all steps are kept in memory. */
  public static final int MOST_STEPS = 16;

  /**
   * A step of a transaction, performed by the driver. The next step starts when this step has
   * succeeded.
   *
   * @param sameKey whether it reuses the keys of the previous step instead of drawing new ones
   */
  public record Step(OperationType type, boolean sameKey) {
    /**
     * Returns the names of steps in results, such as {@code read}, and {@code read#2} for the
     * second read.
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

  /** Creates parameters without think time. */
  public Parameters(
      Model model,
      List<Lane> lanes,
      ArrivalSpec arrivals,
      long timeoutNanos,
      Bound bound,
      WorkloadSpec workload) {
    this(model, lanes, arrivals, timeoutNanos, bound, workload, NO_THINKING);
  }

  /** Returns these parameters with other lanes. */
  public Parameters withLanes(List<Lane> other) {
    return new Parameters(model, other, arrivals, timeoutNanos, bound, workload, thinkNanos);
  }

  /**
   * Whether each lane has the same operations, keys and rows as the corresponding lane of {@code
   * other}.
   */
  public boolean hasOperationsOf(Parameters other) {
    if (!workload.equals(other.workload) || lanes.size() != other.lanes.size()) {
      return false;
    }
    for (int i = 0; i < lanes.size(); i++) {
      Lane its = lanes.get(i);
      Lane others = other.lanes.get(i);
      if (!its.mix().equals(others.mix()) || !its.sent().equals(others.sent())) {
        return false;
      }
    }
    return true;
  }

  /** Whether an open load has the same schedule as with {@code other}. */
  public boolean hasScheduleOf(Parameters other) {
    return arrivals.equals(other.arrivals)
        && (bound.whenFull() == WhenFull.HOLD) == (other.bound.whenFull() == WhenFull.HOLD)
        && lanes.stream()
            .map(Lane::rate)
            .toList()
            .equals(other.lanes.stream().map(Lane::rate).toList());
  }

  /** Returns the total number of workers of all lanes. */
  public int workers() {
    return lanes.stream().mapToInt(Lane::workers).sum();
  }
}
