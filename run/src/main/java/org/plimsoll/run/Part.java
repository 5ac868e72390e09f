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
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.measure.Waits;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.engine.spec.RunSpec.FillSpec;
import org.plimsoll.engine.spec.ScenarioSpec;

/**
 * What a scenario did in a measurement. Parts of scenarios add up to the whole load, parts of
 * iterations to the whole run. Counts are added and histograms merged; nothing is averaged.
 *
 * @param models of all loads in it, usually one
 * @param ratePerSecond the mean target rate; 0 when closed
 * @param timeoutNanos the shortest deadline
 * @param totals by operation, of those intended in the phase
 * @param waits by cause
 * @param arrivalsAtBound arrivals that found no room, and {@code arrivalsWithoutSession} likewise
 * @param arrivals gaps between them; null in a closed load
 * @param calls use of the sessions; null if the phase never began
 */
record Part(
    ScenarioSpec scenario,
    Set<Model> models,
    double ratePerSecond,
    int workers,
    int maxInFlight,
    long timeoutNanos,
    Map<OperationType, Totals> totals,
    Map<String, Histogram> waits,
    long arrivalsAtBound,
    long arrivalsWithoutSession,
    @Nullable ArrivalLaw arrivals,
    @Nullable Calls calls) {
  /**
   * Calls in flight, from the start of the phase until all of it has ended.
   *
   * @param inFlightNanos added up over time
   * @param carriedIn calls that were in flight or waited at its start
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
        EnumSet.of(fill != null ? Model.CLOSED : now.model()),
        ratePerSecond,
        fill != null ? fill.workers() : now.workers(),
        now.model() == Model.PACED ? now.workers() : now.bound().maxInFlight(),
        now.timeoutNanos(),
        totals,
        copy(waits.totals()),
        waits.arrivalsAtBound(),
        waits.arrivalsWithoutSession(),
        fill != null || now.model() == Model.CLOSED ? null : law(waits.gaps()),
        calls);
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
    Set<Model> models = EnumSet.noneOf(Model.class);
    Map<OperationType, Totals> totals = new LinkedHashMap<>();
    Map<String, Histogram> waits = new LinkedHashMap<>();
    List<Calls> calls = new ArrayList<>();
    for (Part part : parts) {
      models.addAll(part.models);
      addAll(totals, part.totals);
      part.waits.forEach(
          (cause, times) -> waits.computeIfAbsent(cause, c -> new Histogram(3)).add(times));
      if (part.calls != null) {
        calls.add(part.calls);
      }
    }
    Part last = parts.getLast();
    return new Part(
        last.scenario,
        models,
        parts.stream().mapToDouble(Part::ratePerSecond).sum() / (together ? 1 : parts.size()),
        together ? parts.stream().mapToInt(Part::workers).sum() : last.workers,
        together ? parts.stream().mapToInt(Part::maxInFlight).sum() : last.maxInFlight,
        parts.stream().mapToLong(Part::timeoutNanos).min().orElseThrow(),
        totals,
        waits,
        parts.stream().mapToLong(Part::arrivalsAtBound).sum(),
        parts.stream().mapToLong(Part::arrivalsWithoutSession).sum(),
        together ? null : lawOf(parts),
        calls.size() < parts.size() ? null : sumOf(calls, together));
  }

  private static Calls sumOf(List<Calls> calls, boolean together) {
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

  /** Adds totals to others, by type. */
  static void addAll(Map<OperationType, Totals> to, Map<OperationType, Totals> more) {
    more.forEach((type, totals) -> to.computeIfAbsent(type, t -> new Totals()).add(totals));
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
    return models.contains(Model.CLOSED);
  }
}
