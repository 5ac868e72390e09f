package org.plimsoll.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.plimsoll.analysis.statistics.Holm;
import org.plimsoll.analysis.statistics.TwoSamples;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.result.Comparison;
import org.plimsoll.result.Comparison.Differing;
import org.plimsoll.result.Comparison.Row;
import org.plimsoll.result.Comparison.Side;
import org.plimsoll.result.ComparisonVerdict;

/**
 * Compares two groups of runs. The unit is the run. With ten million operations any difference is
 * significant, but may not recur in the next run (Kalibera and Jones, <em>Rigorous benchmarking in
 * reasonable time</em>, ISMM 2013).
 *
 * <p>Each figure is compared by {@link TwoSamples}, latency and throughput by their logarithms, so
 * that a shift is relative. All figures form one family of tests ({@link Holm}). A figure is
 *
 * <ul>
 *   <li><em>the same</em> when the whole interval of the shift is within the margin,
 *   <li><em>better</em> or <em>worse</em> when the adjusted probability is below 1 − level,
 *   <li>otherwise <em>cannot tell</em>: more runs may decide.
 * </ul>
 */
public final class Comparer {
  static final double LEVEL = 0.95;

  /**
   * The margin for the share of errors, which is not compared by logarithms: 0.1 percentage points.
   */
  static final double ERRORS_MARGIN = 0.001;

  private final double margin;
  private final Set<String> figures;

  /**
   * Creates a comparer.
   *
   * @param margin relative difference that counts as the same, such as 0.03
   * @param figures names of figures to compare; empty = all
   */
  public Comparer(double margin, Set<String> figures) {
    if (!(margin >= 0 && margin < 1)) {
      throw new InvalidSpecException(
          "--margin: must be from 0% to below 100%, was '" + margin * 100 + "%'");
    }
    for (String figure : figures) {
      if (!Figure.names().contains(figure)) {
        throw new InvalidSpecException(
            "--figures: must be of %s, was '%s'"
                .formatted(String.join(", ", Figure.names()), figure));
      }
    }
    this.margin = margin;
    this.figures = figures.isEmpty() ? Set.copyOf(Figure.names()) : Set.copyOf(figures);
  }

  /**
   * Compares A with the other group.
   *
   * @throws InvalidSpecException when they cannot be compared
   */
  public Comparison compare(List<ComparedRun> a, List<ComparedRun> against) {
    List<Differing> differing = Comparability.require(a, against);
    List<String> notes = new ArrayList<>();
    List<Figure> measured = Figure.of(a, against, figures, notes);
    if (measured.isEmpty()) {
      throw new InvalidSpecException("the runs have none of the figures in common");
    }
    TwoSamples[] shifts = measured.stream().map(Comparer::shift).toArray(TwoSamples[]::new);
    double[] probabilities = new double[shifts.length];
    for (int i = 0; i < shifts.length; i++) {
      probabilities[i] = shifts[i].probability();
    }
    double[] adjusted = Holm.adjusted(probabilities);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < shifts.length; i++) {
      rows.add(row(measured.get(i), shifts[i], adjusted[i]));
    }
    ComparisonVerdict verdict = overall(rows);
    notes.addAll(Caution.of(a, against, differing, rows, 1 - LEVEL));
    return new Comparison(
        Comparison.SCHEMA,
        side(a),
        side(against),
        new Comparison.Criteria(margin, LEVEL),
        new Comparison.Conclusion(verdict, sentence(verdict, rows), List.copyOf(notes)),
        differing,
        rows);
  }

  private static TwoSamples shift(Figure figure) {
    boolean share = figure.name().equals(Figure.ERRORS);
    return TwoSamples.of(scaled(figure.a(), share), scaled(figure.against(), share), LEVEL);
  }

  /** Scales values by logarithms. Zero counts as 1 ns, or as one operation in 10⁹ s. */
  private static double[] scaled(List<Double> values, boolean share) {
    return values.stream()
        .mapToDouble(value -> share ? value : Math.log(Math.max(value, 1e-9)))
        .toArray();
  }

  private Row row(Figure figure, TwoSamples shift, double adjusted) {
    boolean share = figure.name().equals(Figure.ERRORS);
    double low = share ? shift.low() : Math.expm1(shift.low());
    double high = share ? shift.high() : Math.expm1(shift.high());
    double within = share ? ERRORS_MARGIN : margin;
    ComparisonVerdict verdict = ComparisonVerdict.CANNOT_TELL;
    if (-within <= low && high <= within) {
      verdict = ComparisonVerdict.SAME;
    } else if (adjusted <= 1 - LEVEL) {
      boolean more = shift.shift() > 0;
      verdict =
          more == figure.name().equals(Figure.THROUGHPUT)
              ? ComparisonVerdict.BETTER
              : ComparisonVerdict.WORSE;
    }
    return new Row(
        new Comparison.Subject(figure.operation(), figure.kind(), figure.name()),
        new Comparison.Samples(
            figure.a(), figure.against(), median(figure.a()), median(figure.against())),
        new Comparison.Shift(share ? shift.shift() : Math.expm1(shift.shift()), low, high),
        new Comparison.Significance(shift.probability(), adjusted),
        new Comparison.Effect(shift.cliffsDelta(), effect(shift.cliffsDelta())),
        verdict,
        figure.note());
  }

  /** The word for an effect size by Cliff's delta, after Romano and others, 2006. */
  private static String effect(double delta) {
    double size = Math.abs(delta);
    return size < 0.147 ? "negligible" : size < 0.33 ? "small" : size < 0.474 ? "medium" : "large";
  }

  private static ComparisonVerdict overall(List<Row> rows) {
    Set<ComparisonVerdict> verdicts = rows.stream().map(Row::verdict).collect(Collectors.toSet());
    if (verdicts.contains(ComparisonVerdict.WORSE)) {
      return verdicts.contains(ComparisonVerdict.BETTER)
          ? ComparisonVerdict.MIXED
          : ComparisonVerdict.WORSE;
    }
    return verdicts.contains(ComparisonVerdict.BETTER)
        ? ComparisonVerdict.BETTER
        : verdicts.contains(ComparisonVerdict.CANNOT_TELL)
            ? ComparisonVerdict.CANNOT_TELL
            : ComparisonVerdict.SAME;
  }

  private String sentence(ComparisonVerdict verdict, List<Row> rows) {
    String share = String.format(Locale.ROOT, "%s %%", plain(margin * 100));
    return switch (verdict) {
      case MIXED ->
          "A is worse in %s and better in %s."
              .formatted(
                  named(rows, ComparisonVerdict.WORSE), named(rows, ComparisonVerdict.BETTER));
      case WORSE, BETTER -> "A is %s in %s.".formatted(verdict.text(), named(rows, verdict));
      case SAME -> "A is the same: no figure differs by more than " + share + ".";
      case CANNOT_TELL ->
          "There are too few runs, or they vary too much, to detect a"
              + " difference of "
              + share
              + ".";
    };
  }

  private static String plain(double value) {
    return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
  }

  /** The figures with a verdict, grouped by operation: {@code read p99, p99.9; update p99}. */
  private static String named(List<Row> rows, ComparisonVerdict verdict) {
    Map<String, List<String>> byOperation = new java.util.LinkedHashMap<>();
    rows.stream()
        .filter(row -> row.verdict() == verdict)
        .forEach(row ->
            byOperation
                .computeIfAbsent(row.subject().operation(), o -> new ArrayList<>())
                .add(Figure.shown(row.subject().figure())));
    return byOperation.entrySet().stream()
        .map(each -> each.getKey() + " " + String.join(", ", each.getValue()))
        .collect(Collectors.joining("; "));
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  private static Side side(List<ComparedRun> runs) {
    Map<String, Histogram> micros = new TreeMap<>();
    for (ComparedRun run : runs) {
      run.micros()
          .forEach((tag, histogram) ->
              micros.computeIfAbsent(tag, t -> new Histogram(3)).add(histogram));
    }
    return new Side(
        runs.getFirst().summary().run().target(),
        runs.stream().map(ComparedRun::entry).toList(),
        micros);
  }
}
