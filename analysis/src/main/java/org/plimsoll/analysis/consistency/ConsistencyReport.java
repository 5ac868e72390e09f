package org.plimsoll.analysis.consistency;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.ConsistencySpec;
import org.plimsoll.result.ConsistencySummary;
import org.plimsoll.result.ConsistencySummary.Atomicity;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Severity;
import org.plimsoll.result.Summary.Finding;

/**
 * The consistency results of a run.
 *
 * @param findings the results as sentences
 */
public record ConsistencyReport(ConsistencySummary summary, List<Finding> findings) {

  /**
   * Creates the report, and writes the history to its file if the spec names one.
   *
   * @param monitor monitor of this generator; it has a history only if the run has one generator
   * @param parts results of all generators
   */
  public static ConsistencyReport of(ConsistencyMonitor monitor, List<ConsistencyPart> parts) {
    List<OperationHistory.Entry> history = history(monitor);
    ConsistencySpec spec = monitor.spec();
    ConsistencyReport report =
        of(spec, parts, history.isEmpty() ? null : atomicity(history, !monitor.history().isFull()));
    String file = spec.history().file();
    if (file == null) {
      return report;
    }
    List<Finding> findings = new ArrayList<>(report.findings);
    export(history, monitor, Path.of(file), findings);
    return new ConsistencyReport(report.summary, List.copyOf(findings));
  }

  /**
   * Creates the report of a process without a generator.
   *
   * @param parts results of all generators
   */
  public static ConsistencyReport of(ConsistencySpec spec, List<ConsistencyPart> parts) {
    return of(spec, parts, null);
  }

  private static ConsistencyReport of(
      ConsistencySpec spec, List<ConsistencyPart> parts, @Nullable Atomicity atomicity) {
    Tally tally = new Tally();
    parts.forEach(part -> tally.add(part.reads()));
    long lostReads = parts.stream().mapToLong(ConsistencyPart::lostReads).sum();
    ConsistencySummary summary =
        new ConsistencySummary(
            parts.stream().mapToInt(ConsistencyPart::keysFollowed).max().orElse(0),
            spec.clients(),
            new ConsistencySummary.Freshness(
                tally.reads(lostReads), tally.staleNanos(), tally.stale(), tally.visibility()),
            tally.guarantees(),
            ConsistencyPart.lost(parts),
            atomicity,
            ConsistencyPart.probe(parts));
    return new ConsistencyReport(summary, List.copyOf(ConsistencyFindings.of(summary)));
  }

  /** Returns the history without keys that an operation with an unknown effect has changed. */
  private static List<OperationHistory.Entry> history(ConsistencyMonitor monitor) {
    return monitor.history().entries().stream()
        .filter(entry -> {
          KeyHistory key = monitor.sample().find(entry.key());
          return key != null && !key.isUnknowable();
        })
        .toList();
  }

  private static Atomicity atomicity(List<OperationHistory.Entry> history, boolean complete) {
    Map<Long, List<OperationHistory.Entry>> byKey = new TreeMap<>();
    history.forEach(e -> byKey.computeIfAbsent(e.key(), key -> new ArrayList<>()).add(e));
    int conflictingKeys = 0;
    long conflicts = 0;
    Long deltaMax = 0L;
    String example = null;
    for (Map.Entry<Long, List<OperationHistory.Entry>> key : byKey.entrySet()) {
      AtomicRegister.Result result = AtomicRegister.check(key.getValue());
      if (result.conflicts() == 0) {
        continue;
      }
      conflictingKeys++;
      conflicts += result.conflicts();
      Long delta = result.deltaNanos();
      deltaMax = delta == null || deltaMax == null ? null : (Long) Math.max(deltaMax, delta);
      if (example == null) {
        example =
            "The operations on key %d are not linearizable (conflicts: %,d), %s."
                .formatted(
                    key.getKey(),
                    result.conflicts(),
                    delta == null
                        ? "even if reads may be stale"
                        : "unless reads may be stale by Δ = " + ConsistencyFindings.instant(delta));
      }
    }
    return new Atomicity(
        history.size(), complete, byKey.size(), conflictingKeys, conflicts, deltaMax, example);
  }

  private static void export(
      List<OperationHistory.Entry> history,
      ConsistencyMonitor monitor,
      Path file,
      List<Finding> findings) {
    try (Writer out = Files.newBufferedWriter(file)) {
      HistoryExport.write(history, monitor.spec().history().format(), out);
      if (monitor.history().isFull()) {
        findings.add(
            new Finding(
                FindingCode.HISTORY_CUT,
                Severity.INFO,
                "The history ends after %,d operations; history-ops says how many are kept."
                    .formatted(history.size())));
      }
    } catch (IOException e) {
      findings.add(
          new Finding(
              FindingCode.HISTORY_NOT_WRITTEN,
              Severity.INFO,
              "The history could not be written: " + e + "."));
    }
  }
}
