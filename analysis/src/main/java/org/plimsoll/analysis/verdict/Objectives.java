package org.plimsoll.analysis.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.SloSpec;
import org.plimsoll.engine.spec.SloSpec.Comparison;
import org.plimsoll.result.ConsistencySummary;
import org.plimsoll.result.ConsistencySummary.LostWrites;
import org.plimsoll.result.DriverCounts;
import org.plimsoll.result.Latencies;
import org.plimsoll.result.Latency;
import org.plimsoll.result.Rates;
import org.plimsoll.result.SeriesFigures;
import org.plimsoll.result.SloOutcome;
import org.plimsoll.result.Summary.OperationSummary;
import org.plimsoll.result.Summary.SloResult;
import org.plimsoll.result.Validity;

/** Judges whether objectives are met, as a pure function of measured figures. */
public final class Objectives {
  private static final String LOST_WRITES = "lost-writes";

  private Objectives() {}

  /**
   * The figures by which objectives are judged.
   *
   * @param operation the operation; null if there was no such operation
   * @param errorShare share of all intended operations that neither succeeded nor found nothing
   * @param driver counters and timings of the driver
   * @param telemetry telemetry figures, by the name of the series
   * @param consistency consistency results; null if consistency was not checked
   */
  public record Observed(
      @Nullable OperationSummary operation,
      double errorShare,
      Rates rates,
      OfDriver driver,
      Map<String, SeriesFigures> telemetry,
      @Nullable ConsistencySummary consistency) {
    public Observed(@Nullable OperationSummary operation, double errorShare, Rates rates) {
      this(operation, errorShare, rates, OfDriver.NONE, Map.of(), null);
    }
  }

  /** The counters and timings of a driver, by name. */
  public record OfDriver(Map<String, Long> counters, Map<String, Latency> timings) {
    public static final OfDriver NONE = new OfDriver(Map.of(), Map.of());
  }

  /** Supplies the figures of an operation or of {@code all}. */
  @FunctionalInterface
  public interface Source {
    Observed of(String operation);
  }

  /**
   * Judges each objective. An invalid result decides none of them, since the generator may have
   * caused both misses and passes. Only lost writes count even then.
   */
  public static List<SloResult> judge(List<SloSpec> objectives, Validity validity, Source source) {
    boolean isInvalid = validity == Validity.INVALID;
    List<SloResult> results = new ArrayList<>();
    for (SloSpec objective : objectives) {
      Double observed = observed(objective, source.of(objective.operation()));
      SloOutcome result = result(objective, observed);
      boolean isFact = objective.metric().equals(LOST_WRITES) && result == SloOutcome.FAILED;
      result = isInvalid && !isFact ? SloOutcome.UNDECIDED : result;
      results.add(new SloResult(objective.text(), result, observed, objective.isDefault()));
    }
    return results;
  }

  /** Returns the outcome of all results together. */
  public static SloOutcome overall(List<SloResult> results) {
    if (results.isEmpty()) {
      return SloOutcome.NONE;
    }
    if (results.stream().anyMatch(result -> result.result() == SloOutcome.FAILED)) {
      return SloOutcome.FAILED;
    }
    boolean undecided =
        results.stream().anyMatch(result -> result.result() == SloOutcome.UNDECIDED);
    return undecided ? SloOutcome.UNDECIDED : SloOutcome.PASSED;
  }

  private static @Nullable Double observed(SloSpec objective, Observed observed) {
    if (objective.operation().equals(SloSpec.CONSISTENCY)) {
      ConsistencySummary consistency = observed.consistency();
      return consistency == null ? null : observed(objective, consistency);
    }
    if (objective.isOnTelemetry()) {
      boolean highest = objective.comparison() == Comparison.BELOW;
      return SeriesFigures.bounded(observed.telemetry(), objective.metric(), highest);
    }
    OperationSummary operation = observed.operation();
    if (operation == null) {
      return null;
    }
    String counter = objective.driverCounter();
    if (counter != null) {
      return DriverCounts.figure(observed.driver().counters(), counter);
    }
    String timing = objective.driverTiming();
    if (timing != null) {
      Latency times = observed.driver().timings().get(timing);
      return times == null ? null : Latencies.named(times, objective.figure());
    }
    return switch (objective.metric()) {
      case "errors" -> observed.errorShare();
      case "throughput" -> observed.rates().throughputPerSecond();
      case "goodput" -> observed.rates().goodputPerSecond();
      default -> {
        Latency response = operation.responseNanos();
        Latency latency = response == null ? operation.serviceNanos() : response;
        yield Latencies.named(latency, objective.metric());
      }
    };
  }

  /**
   * Returns the observed figure; null if unread keys leave open whether the number of lost writes
   * is within the bound.
   */
  private static @Nullable Double observed(SloSpec objective, ConsistencySummary consistency) {
    if (!objective.metric().equals(LOST_WRITES)) {
      return consistency.freshness().reads().staleShare().share();
    }
    LostWrites lost = consistency.lostWrites();
    if (lost == null || (lost.keysUnread() > 0 && lost.lost() < objective.bound())) {
      return null;
    }
    return (double) lost.lost();
  }

  private static SloOutcome result(SloSpec objective, @Nullable Double observed) {
    if (observed == null) {
      return SloOutcome.UNDECIDED;
    }
    boolean met =
        switch (objective.comparison()) {
          case BELOW -> observed < objective.bound();
          case ABOVE -> observed > objective.bound();
        };
    return met ? SloOutcome.PASSED : SloOutcome.FAILED;
  }
}
