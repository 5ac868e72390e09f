package org.plimsoll.run;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.verdict.ArrivalLaw;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.measure.ArrivalGaps;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.measure.Waits;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.engine.spec.RunSpec.FillSpec;
import org.plimsoll.engine.spec.ScenarioSpec;

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
   * @param models models of all loads in it, usually one
   * @param ratePerSecond mean target rate; 0 for a closed load
   * @param timeoutNanos the shortest deadline
   */
  record Load(
      Set<Model> models, double ratePerSecond, int workers, int maxInFlight, long timeoutNanos) {}

  /**
   * The waits of arrivals.
   *
   * @param byCause waits by cause
   * @param atBound arrivals that found the in-flight bound reached
   * @param withoutSession arrivals that found every session busy
   */
  record Waiting(Map<String, Histogram> byCause, long atBound, long withoutSession) {}

  /**
   * The calls in flight, from the start of the phase until all of its operations have ended.
   *
   * @param inFlightNanos calls in flight, integrated over time
   * @param carriedIn calls that were in flight or waiting at its start
   * @param lateNanos the longest time between the start and the first count
   */
  record Calls(double inFlightNanos, long nanos, long carriedIn, long lateNanos) {}

  static Part of(
      ScenarioSpec scenario,
      Parameters now,
      double ratePerSecond,
      @Nullable FillSpec fill,
      Map<OperationType, Totals> totals,
      Waits waits,
      @Nullable Calls calls) {
    return new Part(
        scenario,
        new Load(
            EnumSet.of(fill != null ? Model.CLOSED : now.model()),
            ratePerSecond,
            fill != null ? fill.workers() : now.workers(),
            now.model() == Model.PACED ? now.workers() : now.bound().maxInFlight(),
            now.timeoutNanos()),
        totals,
        // Counted with the operations: an arrival of the warm-up may wait in the measurement.
        new Waiting(
            copy(waits.totals()),
            count(totals, Counter.AT_BOUND),
            count(totals, Counter.WITHOUT_SESSION)),
        fill != null || now.model() == Model.CLOSED ? null : law(waits.gaps()),
        calls);
  }

  private static long count(Map<OperationType, Totals> totals, Counter counter) {
    return totals.values().stream().mapToLong(each -> each.count(counter)).sum();
  }

  private static ArrivalLaw law(ArrivalGaps gaps) {
    ArrivalGaps.Sample sample = gaps.sample();
    return new ArrivalLaw(sample.asked(), sample.came(), sample.askedBefore(), sample.cameBefore());
  }

  private static Map<String, Histogram> copy(Map<String, Histogram> histograms) {
    Map<String, Histogram> copies = new LinkedHashMap<>();
    histograms.forEach((name, histogram) -> copies.put(name, histogram.copy()));
    return copies;
  }

  /** The sum of the parts of loads that ran at the same time. */
  static Part together(List<Part> parts) {
    return parts.size() == 1 ? parts.getFirst() : sum(parts, true);
  }

  /** The sum of the parts of one scenario in successive phases. */
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
        calls.size() < parts.size() ? null : sumOfCalls(calls, together));
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

  private static Calls sumOfCalls(List<Calls> calls, boolean together) {
    long nanos = 0;
    for (Calls each : calls) {
      nanos = together ? Math.max(nanos, each.nanos()) : nanos + each.nanos();
    }
    return new Calls(
        calls.stream().mapToDouble(Calls::inFlightNanos).sum(),
        nanos,
        calls.stream().mapToLong(Calls::carriedIn).sum(),
        calls.stream().mapToLong(Calls::lateNanos).max().orElse(0));
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

  /** Adds totals to others, by type. Those of a type that the others lack are shared with them. */
  static void addAll(Map<OperationType, Totals> to, Map<OperationType, Totals> more) {
    more.forEach((type, totals) -> to.merge(type, totals, Totals::plus));
  }

  Totals all() {
    return PhaseRecorder.sum(totals);
  }

  /** The totals of an operation, of {@code all}, or of a step such as {@code checkout/read}. */
  Totals totals(String name) {
    return PhaseRecorder.named(totals, name);
  }

  /** Whether some of its operations had no intended start. */
  boolean closed() {
    return load.models.contains(Model.CLOSED);
  }
}
