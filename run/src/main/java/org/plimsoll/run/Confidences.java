package org.plimsoll.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.statistics.Estimate;
import org.plimsoll.analysis.statistics.LatencyBatches;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.result.Confidence;
import org.plimsoll.result.Latencies;
import org.plimsoll.result.Latency;
import org.plimsoll.result.Summary.OperationSummary;

/**
 * Collects the operations of the measurement in batches, for the confidence intervals of its
 * figures.
 */
final class Confidences {
  private static final double LEVEL = 0.95;

  private final Map<String, LatencyBatches> response = new TreeMap<>();
  private final Map<String, LatencyBatches> service = new TreeMap<>();

  /** Adds the operations that ended since the last call and were intended in the measure phase. */
  void add(List<Map<OperationType, Totals>> scenarios) {
    Map<OperationType, Totals> byType = new LinkedHashMap<>();
    scenarios.forEach(scenario -> Part.addAll(byType, scenario));
    Totals all = PhaseRecorder.sum(byType);
    if (all.ended() == 0) {
      return;
    }
    add("all", all);
    byType.forEach((type, totals) -> {
      add(type.name(), totals);
      totals.steps().forEach((step, its) -> add(type.name() + "/" + step, its));
    });
  }

  private void add(String name, Totals totals) {
    if (totals.response().getTotalCount() > 0 || response.containsKey(name)) {
      add(response, name, totals.response(), totals.censored());
    }
    add(
        service,
        name,
        totals.service(),
        totals.count(Counter.TIMED_OUT) + totals.count(Counter.UNFINISHED));
  }

  private static void add(
      Map<String, LatencyBatches> to, String name, Histogram times, long neverEnded) {
    to.computeIfAbsent(name, n -> new LatencyBatches()).add(times, neverEnded);
  }

  /** Returns the same operations with confidence intervals for their latencies. */
  Map<String, OperationSummary> beside(Map<String, OperationSummary> operations) {
    Map<String, OperationSummary> sure = new LinkedHashMap<>();
    operations.forEach((name, operation) -> {
      Latency times = operation.responseNanos();
      sure.put(
          name,
          new OperationSummary(
              operation.counts(),
              operation.throughputPerSecond(),
              operation.failures(),
              operation.failureMessages(),
              times == null ? null : beside(times, response.get(name)),
              beside(operation.serviceNanos(), service.get(name))));
    });
    return sure;
  }

  private static Latency beside(Latency latency, @Nullable LatencyBatches batches) {
    if (batches == null) {
      return latency;
    }
    Map<String, Confidence.Range> ranges = new LinkedHashMap<>();
    Map<String, String> insufficient = new LinkedHashMap<>();
    Function<String, Estimate> estimate =
        name ->
            name.equals("mean")
                ? batches.mean(LEVEL)
                : batches.percentile(Latencies.quantile(name), LEVEL);
    for (String name : Confidence.NAMES) {
      if (Latencies.named(latency, name) == null) {
        continue;
      }
      switch (estimate.apply(name)) {
        case Estimate.Bounds bounds ->
            ranges.put(
                name,
                new Confidence.Range(
                    bounds.low(),
                    Double.isInfinite(bounds.high()) ? null : (Double) bounds.high()));
        case Estimate.Insufficient none -> insufficient.put(name, none.reason());
      }
    }
    return latency.with(new Confidence(LEVEL, ranges, insufficient));
  }
}
