package org.plimsoll.run;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.verdict.ArrivalLaw;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.measure.Waits;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.engine.spec.ScenarioSpec;
import org.plimsoll.run.second.ScenarioSecond.Asked;

/**
 * The figures of a scenario in a measurement. Parts of scenarios add up to the whole load, and
 * parts of iterations to the whole run. Counts are added and histograms are merged; nothing is
 * averaged.
 *
 * @param totals totals by operation, of the operations intended in the phase
 * @param arrivals gaps between arrivals; null in a closed load
 * @param calls use of the sessions; null if the phase did not start
 */
record Part(
    ScenarioSpec scenario,
    Load load,
    Map<OperationType, Totals> totals,
    Waiting waiting,
    @Nullable ArrivalLaw arrivals,
    @Nullable Calls calls) {
  /**
   * The load that was requested.
   *
   * @param models models of all its loads, usually one
   * @param ratePerSecond mean target rate; 0 for a closed load
   * @param timeoutNanos the shortest timeout
   */
  record Load(
      Set<Model> models, double ratePerSecond, int workers, int maxInFlight, long timeoutNanos) {
    /**
     * Returns the requested load of all generators together.
     *
     * @param shareOfTime share of time in which each generator had a load, by number
     */
    static Load of(Map<Integer, Asked> asked, IntToDoubleFunction shareOfTime) {
      Set<Model> models = EnumSet.noneOf(Model.class);
      asked.values().forEach(each -> models.add(each.model()));
      return new Load(
          models,
          asked.entrySet().stream()
              .mapToDouble(each ->
                  each.getValue().meanPerSecond() * shareOfTime.applyAsDouble(each.getKey()))
              .sum(),
          asked.values().stream().mapToInt(Asked::workers).sum(),
          asked.values().stream().mapToInt(Asked::maxInFlight).sum(),
          asked.values().stream().mapToLong(Asked::timeoutNanos).min().orElseThrow());
    }

    /** Returns the load with another rate. */
    Load at(double perSecond) {
      return new Load(models, perSecond, workers, maxInFlight, timeoutNanos);
    }
  }

  /**
   * The waits of arrivals for a place in flight.
   *
   * @param byCause waits by cause
   * @param atBound arrivals that found the in-flight bound reached
   * @param withoutSession arrivals that found every session busy
   */
  record Waiting(Map<String, Histogram> byCause, long atBound, long withoutSession) {
    /** Returns the value without waits. */
    static Waiting none() {
      return new Waiting(noWaits(), 0, 0);
    }

    /** Returns an empty histogram for each cause. */
    static Map<String, Histogram> noWaits() {
      Map<String, Histogram> byCause = new LinkedHashMap<>();
      for (String cause : List.of(Waits.GENERATOR, Waits.BOUND, Waits.SESSION)) {
        byCause.put(cause, new Histogram(3));
      }
      return byCause;
    }
  }

  /**
   * The calls in flight from the start of a phase until all of its operations have ended.
   *
   * @param inFlightNanos calls in flight, integrated over time
   * @param carriedIn calls that were in flight or waiting at the start
   * @param lateNanos the longest time between the start and the first count
   */
  record Calls(double inFlightNanos, long nanos, long carriedIn, long lateNanos) {
    /** Returns the sum with the calls of the next part of the same period. */
    Calls then(Calls next) {
      return new Calls(
          inFlightNanos + next.inFlightNanos, nanos + next.nanos, carriedIn, lateNanos);
    }

    /** Returns the sum of calls at the same time. */
    static Calls together(Collection<Calls> all) {
      return new Calls(
          all.stream().mapToDouble(Calls::inFlightNanos).sum(),
          all.stream().mapToLong(Calls::nanos).max().orElse(0),
          all.stream().mapToLong(Calls::carriedIn).sum(),
          all.stream().mapToLong(Calls::lateNanos).max().orElse(0));
    }

    /** Returns the sum of calls in consecutive phases. */
    static Calls inARow(Collection<Calls> all) {
      Calls sum = together(all);
      return new Calls(
          sum.inFlightNanos,
          all.stream().mapToLong(Calls::nanos).sum(),
          sum.carriedIn,
          sum.lateNanos);
    }
  }

  /** Returns the sum of the parts of loads that ran at the same time. */
  static Part together(List<Part> parts) {
    return parts.size() == 1 ? parts.getFirst() : sum(parts, true);
  }

  /** Returns the sum of the parts of one scenario in consecutive phases. */
  static Part inARow(List<Part> parts) {
    return parts.size() == 1 ? parts.getFirst() : sum(parts, false);
  }

  private static Part sum(List<Part> parts, boolean together) {
    Map<OperationType, Totals> totals = new LinkedHashMap<>();
    List<Calls> calls = new ArrayList<>();
    for (Part part : parts) {
      addAll(totals, part.totals);
      if (part.calls != null) {
        calls.add(part.calls);
      }
    }
    return new Part(
        parts.getLast().scenario,
        sumOf(parts.stream().map(Part::load).toList(), together),
        totals,
        sumOf(parts.stream().map(Part::waiting).toList()),
        together ? null : lawOf(parts),
        calls.size() < parts.size()
            ? null
            : together ? Calls.together(calls) : Calls.inARow(calls));
  }

  private static Load sumOf(List<Load> loads, boolean together) {
    Set<Model> models = EnumSet.noneOf(Model.class);
    loads.forEach(load -> models.addAll(load.models));
    Load last = loads.getLast();
    return new Load(
        models,
        loads.stream().mapToDouble(Load::ratePerSecond).sum() / (together ? 1 : loads.size()),
        together ? loads.stream().mapToInt(Load::workers).sum() : last.workers,
        together ? loads.stream().mapToInt(Load::maxInFlight).sum() : last.maxInFlight,
        loads.stream().mapToLong(Load::timeoutNanos).min().orElseThrow());
  }

  private static Waiting sumOf(List<Waiting> waits) {
    Map<String, Histogram> byCause = new LinkedHashMap<>();
    for (Waiting each : waits) {
      each.byCause.forEach(
          (cause, times) -> byCause.computeIfAbsent(cause, c -> new Histogram(3)).add(times));
    }
    return new Waiting(
        byCause,
        waits.stream().mapToLong(Waiting::atBound).sum(),
        waits.stream().mapToLong(Waiting::withoutSession).sum());
  }

  private static @Nullable ArrivalLaw lawOf(List<Part> parts) {
    List<ArrivalLaw> laws = new ArrayList<>();
    for (Part part : parts) {
      if (part.arrivals != null) {
        laws.add(part.arrivals);
      }
    }
    return laws.isEmpty() ? null : ArrivalLaw.of(laws);
  }

  /** Adds totals by type to others. Totals of a new type are shared, not copied. */
  static void addAll(Map<OperationType, Totals> to, Map<OperationType, Totals> more) {
    more.forEach((type, totals) -> to.merge(type, totals, Totals::plus));
  }

  Totals all() {
    return PhaseRecorder.sum(totals);
  }

  /**
   * Returns the totals of an operation, of {@code all}, or of a step such as {@code checkout/read}.
   */
  Totals totals(String name) {
    return PhaseRecorder.named(totals, name);
  }

  /** Whether some of the operations had no intended start. */
  boolean closed() {
    return load.models.contains(Model.CLOSED);
  }
}
