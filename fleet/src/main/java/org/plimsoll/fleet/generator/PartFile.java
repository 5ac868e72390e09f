package org.plimsoll.fleet.generator;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.result.Latencies;
import org.plimsoll.result.Phase;
import org.plimsoll.run.second.GeneratorSecond;
import org.plimsoll.run.second.SecondSum;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes the figures of this node to {@code part.jsonl} in the run folder. There is a line per
 * second for the first two hours, then one per 10 s, and after a day one per minute. The latencies
 * are in {@link PartHistograms}. The other files in the folder contain the figures of all nodes.
 * Thread-safe.
 */
final class PartFile {
  static final String NAME = "part.jsonl";

  private static final double NANOS_PER_SECOND = 1e9;
  private static final long HOUR_SECONDS = 3_600;
  private static final List<String> PERCENTILES = List.of("p50", "p90", "p95", "p99", "p999");

  private final String node;
  private final JsonMapper mapper = new JsonMapper();
  private final PartLines lines = new PartLines(NAME);
  private final PartHistograms histograms = new PartHistograms();
  private @Nullable Pending pending;
  private @Nullable Phase lastPhase;

  /**
   * @param node the name of this node
   */
  PartFile(String node) {
    this.node = node;
  }

  /** The data of the next line. */
  private static final class Pending {
    private final GeneratorSecond first;
    private final Phase phase;
    private final SecondSum sum = new SecondSum();
    private long atNanos;

    private Pending(GeneratorSecond first, Phase phase) {
      this.first = first;
      this.phase = phase;
    }
  }

  /** Sets the run folder when it exists. */
  synchronized void in(Path folder) {
    lines.in(folder);
    histograms.in(folder);
  }

  /** Adds a second, or a part of one. */
  synchronized void add(GeneratorSecond second) {
    long startNanos = second.window().startNanos();
    long atNanos = second.window().atNanos();
    Phase phase = second.window().phaseAt(startNanos + (atNanos - startNanos) / 2);
    if (pending != null && pending.phase != phase) {
      end();
    }
    if (phase != lastPhase) {
      histograms.end(startNanos);
      lastPhase = phase;
    }
    if (pending == null) {
      pending = new Pending(second, phase);
    }
    pending.sum.add(second);
    pending.atNanos = atNanos;
    double seconds = atNanos / NANOS_PER_SECOND;
    long every = seconds < 2 * HOUR_SECONDS ? 1 : seconds < 24 * HOUR_SECONDS ? 10 : 60;
    boolean isFull =
        atNanos - pending.first.window().startNanos() >= (every - 0.5) * NANOS_PER_SECOND;
    if (isFull || second.window().isLast()) {
      end();
    }
    if (second.window().isLast()) {
      histograms.end(atNanos);
    }
  }

  private void end() {
    Pending its = pending;
    pending = null;
    if (its != null) {
      lines.add(List.of(mapper.writeValueAsString(shown(its))));
      histograms.add(its.sum, its.first.window().startNanos(), its.atNanos);
    }
  }

  private Map<String, @Nullable Object> shown(Pending its) {
    long startNanos = its.first.window().startNanos();
    double seconds = Math.max(1, its.atNanos - startNanos) / NANOS_PER_SECOND;
    Map<String, @Nullable Object> line = new LinkedHashMap<>();
    line.put("node", node);
    line.put("generator", its.first.generator());
    line.put("at", its.atNanos / NANOS_PER_SECOND);
    line.put("seconds", seconds);
    line.put("phase", its.phase.text());
    its.sum
        .machines()
        .forEach(
            (_, machine) -> line.put("cpuCores", machine.cpuNanos() / NANOS_PER_SECOND / seconds));
    Map<String, Object> scenarios = new LinkedHashMap<>();
    its.sum.scenarios().forEach((name, sum) -> scenarios.put(name, scenario(sum)));
    line.put("scenarios", scenarios);
    return line;
  }

  private static Map<String, @Nullable Object> scenario(SecondSum.Of sum) {
    Map<String, @Nullable Object> shown = new LinkedHashMap<>();
    shown.put("targetPerSecond", sum.targetPerSecond());
    shown.put("inFlight", sum.inFlight());
    shown.put("backlog", sum.backlog());
    shown.put(
        "lagP99Nanos", sum.lag().getTotalCount() == 0 ? 0 : sum.lag().getValueAtPercentile(99));
    Map<OperationType, Totals> totals = sum.totals();
    Map<String, Object> operations = new LinkedHashMap<>();
    operations.put("all", operation(PhaseRecorder.sum(totals)));
    totals.forEach((type, its) -> operations.put(type.name(), operation(its)));
    shown.put("operations", operations);
    return shown;
  }

  private static Map<String, @Nullable Object> operation(Totals totals) {
    Map<String, @Nullable Object> shown = new LinkedHashMap<>();
    shown.put("scheduled", totals.count(Counter.SCHEDULED));
    shown.put("answered", totals.answered() + totals.late());
    shown.put("failed", totals.count(Counter.FAILED));
    shown.put("unanswered", totals.censored());
    if (totals.response().getTotalCount() > 0) {
      shown.put("responseNanos", latency(totals.response(), totals.censored()));
    }
    shown.put("serviceNanos", latency(totals.service(), totals.count(Counter.TIMED_OUT)));
    return shown;
  }

  /** Returns percentiles by name; those among unanswered operations are null. */
  private static Map<String, @Nullable Long> latency(Histogram nanos, long unanswered) {
    Map<String, @Nullable Long> shown = new LinkedHashMap<>();
    for (String name : PERCENTILES) {
      double value = Latencies.nanosAt(Latencies.quantile(name), nanos, unanswered);
      shown.put(name, Double.isFinite(value) ? (Long) (long) value : null);
    }
    shown.put("max", unanswered > 0 || nanos.getTotalCount() == 0 ? null : nanos.getMaxValue());
    return shown;
  }
}
