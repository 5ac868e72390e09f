package org.plimsoll.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
 * that a shift is relative. The verdict depends on a few {@linkplain PrimaryFigures primary}
 * figures. These form one family of tests, and all other figures form another ({@link Holm}). A
 * figure is
 *
 * <ul>
 *   <li><em>the same</em> when the whole interval of the shift is within the margin,
 *   <li><em>better</em> or <em>worse</em> when the adjusted p-value is below 1 − level, or, for a
 *       primary figure, when the whole interval is beyond the margin (with few runs, no p-value can
 *       be low enough for several figures),
 *   <li><em>not tested</em> when a side has less than {@link Comparability#RUNS_LEAST} runs,
 *   <li>otherwise <em>cannot tell</em>, where more runs may decide.
 * </ul>
 */
public final class Comparer {
  static final double LEVEL = 0.95;

  /**
   * The margin for the share of errors, which is not compared by logarithms: 0.1 percentage points.
   */
  static final double ERRORS_MARGIN = 0.001;

  private final double margin;
  private final PrimaryFigures primary;

  /**
   * Creates a comparer.
   *
   * @param margin relative difference that counts as the same, such as 0.03
   * @param primary figures on which the verdict depends, such as {@code p99} or {@code read.p99};
   *     empty = throughput, p50, p99 and errors of all operations together
   */
  public Comparer(double margin, Set<String> primary) {
    if (!(margin >= 0 && margin < 1)) {
      throw new InvalidSpecException(
          "--margin: must be from 0% to below 100%, was '" + margin * 100 + "%'");
    }
    this.margin = margin;
    this.primary = new PrimaryFigures(primary);
  }

  /**
   * Compares A with the other group.
   *
   * @throws InvalidSpecException if the runs cannot be compared
   */
  public Comparison compare(List<ComparedRun> a, List<ComparedRun> against) {
    List<Differing> differing = Comparability.require(a, against);
    List<String> notes = new ArrayList<>();
    List<Figure> others = OtherFigures.of(a, against, primary);
    List<Figure> measured = Figure.of(a, against, primary, others, notes);
    int decisive = (int) measured.stream().filter(Figure::isPrimary).count();
    if (decisive == 0) {
      throw new InvalidSpecException(
          "the runs have none of the figures in common"
              + (notes.isEmpty() ? "" : ": " + String.join(" ", notes)));
    }
    boolean isTested = Comparability.isEnough(a, against);
    List<Row> all = new ArrayList<>(rows(measured.subList(0, decisive), isTested));
    all.addAll(rows(measured.subList(decisive, measured.size()), isTested));
    List<Row> rows = all.subList(0, decisive);
    ComparisonVerdict verdict = overall(rows);
    notes.addAll(Caution.of(a, against, differing, rows, 1 - LEVEL));
    exploratory(all.subList(decisive, all.size())).ifPresent(notes::add);
    return new Comparison(
        Comparison.SCHEMA,
        side(a),
        side(against),
        new Comparison.Criteria(margin, LEVEL),
        new Comparison.Conclusion(
            verdict, sentence(verdict, rows, a.size(), against.size()), List.copyOf(notes)),
        differing,
        all);
  }

  /** Compares the figures of a family. */
  private List<Row> rows(List<Figure> family, boolean isTested) {
    List<TwoSamples> shifts = family.stream().map(Comparer::shift).toList();
    double[] adjusted =
        Holm.adjusted(shifts.stream().mapToDouble(TwoSamples::probability).toArray());
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < family.size(); i++) {
      rows.add(row(family.get(i), shifts.get(i), adjusted[i], isTested));
    }
    return rows;
  }

  /** Returns a sentence about exploratory figures that differ. */
  private static Optional<String> exploratory(List<Row> rows) {
    String differing =
        Stream.of(ComparisonVerdict.WORSE, ComparisonVerdict.BETTER, ComparisonVerdict.DIFFERENT)
            .filter(verdict -> rows.stream().anyMatch(row -> row.verdict() == verdict))
            .map(verdict -> verdict.text() + " in " + named(rows, verdict))
            .collect(Collectors.joining(", "));
    return differing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Of the exploratory figures, on which the verdict does not depend, A is "
                + differing
                + ".");
  }

  private static TwoSamples shift(Figure figure) {
    DoubleUnaryOperator scale = scale(figure);
    return TwoSamples.of(scaled(figure.a(), scale), scaled(figure.against(), scale), LEVEL);
  }

  private static double[] scaled(List<Double> values, DoubleUnaryOperator scale) {
    return values.stream().mapToDouble(Double::doubleValue).map(scale).toArray();
  }

  /**
   * Returns the scale on which a figure is compared: logarithms, except for shares. Zero counts as
   * 1 ns, or as one operation in 10⁹ s. Figures of the driver or the target with a value that is
   * not positive are divided by the larger of the two medians.
   */
  private static DoubleUnaryOperator scale(Figure figure) {
    if (figure.name().equals(Figure.ERRORS)) {
      return value -> value;
    }
    if (isLinear(figure)) {
      double of = Math.max(Math.abs(median(figure.a())), Math.abs(median(figure.against())));
      return value -> of == 0 ? value : value / of;
    }
    return value -> Math.log(Math.max(value, 1e-9));
  }

  private static boolean isLinear(Figure figure) {
    return figure.name().equals(Figure.ERRORS)
        || (figure.isOther()
            && Stream.concat(figure.a().stream(), figure.against().stream())
                .anyMatch(value -> value <= 0));
  }

  private Row row(Figure figure, TwoSamples shift, double adjusted, boolean isTested) {
    boolean share = isLinear(figure);
    double low = share ? shift.low() : Math.expm1(shift.low());
    double high = share ? shift.high() : Math.expm1(shift.high());
    return new Row(
        new Comparison.Subject(
            figure.operation(), figure.kind(), figure.name(), figure.isPrimary()),
        new Comparison.Samples(
            figure.a(), figure.against(), median(figure.a()), median(figure.against())),
        share ? shift.shift() : Math.expm1(shift.shift()),
        isTested
            ? new Comparison.Tested(
                low,
                high,
                shift.probability(),
                adjusted,
                shift.cliffsDelta(),
                effect(shift.cliffsDelta()))
            : null,
        isTested ? verdict(figure, low, high, adjusted) : ComparisonVerdict.NOT_TESTED,
        figure.note());
  }

  private ComparisonVerdict verdict(Figure figure, double low, double high, double adjusted) {
    double within = figure.name().equals(Figure.ERRORS) ? ERRORS_MARGIN : margin;
    if (-within <= low && high <= within) {
      return ComparisonVerdict.SAME;
    }
    boolean isBeyond = low > within || high < -within;
    if (adjusted <= 1 - LEVEL || (figure.isPrimary() && isBeyond)) {
      if (figure.isOther() && !figure.isPrimary()) {
        return ComparisonVerdict.DIFFERENT;
      }
      return low + high > 0 == isMoreBetter(figure)
          ? ComparisonVerdict.BETTER
          : ComparisonVerdict.WORSE;
    }
    return ComparisonVerdict.CANNOT_TELL;
  }

  /**
   * Returns whether a higher value is better. For figures of the driver or the target, a lower
   * value is better, unless they count hits.
   */
  private static boolean isMoreBetter(Figure figure) {
    return figure.name().equals(Figure.THROUGHPUT)
        || (figure.isOther() && figure.name().matches(".*[-_]hits?([-_/].*)?"));
  }

  /** Returns the word for an effect size by Cliff's delta, after Romano and others, 2006. */
  private static String effect(double delta) {
    double size = Math.abs(delta);
    return size < 0.147 ? "negligible" : size < 0.33 ? "small" : size < 0.474 ? "medium" : "large";
  }

  private static ComparisonVerdict overall(List<Row> rows) {
    Set<ComparisonVerdict> verdicts = rows.stream().map(Row::verdict).collect(Collectors.toSet());
    if (verdicts.contains(ComparisonVerdict.NOT_TESTED)) {
      return ComparisonVerdict.NOT_TESTED;
    }
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

  private String sentence(ComparisonVerdict verdict, List<Row> rows, int a, int against) {
    String share = String.format(Locale.ROOT, "%s %%", plain(margin * 100));
    return switch (verdict) {
      case MIXED ->
          "A is worse in %s and better in %s."
              .formatted(
                  named(rows, ComparisonVerdict.WORSE), named(rows, ComparisonVerdict.BETTER));
      case WORSE, BETTER, DIFFERENT ->
          "A is %s in %s.".formatted(verdict.text(), named(rows, verdict));
      case SAME -> "A is the same: no figure differs by more than " + share + ".";
      case CANNOT_TELL ->
          "There are too few runs, or they vary too much, to detect a"
              + " difference of "
              + share
              + ".";
      case NOT_TESTED ->
          ("No verdict: %s on one side and %s on the other can differ by chance."
                  + " A verdict needs at least %d on each side.")
              .formatted(runs(a), runs(against), Comparability.RUNS_LEAST);
    };
  }

  private static String runs(int count) {
    return count == 1 ? "1 run" : count + " runs";
  }

  private static String plain(double value) {
    return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
  }

  /**
   * Returns the figures with a verdict, grouped by operation: {@code read p99, p99.9; update p99}.
   */
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
