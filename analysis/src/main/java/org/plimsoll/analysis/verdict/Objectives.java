package org.plimsoll.analysis.verdict;

import org.plimsoll.result.SloOutcome;
import org.plimsoll.result.Validity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.ConsistencySummary;
import org.plimsoll.result.ConsistencySummary.LostWrites;
import org.plimsoll.result.DriverCounts;
import org.plimsoll.result.Latencies;
import org.plimsoll.result.Summary.Latency;
import org.plimsoll.result.Summary.OperationSummary;
import org.plimsoll.result.Summary.SloResult;
import org.plimsoll.engine.spec.SloSpec;

/** Whether objectives are met: a pure function of what was measured. */
public final class Objectives {
  private static final String LOST_WRITES = "lost-writes";

  private Objectives() {}

  /**
   * What the objectives can be held against.
   *
   * @param operation null when there was no such operation
   * @param errorShare of all operations intended, those that neither succeeded nor found nothing
   * @param driverCounters what the driver has counted
   * @param consistency what was found out; null when nothing was looked for
   */
  public record Observed(
      @Nullable OperationSummary operation,
      double errorShare,
      double throughputPerSecond,
      Map<String, Long> driverCounters,
      @Nullable ConsistencySummary consistency) {
    public Observed(
        @Nullable OperationSummary operation, double errorShare, double throughputPerSecond) {
      this(operation, errorShare, throughputPerSecond, Map.of(), null);
    }
  }

  /** Where the figures of an operation, or of {@code all}, come from. */
  @FunctionalInterface
  public interface Source {
    Observed of(String operation);
  }

  /**
   * Each objective's result. An invalid result decides none of them: that it missed one may be the
   * generator's doing, and so may be that it met one. Writes that were lost are lost all the same.
   */
  public static List<SloResult> judge(List<SloSpec> objectives, Validity validity, Source source) {
    boolean isInvalid = validity == Validity.INVALID;
    List<SloResult> results = new ArrayList<>();
    for (SloSpec objective : objectives) {
      Double observed = observed(objective, source.of(objective.operation()));
      SloOutcome result = result(objective, observed);
      boolean isFact = objective.metric().equals(LOST_WRITES) && result == SloOutcome.FAILED;
      result = isInvalid && !isFact ? SloOutcome.UNDECIDED : result;
      results.add(new SloResult(objective.text(), result, observed));
    }
    return results;
  }

  /** All results as one word. */
  public static SloOutcome overall(List<SloResult> results) {
    if (results.isEmpty()) {
      return SloOutcome.NONE;
    }
    if (results.stream().anyMatch(result -> result.result() == SloOutcome.FAILED)) {
      return SloOutcome.FAILED;
    }
    boolean undecided = results.stream().anyMatch(result -> result.result() == SloOutcome.UNDECIDED);
    return undecided ? SloOutcome.UNDECIDED : SloOutcome.PASSED;
  }

  private static @Nullable Double observed(SloSpec objective, Observed observed) {
    if (objective.operation().equals(SloSpec.CONSISTENCY)) {
      ConsistencySummary consistency = observed.consistency();
      return consistency == null ? null : observed(objective, consistency);
    }
    OperationSummary operation = observed.operation();
    if (operation == null) {
      return null;
    }
    String counter = objective.driverCounter();
    if (counter != null) {
      return DriverCounts.figure(observed.driverCounters(), counter);
    }
    return switch (objective.metric()) {
      case "errors" -> observed.errorShare();
      case "throughput" -> observed.throughputPerSecond();
      default -> {
        Latency response = operation.responseNanos();
        Latency latency = response == null ? operation.serviceNanos() : response;
        yield Latencies.named(latency, objective.metric());
      }
    };
  }

  /** Keys that could not be read back leave it open whether so few writes were lost. */
  private static @Nullable Double observed(SloSpec objective, ConsistencySummary consistency) {
    if (!objective.metric().equals(LOST_WRITES)) {
      return consistency.reads().staleShare().share();
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
