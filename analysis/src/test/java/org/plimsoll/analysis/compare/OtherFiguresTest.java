package org.plimsoll.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.analysis.compare.SyntheticRuns.Kind;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.report.page.ComparisonPage;
import org.plimsoll.report.terminal.ComparisonTable;
import org.plimsoll.report.terminal.Screen;
import org.plimsoll.result.Comparison;
import org.plimsoll.result.Comparison.Row;
import org.plimsoll.result.ComparisonVerdict;
import org.plimsoll.result.Course;
import org.plimsoll.result.SeriesFigures;
import org.plimsoll.result.Summary;

/** Tests that series of telemetry and counters of the driver are figures of a comparison. */
class OtherFiguresTest {
  private static final String MEMORY = "redis.used_memory_bytes";

  @Test
  void aSeriesThatDiffersIsExploratoryUnlessItIsChosen() throws Exception {
    Comparison comparison = compare(Set.of());
    Row memory = row(comparison, "telemetry", MEMORY);
    assertThat(memory.subject().primary()).isFalse();
    assertThat(memory.verdict()).isEqualTo(ComparisonVerdict.DIFFERENT);
    assertThat(memory.shift()).isBetween(0.9, 1.1);
    assertThat(comparison.conclusion().verdict()).isNotEqualTo(ComparisonVerdict.WORSE);
    assertThat(comparison.conclusion().notes())
        .anySatisfy(note -> assertThat(note).contains("different in ").contains(MEMORY));
    String table = ComparisonTable.of(comparison, Screen.PLAIN);
    assertThat(table).contains("telemetry", MEMORY, "20.0 MB", "10.0 MB", "+100 %", "different");
    assertThat(table.lines()).allMatch(line -> line.length() <= 80);
    assertThat(ComparisonPage.of(comparison)).contains(MEMORY).contains("20.0 MB");
  }

  @ParameterizedTest
  @CsvSource({MEMORY, "telemetry." + MEMORY, "driver.throttles"})
  void ofAChosenFigureLessIsBetter(String figure) {
    Comparison comparison = compare(Set.of(figure));
    assertThat(comparison.rows().stream().filter(row -> row.subject().primary())).hasSize(1);
    assertThat(comparison.conclusion().verdict()).isEqualTo(ComparisonVerdict.WORSE);
  }

  @Test
  void ofHitsMoreIsBetter() {
    Comparison comparison = compare(Set.of("driver.cache-hit-ratio"));
    assertThat(comparison.conclusion().verdict()).isEqualTo(ComparisonVerdict.BETTER);
    assertThat(ComparisonTable.of(comparison, Screen.PLAIN)).contains("90 %", "50 %");
  }

  @Test
  void aSeriesThatIsZeroOnOneSideHasAFiniteShift() {
    Row row = row(compare(Set.of()), "telemetry", "redis.evicted_keys/s");
    assertThat(row.shift()).isBetween(0.9, 1.1);
    assertThat(row.verdict()).isEqualTo(ComparisonVerdict.DIFFERENT);
  }

  @Test
  void meansAndFiguresOfOneOperationAreChosenByName() {
    assertThat(compare(Set.of("read.p50", "mean")).rows())
        .filteredOn(row -> row.subject().primary())
        .extracting(row -> row.subject().operation() + "." + row.subject().figure())
        .containsExactlyInAnyOrder("read.mean", "read.p50");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "redis.used_memory_byte|did you mean 'redis.used_memory_bytes'?",
        "driver.throttle|did you mean 'driver.throttles'?",
        "read.p98|did you mean 'read.p90'?",
        "p98|did you mean 'p90'?"
      })
  void aFigureThatTheRunsDoNotHaveIsRefusedWithTheNearestName(String figure, String message) {
    assertThatThrownBy(() -> compare(Set.of(figure)))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageContaining(message);
  }

  private static Row row(Comparison comparison, String operation, String figure) {
    return comparison.rows().stream()
        .filter(row -> row.subject().operation().equals(operation))
        .filter(row -> row.subject().figure().equals(figure))
        .findFirst()
        .orElseThrow();
  }

  private static Comparison compare(Set<String> figures) {
    Map<String, List<ComparedRun>> groups = new SyntheticRuns(3).groups(8, Kind.PLAIN, Kind.PLAIN);
    return new Comparer(0.03, figures)
        .compare(
            with(groups.getOrDefault("a", List.of()), 20e6, 900, 7),
            with(groups.getOrDefault("against", List.of()), 10e6, 500, 0));
  }

  private static List<ComparedRun> with(
      List<ComparedRun> runs, double bytes, long hits, double evicted) {
    List<ComparedRun> changed = new ArrayList<>();
    for (ComparedRun run : runs) {
      double noise = 1 + changed.size() / 1e4;
      Summary it = run.summary();
      Map<String, SeriesFigures> telemetry =
          Map.of(MEMORY, series(bytes * noise), "redis.evicted_keys/s", series(evicted * noise));
      Map<String, Long> counters =
          Map.of(
              "throttles", hits + changed.size(), "cache-hits", hits, "cache-misses", 1_000 - hits);
      changed.add(
          new ComparedRun(
              run.name(),
              new Summary(
                  it.schema(),
                  it.run(),
                  it.elapsedNanos(),
                  it.verdict(),
                  it.figures(),
                  new Summary.DriverReport(counters, Map.of(), Map.of()),
                  it.generator(),
                  new Summary.Details(
                      Map.of(), null, List.of(), Map.of(), null, null, telemetry, Course.NONE)),
              run.micros()));
    }
    return changed;
  }

  private static SeriesFigures series(double mean) {
    return new SeriesFigures(10, mean, mean, mean, mean, null);
  }
}
