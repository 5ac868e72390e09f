package org.plimsoll.analysis.compare;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.analysis.compare.SyntheticRuns.Kind;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.result.Comparison;
import org.plimsoll.result.Comparison.Row;
import org.plimsoll.result.ComparisonVerdict;

@NullMarked
class ComparerTest {
  private static final Comparer COMPARER = new Comparer(0.03, Set.of());

  @ParameterizedTest
  @ValueSource(ints = {4, 6, 10})
  void equalRunsAreSeldomFlagged(int runs) {
    long flagged =
        IntStream.range(0, 200)
            .mapToObj(seed -> compare(seed, runs, Kind.PLAIN, Kind.PLAIN).conclusion().verdict())
            .filter(v -> v != ComparisonVerdict.SAME && v != ComparisonVerdict.CANNOT_TELL)
            .count();
    assertThat(flagged).isLessThanOrEqualTo(20);
  }

  @Test
  void aTenPercentSlowerTailIsFound() {
    Kind slower = Kind.PLAIN.slower(1.1);
    long found =
        IntStream.range(0, 100)
            .mapToObj(seed -> row(compare(seed, 10, slower, Kind.PLAIN), "p99").verdict())
            .filter(verdict -> verdict == ComparisonVerdict.WORSE)
            .count();
    assertThat(found).isGreaterThanOrEqualTo(80);
  }

  @Test
  void theShiftIsReportedWithItsInterval() {
    Comparison comparison = compare(1, 10, Kind.PLAIN.slower(1.25), Kind.PLAIN);
    Row p99 = row(comparison, "p99");
    assertThat(tested(p99).low()).isLessThan(0.25);
    assertThat(tested(p99).high()).isGreaterThan(0.25);
    assertThat(tested(p99).high() - tested(p99).low()).isLessThan(0.15);
    assertThat(tested(p99).cliffsDelta()).isGreaterThan(0.9);
    assertThat(tested(p99).effect()).isEqualTo("large");
    assertThat(tested(p99).adjusted()).isGreaterThan(tested(p99).probability());
    assertThat(comparison.conclusion().verdict()).isEqualTo(ComparisonVerdict.WORSE);
    assertThat(comparison.conclusion().sentence()).isEqualTo("A is worse in read p99.");
    assertThat(comparison.conclusion().notes())
        .contains(
            "Of the exploratory figures, on which the verdict does not depend, A is worse in read"
                + " p99.9, p99.99.");
    assertThat(row(comparison, "throughput").verdict()).isEqualTo(ComparisonVerdict.SAME);
    assertThat(row(comparison, "errors").verdict()).isEqualTo(ComparisonVerdict.SAME);
  }

  @Test
  void fasterIsBetter() {
    Comparison comparison = compare(1, 10, Kind.PLAIN, Kind.PLAIN.slower(1.25));
    assertThat(comparison.conclusion().verdict()).isEqualTo(ComparisonVerdict.BETTER);
    assertThat(row(comparison, "p99").shift()).isBetween(-0.25, -0.15);
  }

  @Test
  void aWideMarginCallsASmallShiftTheSame() {
    Map<String, List<ComparedRun>> groups =
        new SyntheticRuns(3).groups(12, Kind.PLAIN.slower(1.05), Kind.PLAIN);
    Comparison comparison =
        new Comparer(0.2, Set.of())
            .compare(requireNonNull(groups.get("a")), requireNonNull(groups.get("against")));
    assertThat(comparison.conclusion().verdict()).isEqualTo(ComparisonVerdict.SAME);
    assertThat(comparison.conclusion().sentence())
        .isEqualTo("A is the same: no figure differs by more than 20 %.");
  }

  @Test
  void aLargeDifferenceIsFoundByFourRunsOnEachSide() {
    Comparison comparison = compare(1, 4, Kind.PLAIN.slower(2), Kind.PLAIN);
    assertThat(comparison.conclusion().verdict()).isEqualTo(ComparisonVerdict.WORSE);
    assertThat(comparison.conclusion().sentence()).isEqualTo("A is worse in read p99.");
    assertThat(tested(row(comparison, "p99")).adjusted()).isGreaterThan(0.05);
    assertThat(comparison.conclusion().notes())
        .contains(
            "4 + 4 runs are few for 4 figures: the least possible p-value is 0.029, and 0.013 is"
                + " needed. A difference counts only if its whole interval is beyond the margin."
                + " Add runs, or judge by fewer figures.");
  }

  @Test
  void exploratoryFiguresDoNotDecide() {
    Comparison comparison =
        compare(new Comparer(0.03, Set.of("p50", "read.errors")), Kind.PLAIN.slower(2));
    assertThat(comparison.conclusion().verdict())
        .isNotIn(ComparisonVerdict.WORSE, ComparisonVerdict.MIXED);
    assertThat(comparison.rows().stream().filter(row -> row.subject().primary()))
        .extracting(row -> row.subject().figure())
        .containsExactly("p50", "errors");
    assertThat(row(comparison, "p99").verdict()).isEqualTo(ComparisonVerdict.WORSE);
  }

  @ParameterizedTest
  @CsvSource({"p98, p98", "reed.p99, reed.p99"})
  void figuresThatDoNotExistAreRefused(String figure, String was) {
    assertThatThrownBy(() -> compare(new Comparer(0.03, Set.of(figure)), Kind.PLAIN))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageStartingWith("figures: must be of ")
        .hasMessageContaining("was '" + was + "'");
  }

  @ParameterizedTest
  @CsvSource({
    "1, No verdict: 1 run on one side and 1 run on the other can differ by chance.",
    "3, No verdict: 3 runs on one side and 3 runs on the other can differ by chance."
  })
  void fewerThanFourHaveDifferencesWithoutAVerdict(int runs, String sentence) {
    Comparison comparison = compare(1, runs, Kind.PLAIN.slower(2), Kind.PLAIN);
    assertThat(comparison.conclusion().verdict()).isEqualTo(ComparisonVerdict.NOT_TESTED);
    assertThat(comparison.conclusion().sentence())
        .isEqualTo(sentence + " A verdict needs at least 4 on each side.");
    Row p99 = row(comparison, "p99");
    assertThat(p99.shift()).isGreaterThan(0.3);
    assertThat(p99.tested()).isNull();
    assertThat(p99.verdict()).isEqualTo(ComparisonVerdict.NOT_TESTED);
  }

  @Test
  void theSameRunOnBothSidesIsRefused() {
    List<ComparedRun> runs =
        requireNonNull(new SyntheticRuns(1).groups(4, Kind.PLAIN, Kind.PLAIN).get("a"));
    assertThatThrownBy(() -> COMPARER.compare(runs, runs))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessage("each run must be given once, got runs/1 twice");
  }

  @Test
  void theSettingUnderTestMayDiffer() {
    Kind other = new Kind("redis://b", Map.of("rate", "10k"), 1, "valid", "");
    assertThat(compare(1, 6, other, Kind.PLAIN).conclusion().notes()).isEmpty();
    assertThat(compare(1, 6, other, Kind.PLAIN).differing())
        .containsExactly(new Comparison.Differing("target", "redis://b", "sim:"));
    assertThat(compare(1, 6, Kind.PLAIN.with("workers", "5"), Kind.PLAIN).conclusion().notes())
        .containsExactly("The load itself differs: workers is 5 in A, and not set in the others.");
  }

  @Test
  void aLoadThatDiffersInMoreThanOneSettingIsRefused() {
    assertRefused(
        4,
        Kind.PLAIN.with("workers", "5").with("keys", "7"),
        Kind.PLAIN.with("keys", "8"),
        "they differ in keys (7 and 8), workers (5 and not set)");
  }

  @Test
  void runsOfOneSideThatDifferAreRefused() {
    SyntheticRuns runs = new SyntheticRuns(1);
    List<ComparedRun> a =
        List.of(
            runs.run(Kind.PLAIN),
            runs.run(Kind.PLAIN),
            runs.run(Kind.PLAIN.with("rate", "11k")),
            runs.run(Kind.PLAIN));
    List<ComparedRun> against = IntStream.range(0, 4).mapToObj(i -> runs.run(Kind.PLAIN)).toList();
    assertThatThrownBy(() -> COMPARER.compare(a, against))
        .hasMessage(
            "A: must be runs with the same settings; rate is 10k in runs/0 and 11k in runs/2");
  }

  @ParameterizedTest
  @CsvSource({"valid,false,", "suspect,true,", "suspect,false,suspect", "invalid,true,invalid"})
  void invalidRunsAreReportedAtOnce(String validity, boolean allowed, String expected) {
    ComparedRun run = new SyntheticRuns(1).run(Kind.PLAIN.judged(validity));
    if (expected == null) {
      assertThat(Comparability.unreliable(List.of(run), allowed, "allow it")).isEmpty();
    } else {
      assertThat(Comparability.unreliable(List.of(run), allowed, "allow it").orElse(""))
          .startsWith("The run runs/0 is " + expected);
    }
  }

  @Test
  void groupsThatDidNotAlternateAreNoted() {
    SyntheticRuns runs = new SyntheticRuns(1);
    List<ComparedRun> a = IntStream.range(0, 6).mapToObj(i -> runs.run(Kind.PLAIN)).toList();
    List<ComparedRun> against = IntStream.range(0, 6).mapToObj(i -> runs.run(Kind.PLAIN)).toList();
    assertThat(COMPARER.compare(a, against).conclusion().notes())
        .anyMatch(note -> note.endsWith("Alternate the runs: A, B, A, B."));
  }

  @Test
  void aCensoredPercentileCountsAsTheTimeout() {
    Kind censored = Kind.PLAIN.p99("\"censored\": [\"p99\"], \"censoredAboveNanos\": 5000000000");
    Row p99 = row(compare(1, 6, censored, Kind.PLAIN), "p99");
    assertThat(p99.samples().median()).isEqualTo(5e9);
    assertThat(p99.verdict()).isEqualTo(ComparisonVerdict.WORSE);
    assertThat(p99.note()).startsWith("in 6 runs it falls among operations that did not end");
  }

  @Test
  void anUnsupportedPercentileIsOmittedAndNoted() {
    Kind unsupported = Kind.PLAIN.p99("\"unsupported\": [\"p99\"]");
    Comparison comparison = compare(1, 6, unsupported, Kind.PLAIN);
    assertThat(comparison.rows()).noneMatch(row -> row.subject().figure().equals("p99"));
    assertThat(comparison.conclusion().notes())
        .contains("read p99 is left out: 6 of the runs have fewer than 10 samples beyond it.");
  }

  private static void assertRefused(int runs, Kind a, Kind against, String sentence) {
    assertThatThrownBy(() -> compare(1, runs, a, against))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageContaining(sentence);
  }

  private static Comparison compare(long seed, int runs, Kind a, Kind against) {
    Map<String, List<ComparedRun>> groups = new SyntheticRuns(seed).groups(runs, a, against);
    return COMPARER.compare(requireNonNull(groups.get("a")), requireNonNull(groups.get("against")));
  }

  private static Comparison.Tested tested(Row row) {
    return requireNonNull(row.tested());
  }

  private static Comparison compare(Comparer comparer, Kind a) {
    Map<String, List<ComparedRun>> groups = new SyntheticRuns(1).groups(10, a, Kind.PLAIN);
    return comparer.compare(requireNonNull(groups.get("a")), requireNonNull(groups.get("against")));
  }

  private static Row row(Comparison comparison, String figure) {
    return comparison.rows().stream()
        .filter(row -> row.subject().figure().equals(figure))
        .findFirst()
        .orElseThrow();
  }
}
