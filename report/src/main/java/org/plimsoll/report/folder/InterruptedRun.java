package org.plimsoll.report.folder;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.Figures;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Interval.LoadInterval;
import org.plimsoll.result.Interval.OperationInterval;
import org.plimsoll.result.JvmFacts;
import org.plimsoll.result.Latencies;
import org.plimsoll.result.Latency;
import org.plimsoll.result.LoggedHistograms;
import org.plimsoll.result.Pauses;
import org.plimsoll.result.Phase;
import org.plimsoll.result.Severity;
import org.plimsoll.result.SloOutcome;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Summary.Finding;
import org.plimsoll.result.Summary.LoadFigures;
import org.plimsoll.result.Summary.OperationSummary;
import org.plimsoll.result.Summary.ScenarioSummary;
import org.plimsoll.result.Summary.SloResult;
import org.plimsoll.result.Validity;

/**
 * The summary of a run whose process ended without writing one, computed from the intervals and
 * histograms of its measurement. Rates are means weighted by length, counts are sums, and
 * percentiles come from the merged histograms. It differs in three ways from the summary that a
 * process writes:
 *
 * <ul>
 *   <li>The operations that were in flight at the end are unknown. Those that were due and have no
 *       outcome count as unfinished.
 *   <li>The counts include operations of the warm-up that ended in the measurement.
 *   <li>The validity follows from the validity of the intervals ({@link #disturbed}), and
 *       objectives are undecided.
 * </ul>
 */
final class InterruptedRun {
  /**
   * Share of disturbed time above which a result is suspect: a disturbed hundredth of the time can
   * determine the whole p99.
   */
  private static final double SUSPECT_SHARE = 0.01;

  /**
   * Share of invalid time above which a result is invalid, because other percentiles also describe
   * the generator.
   */
  private static final double INVALID_SHARE = 0.1;

  private static final String ALL = "all";

  /** The facts about a run that {@code run.json} contains. */
  record Facts(
      Summary.RunInfo run,
      long timeoutNanos,
      String problem,
      String java,
      List<String> flags,
      String host) {}

  private final Facts facts;
  private final Map<String, Histogram> nanosByTag = new TreeMap<>();
  private final Map<FindingCode, Long> disturbances = new TreeMap<>();
  private @Nullable Interval measured;
  private @Nullable Interval whole;
  private long intervals;
  private long disturbed;
  private long invalid;
  private long disturbedNanos;
  private long invalidNanos;
  private double cpuNanos;
  private long pauses;
  private long pauseNanos;
  private double inFlightNanos;

  private InterruptedRun(Facts facts) {
    this.facts = facts;
  }

  /**
   * Computes the summary.
   *
   * @return null if nothing was measured
   * @throws IOException if a file cannot be read
   */
  static @Nullable Summary summary(Path folder, Facts facts) throws IOException {
    InterruptedRun run = new InterruptedRun(facts);
    RunReplay.replay(folder, run::add);
    Interval measured = run.measured;
    Interval whole = run.whole;
    return measured == null || whole == null ? null : run.summary(measured, whole);
  }

  private void add(Interval interval, Map<String, Histogram> nanos) {
    Phase phase = interval.window().phase();
    if (phase == Phase.FILL || phase == Phase.WARMUP) {
      return;
    }
    // Operations of the measurement may end in the drain.
    nanos.forEach(
        (tag, histogram) -> nanosByTag.computeIfAbsent(tag, _ -> new Histogram(3)).add(histogram));
    Interval before = whole;
    whole = before == null ? interval : IntervalSum.of(before, interval);
    if (phase == Phase.DRAIN) {
      return;
    }
    Interval until = measured;
    measured = until == null ? interval : IntervalSum.of(until, interval);
    long lengthNanos = interval.window().lengthNanos();
    intervals++;
    cpuNanos += interval.health().cpuCores() * lengthNanos;
    pauses += interval.health().pauseNanosMax() > 0 ? 1 : 0;
    pauseNanos += interval.health().pauseNanosMax();
    inFlightNanos += (double) interval.figures().inFlight() * lengthNanos;
    if (interval.isDisturbed()) {
      judge(interval, lengthNanos);
    }
  }

  private void judge(Interval interval, long lengthNanos) {
    disturbed++;
    disturbedNanos += lengthNanos;
    if (interval.verdict().validity() == Validity.INVALID) {
      invalid++;
      invalidNanos += lengthNanos;
    }
    interval.verdict().findings().forEach(code -> disturbances.merge(code, 1L, Long::sum));
  }

  private Summary summary(Interval in, Interval until) {
    List<Finding> findings = findings(in);
    Validity validity =
        findings.stream().map(Finding::severity).reduce(Severity.INFO, Severity::or).validity();
    Map<String, ScenarioSummary> scenarios = new LinkedHashMap<>();
    until
        .scenarios()
        .forEach((name, its) ->
            scenarios.put(
                name, scenario(name, in.scenarios().getOrDefault(name, its), its, validity)));
    LoadInterval probe = in.probe();
    LoadInterval probed = until.probe();
    List<SloResult> objectives = objectives();
    double nanos = in.window().lengthNanos();
    return new Summary(
        Summary.SCHEMA,
        facts.run(),
        in.window().lengthNanos(),
        new Summary.Verdict(
            validity,
            objectives.isEmpty() ? SloOutcome.NONE : SloOutcome.UNDECIDED,
            objectives,
            findings),
        figures("", in.figures(), until.figures()),
        new Summary.DriverReport(Map.of(), Map.of(), Map.of()),
        new Summary.GeneratorSummary(
            cpuNanos / 1e9,
            new Pauses(pauses, pauseNanos, in.health().pauseNanosMax()),
            inFlightNanos / Math.max(1, nanos),
            null,
            0,
            in.health().stealShare(),
            new JvmFacts(facts.java(), facts.flags(), facts.host())),
        new Summary.Details(
            scenarios,
            probe == null || probed == null ? null : scenario("probe", probe, probed, validity),
            List.of(),
            Map.of(),
            null,
            null));
  }

  private List<Finding> findings(Interval in) {
    List<Finding> findings = new ArrayList<>();
    String length = Figures.duration(in.window().lengthNanos());
    findings.add(
        new Finding(
            FindingCode.INTERRUPTED,
            Severity.INFO,
            (facts.problem().isEmpty()
                    ? "The run was interrupted: its process ended without a summary."
                    : "The run was interrupted: " + facts.problem() + ".")
                + " These are the figures of the "
                + length
                + " of measurement that it recorded; at most its last second is missing."));
    disturbed(in.window().lengthNanos()).ifPresent(findings::add);
    return findings;
  }

  /** Returns the finding about intervals that are not valid, by their share of the time. */
  private Optional<Finding> disturbed(long nanos) {
    if (disturbed == 0) {
      return Optional.empty();
    }
    Severity severity =
        invalidNanos > INVALID_SHARE * nanos
            ? Severity.INVALID
            : disturbedNanos > SUSPECT_SHARE * nanos ? Severity.SUSPECT : Severity.INFO;
    String why =
        disturbances.entrySet().stream()
            .map(each -> each.getKey().text() + " " + each.getValue())
            .collect(Collectors.joining(", "));
    return Optional.of(
        new Finding(
            FindingCode.INTERVALS_DISTURBED,
            severity,
            "%s of %s intervals %s not valid, %s of them invalid%s."
                .formatted(
                    Figures.count(disturbed),
                    Figures.count(intervals),
                    disturbed == 1 ? "is" : "are",
                    invalid == 0 ? "none" : Figures.count(invalid),
                    why.isEmpty() ? "" : " (" + why + ")")));
  }

  private List<SloResult> objectives() {
    String text = text("slo");
    return text.isEmpty()
        ? List.of()
        : Stream.of(text.split(",", -1))
            .map(String::strip)
            .map(each -> new SloResult(each, SloOutcome.UNDECIDED, null))
            .toList();
  }

  private ScenarioSummary scenario(
      String name, LoadInterval in, LoadInterval until, Validity validity) {
    return new ScenarioSummary(validity, List.of(), figures(name + "/", in, until));
  }

  /**
   * Returns the figures of a load.
   *
   * @param in the measurement without its drain
   * @param until the measurement with its drain
   */
  private LoadFigures figures(String path, LoadInterval in, LoadInterval until) {
    boolean isClosed = in.targetPerSecond() <= 0;
    Map<String, OperationSummary> operations = new LinkedHashMap<>();
    until
        .operations()
        .forEach((name, its) ->
            operations.put(
                name,
                operation(path + name, in.operations().getOrDefault(name, its), its, isClosed)));
    OperationSummary all = operations.get(ALL);
    Accounting accounting = accounting(until.accounting());
    if (all != null) {
      operations.put(ALL, counted(all, accounting, until.failures()));
    }
    String model = text("model");
    return new LoadFigures(
        new Summary.LoadInfo(
            model.isEmpty() ? isClosed ? "closed" : "open" : model,
            isClosed ? null : (Double) in.targetPerSecond(),
            workers()),
        accounting,
        in.rates(),
        Summary.Elsewhere.NONE,
        operations,
        Latencies.of(histogram(path.isEmpty() ? "dispatch-lag" : path + "dispatch-lag")),
        Map.of());
  }

  /** Counts operations without an outcome as unfinished, so that each has exactly one end. */
  private static Accounting accounting(Accounting sum) {
    long ended = sum.answered().total() + sum.errors().total();
    long unfinished = Math.max(0, sum.scheduled() - ended);
    return new Accounting(
        ended + unfinished, sum.answered(), sum.errors(), unfinished, sum.clientCached());
  }

  private OperationSummary operation(
      String path, OperationInterval in, OperationInterval until, boolean isClosed) {
    Histogram service = histogram(path + "/service");
    Histogram response = histogram(path + "/response");
    long answered = service.getTotalCount();
    boolean hasResponse = !isClosed && (response.getTotalCount() > 0 || until.unanswered() > 0);
    return new OperationSummary(
        new Summary.Counts(answered, 0, 0, answered, answered),
        in.throughputPerSecond(),
        until.timedOut() > 0 ? Map.of("timeout", until.timedOut()) : Map.of(),
        hasResponse ? latency(response, until.unanswered()) : null,
        latency(service, until.timedOut()));
  }

  /** Returns the operation with the counts of all operations together. */
  private static OperationSummary counted(
      OperationSummary all, Accounting accounting, Map<String, Long> failures) {
    long answered = accounting.answered().total();
    return new OperationSummary(
        new Summary.Counts(answered, accounting.answered().notFound(), 0, answered, answered),
        all.throughputPerSecond(),
        failures,
        all.responseNanos(),
        all.serviceNanos());
  }

  private Latency latency(Histogram nanos, long unanswered) {
    return Latencies.of(nanos, unanswered, facts.timeoutNanos());
  }

  private Histogram histogram(String tag) {
    Histogram found = nanosByTag.get(LoggedHistograms.safeTag(tag));
    return found == null ? new Histogram(LoggedHistograms.SIGNIFICANT_DIGITS) : found;
  }

  private String text(String setting) {
    Object value = facts.run().spec().get(setting);
    return value == null ? "" : value.toString();
  }

  private @Nullable Integer workers() {
    String text = text("workers");
    return text.matches("[0-9]{1,9}") ? (Integer) Integer.parseInt(text) : null;
  }
}
