package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.share.ShareTable;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.result.ConsistencySummary;
import org.plimsoll.result.ConsistencySummary.LostWrites;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Summary.Finding;
import org.plimsoll.settings.RunRequest;

/**
 * Tests what generators find that write to the same keys of one target, whose staleness and losses
 * are known. Each knows its own writes only.
 */
final class ConsistencyOfAFleetTest {
  private static final long MS = 1_000_000L;

  private static RunRequest request(String target, Map<String, String> values) {
    Map<String, String> all =
        new HashMap<>(Map.of("consistency", "true", "seed", "42", "warmup", "0"));
    all.putAll(values);
    return RunRequest.of(target, all);
  }

  /** What each of three generators finds alone. */
  private static List<ConsistencySummary> found(String target, Map<String, String> values) {
    return VirtualFleet.running(3, request(target, values)).run().stream()
        .map(each -> VirtualRuns.known(each.summary().details().consistency()))
        .toList();
  }

  private static void assertNothingIsWrong(List<ConsistencySummary> found, long judgedMin) {
    assertThat(found)
        .hasSize(3)
        .allSatisfy(each -> {
          assertThat(each.freshness().reads().judged()).isGreaterThan(judgedMin);
          assertThat(each.freshness().reads().unjudged()).isPositive(); // of the others
          assertThat(each.freshness().reads().stale()).isZero();
          assertThat(each.freshness().reads().lost()).isZero();
          assertThat(each.guarantees().values())
              .allMatch(guarantee -> guarantee.checked() > 0 && guarantee.violated() == 0);
          assertThat(VirtualRuns.known(each.lostWrites()).lost()).isZero();
          assertThat(each.freshness().visibility()).allMatch(point -> point.saw() == point.reads());
          assertThat(each.atomicity()).isNull();
        });
  }

  @Test
  void nothingIsFoundInATargetThatIsRight() {
    assertNothingIsWrong(
        found(
            "sim:?staleness=0&service=exponential(5ms)",
            Map.of("rate", "20k", "arrivals", "poisson", "for", "5s", "keys", "200")),
        5_000);
  }

  @Test
  void nothingIsFoundWhenGeneratorsDeleteRowsOfEachOtherAndOperationsFail() {
    assertNothingIsWrong(
        found(
            "sim:?staleness=0&service=exponential(5ms)&error-rate=0.05",
            Map.of(
                "rate",
                "20k",
                "mix",
                "read=50,update=30,delete=10,read-modify-write=10,bulk-read=5,bulk-write=5",
                "timeout",
                "20ms",
                "for",
                "5s",
                "keys",
                "500")),
        2_000);
  }

  @Test
  void eachStaleReadOfAnOwnWriteIsFoundAndNoneIsStalerThanTheTarget() {
    List<ConsistencySummary> found =
        found(
            "sim:?staleness=500ms",
            Map.of("rate", "2k", "arrivals", "poisson", "for", "10s", "keys", "1000"));

    assertThat(found)
        .hasSize(3)
        .allSatisfy(each -> {
          assertThat(each.freshness().reads().stale()).isGreaterThan(20);
          assertThat(
                  VirtualRuns.known(
                      VirtualRuns.known(each.freshness().stale()).atLeastNanos().max()))
              .isLessThanOrEqualTo(501 * MS);
          assertThat(VirtualRuns.known(each.lostWrites()).lost()).isZero();
        });
  }

  @Test
  void theLostWritesOfAllGeneratorsAreThoseThatTheTargetHasLost() {
    List<VirtualFleet.Done> all =
        VirtualFleet.running(
                3,
                request(
                    "sim:?lose=0.01",
                    Map.of(
                        "mix",
                        "insert=1",
                        "rate",
                        "1k",
                        "for",
                        "5s",
                        "keys",
                        "1",
                        "no-fill",
                        "true")))
            .run();

    long truth = VirtualRuns.known(all.getFirst().summary().driver().counters().get("lost-writes"));
    long lost =
        all.stream()
            .map(each -> VirtualRuns.known(each.summary().details().consistency()).lostWrites())
            .mapToLong(each -> VirtualRuns.known(each).lost())
            .sum();
    assertThat(truth).isBetween(30L, 80L);
    assertThat(lost).isEqualTo(truth);
    assertThat(all)
        .map(each -> VirtualRuns.known(each.summary().details().consistency()).lostWrites())
        .map(VirtualRuns::known)
        .allMatch(each -> each.keysChecked() > 1_500)
        .map(LostWrites::lost)
        .allMatch(each -> each > 0);
  }

  @Test
  void aProcessThatOnlyShowsARunHasTheConsistencyResultsAndTheFacts() throws Exception {
    Map<String, String> load = Map.of("rate", "2k", "for", "10s", "keys", "1000");
    RunRequest request = request("sim:?staleness=500ms", load);
    ScriptedSeat generator = new ScriptedSeat(0, ShareTable.alone());
    Summary its = FleetRuns.run(request, generator, FleetRuns::nothing).summary();
    ScriptedSeat elsewhere = new ScriptedSeat(0, ShareTable.alone());
    elsewhere.watches(generator.consistency(), generator.facts());
    Summary shown =
        RunControl.prepare(
                request,
                RunRequest.empty(),
                Drivers.of(new SimDriver()),
                List.of(),
                new VirtualClock(),
                RunGuard.NONE,
                elsewhere)
            .run()
            .execute();

    assertThat(shown.details().consistency())
        .usingRecursiveComparison()
        .ignoringFields("atomicity") // a generator of a fleet has no history
        .isEqualTo(VirtualRuns.known(its.details().consistency()));
    assertThat(shown.driver().targetFacts())
        .isEqualTo(its.driver().targetFacts())
        .containsEntry("simulated staleness", "constant(500ms) per read");
    assertThat(ofConsistency(shown)).isNotEmpty().isEqualTo(ofConsistency(its));
  }

  private static List<Finding> ofConsistency(Summary summary) {
    return summary.verdict().findings().stream()
        .filter(finding -> finding.code() == FindingCode.STALE_READS)
        .toList();
  }

  @Test
  void deletesMustNotComeIntoTheMixLater() {
    ScriptedSeat seat = new ScriptedSeat(0, FleetRuns.table(1, 1));
    seat.sources(Map.of(), new Outcomes());
    try (RunControl control =
        RunControl.prepare(
            request("sim:?staleness=0", Map.of("rate", "500")),
            RunRequest.empty(),
            Drivers.of(new SimDriver()),
            List.of(),
            new VirtualClock(),
            RunGuard.NONE,
            seat)) {
      assertThatThrownBy(() -> control.change(Map.of("mix", "read=1,delete=1"), "ada"))
          .isInstanceOf(InvalidSpecException.class)
          .hasMessageStartingWith("mix: must not gain deletes");
    }
  }

  private static final class Outcomes extends NoRequests {
    @Override
    public boolean isFirst() {
      return true;
    }

    @Override
    public List<Map<String, String>> outcomes(Map<String, @Nullable String> texts, String scope) {
      Map<String, String> known = new HashMap<>();
      texts.forEach((path, text) -> known.put(path, String.valueOf(text)));
      return List.of(known);
    }
  }
}
