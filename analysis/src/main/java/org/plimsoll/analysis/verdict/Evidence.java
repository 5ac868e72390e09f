package org.plimsoll.analysis.verdict;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.Pauses;

/**
 * The generators' own measurements during the measurement.
 *
 * @param inProcess whether the store runs in this process, so that its CPU use is not a finding
 * @param elapsedNanos length of the phase, without its drain
 * @param shown times that the result shows
 * @param machines machines of the generators, at least one; the generators have equal shares of the
 *     load
 * @param calls the calls in flight; null if the run is too short to judge
 */
public record Evidence(
    Model model,
    boolean inProcess,
    long elapsedNanos,
    Accounting accounting,
    Shown shown,
    Arrivals arrivals,
    List<Machine> machines,
    @Nullable LittlesLaw calls) {
  public Evidence {
    machines = List.copyOf(machines);
  }

  /** Creates the evidence of a single generator. */
  public Evidence(
      Model model,
      boolean inProcess,
      long elapsedNanos,
      Accounting accounting,
      Shown shown,
      Arrivals arrivals,
      Machine machine,
      @Nullable LittlesLaw calls) {
    this(model, inProcess, elapsedNanos, accounting, shown, arrivals, List.of(machine), calls);
  }

  /** Returns the sum of a figure over all machines. */
  double sum(ToDoubleFunction<Machine> figure) {
    return machines.stream().mapToDouble(figure).sum();
  }

  /** Returns the machine with the highest figure. */
  Machine worst(ToDoubleFunction<Machine> figure) {
    return Collections.max(machines, Comparator.comparingDouble(figure));
  }

  boolean closed() {
    return model == Model.CLOSED;
  }

  /**
   * The handling of arrivals by the generator.
   *
   * @param lag dispatch lag, without waits for a free slot; empty in a closed load
   * @param room arrivals that waited for a free slot or session
   * @param withoutRight arrivals that were not sent because the generator had no right to send them
   * @param law gaps between arrivals; null in a closed load and for an interval
   */
  public record Arrivals(Histogram lag, Room room, long withoutRight, @Nullable ArrivalLaw law) {}

  /**
   * Arrivals that had to wait for a free slot or session.
   *
   * @param atBound arrivals that waited because of the in-flight bound or a lack of workers
   * @param withoutSession arrivals that waited because every session was busy
   * @param bound in-flight bound, or the number of workers of a paced load
   */
  public record Room(long atBound, long withoutSession, int bound) {}

  /**
   * The state of a generator's machine.
   *
   * @param generator the name of the generator; empty if there is only one
   * @param processors number of processors available to this process
   * @param cpuNanos CPU time of this process
   * @param busyShare share of the machine's CPU time used by any process
   * @param stealShare share of the machine's CPU time that went to other machines
   * @param throttledNanos time for which a CPU quota stopped the process
   * @param pacerWaitNanos time for which the pacer was ready to run and waited for a processor
   */
  public record Machine(
      String generator,
      int processors,
      long cpuNanos,
      double busyShare,
      double stealShare,
      long throttledNanos,
      Pauses pauses,
      long pacerWaitNanos) {
    /** Creates the state of the only generator. */
    public Machine(
        int processors,
        long cpuNanos,
        double busyShare,
        double stealShare,
        long throttledNanos,
        Pauses pauses,
        long pacerWaitNanos) {
      this("", processors, cpuNanos, busyShare, stealShare, throttledNanos, pauses, pacerWaitNanos);
    }

    /** Returns the name of the generator for use within a sentence. */
    String who() {
      return generator.isEmpty() ? "the generator" : "generator " + generator;
    }

    /** Returns the name of the generator for use at the start of a sentence. */
    String firstWho() {
      return generator.isEmpty() ? "The generator" : "Generator " + generator;
    }

    /** Returns the name of the machine for use within a sentence. */
    String where() {
      return generator.isEmpty() ? "this machine" : "the machine of generator " + generator;
    }
  }
}
