package org.plimsoll.analysis.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Latencies;
import org.plimsoll.result.Latency;
import org.plimsoll.result.Summary.OperationSummary;

/**
 * One figure of an operation, of the driver or of the target's telemetry, with its value in every
 * run.
 *
 * @param isPrimary whether the verdict depends on it
 * @param a values of the runs of A; {@code against} has those of the other group
 * @param operation an operation, {@link #DRIVER} or {@link #TELEMETRY}
 * @param note caveat about the values; null if there is none
 */
record Figure(
    String operation,
    String kind,
    String name,
    boolean isPrimary,
    List<Double> a,
    List<Double> against,
    @Nullable String note) {
  private static final String ALL = "all";

  private static final List<String> LATENCIES =
      Stream.of(Stream.of("mean"), Latencies.names().stream()).flatMap(names -> names).toList();

  static final String THROUGHPUT = "throughput";
  static final String ERRORS = "errors";

  /** The operation of the driver's counters. */
  static final String DRIVER = "driver";

  /** The operation name of telemetry figures, which are means over the measurement. */
  static final String TELEMETRY = "telemetry";

  /**
   * Returns the figures that every run has, the primary ones first. Adds notes about primary
   * figures that some runs lack.
   *
   * @param others figures of the driver and of the target
   */
  static List<Figure> of(
      List<ComparedRun> a,
      List<ComparedRun> against,
      PrimaryFigures primary,
      List<Figure> others,
      List<String> notes) {
    List<ComparedRun> all = new ArrayList<>(a);
    all.addAll(against);
    List<Figure> figures = new ArrayList<>();
    List<String> operations = operations(all);
    primary.requireOf(operations, others.stream().map(Figure::text).toList());
    for (String operation : operations) {
      boolean isFirst = operation.equals(operations.contains(ALL) ? ALL : operations.getFirst());
      boolean response =
          all.stream().allMatch(run -> operation(run, operation).responseNanos() != null);
      for (String percentile : LATENCIES) {
        boolean isPrimary = primary.contains(operation, isFirst, percentile);
        List<String> its = isPrimary ? notes : new ArrayList<>();
        Figure figure = percentile(operation, response, percentile, isPrimary, a, against, its);
        if (figure != null) {
          figures.add(figure);
        }
      }
      figures.add(
          new Figure(
              operation,
              "",
              THROUGHPUT,
              primary.contains(operation, isFirst, THROUGHPUT),
              a.stream().map(run -> operation(run, operation).throughputPerSecond()).toList(),
              against.stream().map(run -> operation(run, operation).throughputPerSecond()).toList(),
              null));
      figures.add(
          new Figure(
              operation,
              "",
              ERRORS,
              primary.contains(operation, isFirst, ERRORS),
              a.stream().map(run -> errors(operation(run, operation))).toList(),
              against.stream().map(run -> errors(operation(run, operation))).toList(),
              null));
    }
    figures.addAll(others);
    figures.sort(Comparator.comparing(Figure::isPrimary).reversed());
    return figures;
  }

  /** Returns the name of a series or a counter, as it is written in the list of primary figures. */
  String text() {
    return operation.equals(DRIVER) ? DRIVER + "." + name : name;
  }

  /** Returns whether the figure is a number of the driver or of the target, with any unit. */
  boolean isOther() {
    return operation.equals(DRIVER) || operation.equals(TELEMETRY);
  }

  /**
   * Returns the operations that every run has, without {@code all} if there is only one operation.
   */
  private static List<String> operations(List<ComparedRun> runs) {
    List<String> names = new ArrayList<>(runs.getFirst().summary().figures().operations().keySet());
    runs.forEach(run -> names.retainAll(run.summary().figures().operations().keySet()));
    if (names.stream().filter(name -> name.indexOf('/') < 0).count() == 2) {
      names.remove(ALL);
    }
    return names;
  }

  private static OperationSummary operation(ComparedRun run, String name) {
    return java.util.Objects.requireNonNull(run.summary().figures().operations().get(name));
  }

  private static double errors(OperationSummary operation) {
    double failures = operation.failures().values().stream().mapToLong(Long::longValue).sum();
    double ended = failures + operation.counts().answered();
    return ended == 0 ? 0 : failures / ended;
  }

  private static @Nullable Figure percentile(
      String operation,
      boolean response,
      String percentile,
      boolean isPrimary,
      List<ComparedRun> a,
      List<ComparedRun> against,
      List<String> notes) {
    List<Double> mine = new ArrayList<>();
    List<Double> others = new ArrayList<>();
    int censored = 0;
    int missing = 0;
    for (List<ComparedRun> group : List.of(a, against)) {
      for (ComparedRun run : group) {
        OperationSummary summary = operation(run, operation);
        Latency latency = summary.responseNanos();
        Latency times = response && latency != null ? latency : summary.serviceNanos();
        Double nanos = Latencies.named(times, percentile);
        Long above = times.missing().censoredAboveNanos();
        if (nanos == null && above != null && times.missing().censored().contains(percentile)) {
          censored++;
          nanos = (double) above;
        }
        missing += nanos == null ? 1 : 0;
        (group == a ? mine : others).add(nanos == null ? 0.0 : nanos);
      }
    }
    if (missing > 0) {
      if (missing < a.size() + against.size()) {
        notes.add(
            percentile.equals("mean")
                ? "%s mean is left out: in %d of the runs, some operations did not end in time."
                    .formatted(operation, missing)
                : "%s %s is left out: %d of the runs have fewer than 10 samples beyond it."
                    .formatted(operation, shown(percentile), missing));
      }
      return null;
    }
    String note =
        censored == 0
            ? null
            : "in %d runs it falls among operations that did not end in time and counts as the"
                    .formatted(censored)
                + " timeout: the actual shift is at least as large";
    String kind = response ? "response" : "service";
    return new Figure(operation, kind, percentile, isPrimary, mine, others, note);
  }

  /** Returns the display name of a percentile, such as {@code p99.9}. */
  static String shown(String percentile) {
    return percentile.replaceFirst("^p99(9+)$", "p99.$1");
  }
}
