package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.result.ConsistencySummary;
import org.plimsoll.result.ConsistencySummary.VisibilityPoint;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.SloOutcome;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Validity;

/** Tests the consistency checks against a target with known staleness and losses. */
final class ConsistencyInVirtualTimeTest extends VirtualRuns {
  private static final long MS = 1_000_000L;

  @Test
  void withoutDelayNoViolationIsFoundInConcurrentOperations() throws Exception {
    Summary summary =
        follow(
            "sim:?staleness=0&service=exponential(5ms)",
            Map.of("rate", "20k", "arrivals", "poisson", "ops", "120k", "keys", "200"));
    ConsistencySummary found = known(summary.details().consistency());
    assertThat(found.freshness().reads().judged()).isGreaterThan(50_000);
    assertThat(found.freshness().reads().ahead()).isPositive();
    assertThat(found.freshness().reads().stale()).isZero();
    assertThat(found.guarantees().values())
        .hasSize(4)
        .allMatch(guarantee -> guarantee.checked() > 1_000 && guarantee.violated() == 0);
    assertThat(known(found.lostWrites()).keysChecked()).isEqualTo(200);
    assertThat(known(found.lostWrites()).lost()).isZero();
    assertThat(known(found.atomicity()).operations()).isGreaterThan(100_000);
    assertThat(known(found.atomicity()).conflicts()).isZero();
    assertThat(found.freshness().visibility()).allMatch(point -> point.saw() == point.reads());
    assertThat(summary.verdict().findings()).isEmpty();
  }

  @Test
  void withoutDelayNoViolationIsFoundInAClosedLoadWithFailuresAndDeletes() throws Exception {
    Summary summary =
        follow(
            "sim:?staleness=0&service=exponential(5ms)&error-rate=0.05",
            Map.of(
                "workers",
                "64",
                "mix",
                "read=50,update=30,delete=10,read-modify-write=10,bulk-read=5,bulk-write=5",
                "timeout",
                "20ms",
                "ops",
                "100k",
                "keys",
                "500",
                "consistency-clients",
                "64"));
    ConsistencySummary found = known(summary.details().consistency());
    assertThat(found.freshness().reads().judged()).isGreaterThan(30_000);
    assertThat(found.freshness().reads().stale()).isZero();
    assertThat(found.guarantees().values()).allMatch(g -> g.violated() == 0);
    assertThat(known(found.lostWrites()).lost()).isZero();
    assertThat(known(found.atomicity()).conflicts()).isZero();
  }

  @Test
  void aConstantStalenessIsMeasured() throws Exception {
    Summary summary =
        follow(
            "sim:?staleness=500ms",
            Map.of(
                "rate", "2k", "arrivals", "poisson", "for", "10s", "keys", "1000", "fill", "all"));
    ConsistencySummary found = known(summary.details().consistency());
    ConsistencySummary.Stale stale = known(found.freshness().stale());
    assertThat(found.freshness().reads().stale()).isPositive();
    // Writes take no time, so the bounds are equal: the staleness is the age of the missed write.
    assertThat(known(stale.atLeastNanos().max())).isBetween(495 * MS, 501 * MS);
    assertThat(known(stale.atMostNanos().max())).isBetween(495 * MS, 501 * MS);
    // No write is visible for 500 ms; then every one is.
    assertThat(found.freshness().visibility()).hasSizeGreaterThan(10);
    for (VisibilityPoint point : found.freshness().visibility()) {
      if (point.toNanos() <= 500 * MS) {
        assertThat(point.saw()).isZero();
      } else if (point.fromNanos() >= 500 * MS) {
        assertThat(point.saw()).isEqualTo(point.reads());
      }
    }
    assertThat(known(known(found.atomicity()).deltaNanosMax())).isBetween(495 * MS, 500 * MS);
    assertThat(known(found.lostWrites()).lost()).isZero();
    assertThat(known(found.lostWrites()).settledNanos()).isBetween(400 * MS, 600 * MS);
    assertThat(summary.verdict().has(FindingCode.STALE_READS)).isTrue();
    assertThat(summary.verdict().has(FindingCode.READ_YOUR_WRITES_VIOLATED)).isTrue();
    // With equal delays, writes become visible in order.
    assertThat(summary.verdict().has(FindingCode.MONOTONIC_READS_VIOLATED)).isFalse();
    assertThat(summary.verdict().validity()).isEqualTo(Validity.VALID);
  }

  @Test
  void nonMonotonicReadsAreFoundIfTheDelayVaries() throws Exception {
    Summary summary =
        follow(
            "sim:?staleness=uniform(0ms,500ms)",
            Map.of("rate", "2k", "for", "8s", "keys", "200", "consistency-clients", "8"));
    assertThat(summary.verdict().findings())
        .extracting(Summary.Finding::code)
        .contains(
            FindingCode.STALE_READS,
            FindingCode.READ_YOUR_WRITES_VIOLATED,
            FindingCode.MONOTONIC_READS_VIOLATED,
            FindingCode.MONOTONIC_WRITES_VIOLATED,
            FindingCode.WRITES_FOLLOW_READS_VIOLATED,
            FindingCode.NOT_ATOMIC)
        .doesNotContain(FindingCode.LOST_WRITES);
  }

  @Test
  void theProbeMeasuresTheWindowWithinOnePoll() throws Exception {
    Summary summary =
        follow(
            "sim:?staleness=500ms",
            Map.of(
                "rate", "100", "for", "60s", "consistency-probe", "2s", "consistency-poll", "7ms"));
    ConsistencySummary.Probe probe = known(known(summary.details().consistency()).probe());
    assertThat(probe.markers()).isEqualTo(30);
    assertThat(probe.unseen()).isZero();
    assertThat(known(probe.firstFreshNanos().min())).isBetween(500 * MS, 507 * MS);
    assertThat(known(probe.firstFreshNanos().max())).isBetween(500 * MS, 507 * MS + MS / 2);
    assertThat(known(probe.lastStaleNanos().min())).isBetween(493 * MS - MS / 2, 500 * MS);
    assertThat(known(probe.lastStaleNanos().max())).isBetween(493 * MS - MS / 2, 500 * MS);
  }

  @Test
  void everyLostWriteOfAKeyWrittenOnceIsFound() throws Exception {
    Summary summary =
        follow(
            "sim:?lose=0.01",
            Map.of(
                "mix",
                "insert=100",
                "rate",
                "1k",
                "for",
                "5s",
                "keys",
                "1",
                "fill",
                "none",
                "seed",
                "7"));
    ConsistencySummary.LostWrites lost = known(known(summary.details().consistency()).lostWrites());
    long truth = known(summary.driver().counters().get("lost-writes"));
    assertThat(truth).isBetween(30L, 80L);
    assertThat((long) lost.lost()).isEqualTo(truth);
    assertThat(summary.verdict().has(FindingCode.LOST_WRITES)).isTrue();
    assertThat(lost.examples()).hasSize(10).allMatch(text -> text.startsWith("Key "));
  }

  @Test
  void aLostLastWriteIsFoundAfterSuccessfulWrites() throws Exception {
    Summary summary =
        follow(
            "sim:?lose=0.05",
            Map.of("rate", "5k", "for", "2s", "keys", "2000", "fill", "all", "mix", "update=100"));
    ConsistencySummary.LostWrites lost = known(known(summary.details().consistency()).lostWrites());
    // One key in twenty, plus three standard deviations.
    assertThat(lost.lost()).isBetween(70, 130);
    assertThat(lost.keysChecked()).isGreaterThan(1_900);
  }

  @Test
  void anObjectiveOverStalenessIsJudged() throws Exception {
    Map<String, String> values =
        Map.of("rate", "2k", "for", "10s", "keys", "500", "slo", "staleness.p99<100ms");
    assertThat(follow("sim:?staleness=500ms", values).verdict().slo()).isEqualTo(SloOutcome.FAILED);
    assertThat(follow("sim:?staleness=0", values).verdict().slo()).isEqualTo(SloOutcome.PASSED);
  }

  @ParameterizedTest
  @CsvSource({
    "sim:?lose=0.05, lost-writes<1, FAILED",
    "sim:?lose=0.05, lost-writes<1000, PASSED",
    "sim:?staleness=0, lost-writes<1, PASSED",
    "sim:, lost-writes<1, UNDECIDED", // it returns no rows
    "sim:?staleness=500ms, stale-reads<0.1%, FAILED",
    "sim:?staleness=0, stale-reads<0.1%, PASSED"
  })
  void lostWritesAndStaleReadsCanBeObjectives(String target, String slo, SloOutcome result)
      throws Exception {
    Map<String, String> values = Map.of("rate", "2k", "for", "5s", "keys", "500", "slo", slo);
    Summary.Verdict verdict = follow(target, values).verdict();
    assertThat(verdict.slo()).isEqualTo(result);
    boolean isKnown = verdict.objectives().getFirst().observed() != null;
    assertThat(isKnown).isEqualTo(result != SloOutcome.UNDECIDED);
  }

  @Test
  void aFillDuringTheLoadIsRefusedAsItsRowsWouldLookLikeThoseFromBefore() throws Exception {
    Summary summary =
        run(
            "sim:?staleness=0",
            Map.of("consistency", "true", "rate", "2k", "for", "2s", "warmup", "0", "keys", "500"),
            run ->
                at(
                    1_000,
                    () ->
                        assertThatThrownBy(() -> run.startFill("ada"))
                            .isInstanceOf(InvalidSpecException.class)
                            .hasMessageStartingWith("fill: must stay off while consistency is")));
    assertThat(known(summary.details().consistency()).freshness().reads().stale()).isZero();
  }

  @Test
  void unjudgedReadsAreReported() throws Exception {
    Summary summary = follow("sim:", Map.of("rate", "1k", "for", "2s"));
    assertThat(summary.verdict().has(FindingCode.CONSISTENCY_UNJUDGED)).isTrue();
    assertThat(known(summary.details().consistency()).freshness().reads().judged()).isZero();
  }

  @Test
  void rowsMustBeWrittenWhole() {
    Map<String, String> values = Map.of("for", "2s", "fields", "3", "update-fields", "2");
    assertThatThrownBy(() -> follow("sim:", values))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessage(
            "update-fields: must be all with consistency, so that a row has the stamp of one write,"
                + " was '2'");
  }

  @Test
  void theHistoryIsExportedForOtherCheckers(@TempDir Path folder) throws Exception {
    Path elle = folder.resolve("history.edn");
    Path porcupine = folder.resolve("history.txt");
    Map<String, String> values = Map.of("rate", "1k", "for", "1s", "keys", "10", "seed", "1");
    Map<String, String> withElle = new HashMap<>(values);
    withElle.put("history", elle.toString());
    follow("sim:?staleness=0&service=1ms", withElle);
    Map<String, String> withPorcupine = new HashMap<>(values);
    withPorcupine.put("history", porcupine.toString());
    withPorcupine.put("history-format", "porcupine");
    follow("sim:?staleness=0&service=1ms", withPorcupine);
    List<String> lines = Files.readAllLines(elle);
    assertThat(lines).hasSizeBetween(1_900, 2_100);
    assertThat(lines.get(0))
        .matches(
            "\\{:index 0, :type :invoke, :process 0, :time \\d+, :f :txn,"
                + " :value \\[\\[:[wr] \\d+ (\\d+|nil)]]}");
    assertThat(Files.readAllLines(porcupine)).hasSameSizeAs(lines);
  }

  private Summary follow(String target, Map<String, String> values) throws Exception {
    Map<String, String> all =
        new HashMap<>(Map.of("consistency", "true", "seed", "42", "warmup", "0"));
    all.putAll(values);
    return run(target, all, run -> {});
  }
}
