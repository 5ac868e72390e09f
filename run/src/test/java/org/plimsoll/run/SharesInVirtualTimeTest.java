package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.engine.share.KeptBounds;
import org.plimsoll.engine.share.ShareEpoch;
import org.plimsoll.engine.share.ShareTable;
import org.plimsoll.engine.share.Shares;
import org.plimsoll.engine.spec.Switches;
import org.plimsoll.result.RunEvent;
import org.plimsoll.run.second.Window;
import org.plimsoll.settings.RunRequest;

/** Tests that the generators of a fleet send together what one of them would send alone. */
class SharesInVirtualTimeTest extends FleetRuns {
  private static final List<ShareTable> FLEETS =
      List.of(table(1), table(1, 1), table(1, 1, 1, 1, 1), table(5, 3, 1));

  private static final ShareTable THREE = table(1, 1, 1);
  private static final ShareTable TWO = table(1, 1);
  private static final String TEN_MILLIS = "sim:?service=constant(10ms)";

  static List<String> loads() {
    return List.of(
        "rate=1000",
        "rate=1000 arrivals=poisson",
        "rate=1000 arrivals=uniform(0.5)",
        "rate=1000 arrivals=gamma(0.5)",
        "rate=1000 warmup=1s arrivals=poisson",
        "rate=1000 arrivals=poisson model=paced workers=50",
        "rate=1000 model=paced workers=9",
        "rate=ramp(100,2000,2s) arrivals=poisson",
        "rate=sine(800,500,700ms)",
        "rate=steps(200,300,1400,300ms) arrivals=poisson",
        "rate=read=900,update=300 mix= arrivals=poisson",
        "rate=1000 mix=read=5,update=3,scan=1 key-distribution=zipfian(0.9)");
  }

  @ParameterizedTest
  @MethodSource("loads")
  void theUnionIsWhatOneSendsAlone(String load) throws Exception {
    RunRequest request = request(load);
    List<Sent> alone = alone(request, FleetRuns::nothing).sent();

    assertThat(alone).hasSizeGreaterThan(1_000);
    for (ShareTable fleet : FLEETS) {
      List<Done> all = together(request, fleet, FleetRuns::nothing);
      assertThat(union(all)).as("%s", fleet).isEqualTo(alone);
      // The workers of a paced load cannot be split as exactly.
      for (Done each : load.contains("paced") ? List.<Done>of() : all) {
        assertThat(each.sent().size())
            .isCloseTo((int) (alone.size() * fleet.share(each.generator())), within(6));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rate=1000", "rate=1000 warmup=1s", "rate=1000 fill=all"})
  void theSecondsOfAGeneratorFollowEachOtherFromTheOpeningOn(String load) throws Exception {
    ScriptedSeat seat = new ScriptedSeat(1, THREE);
    Done _ = run(request(load), seat, FleetRuns::nothing);

    long from = 0;
    assertThat(seat.windows()).hasSizeGreaterThan(2);
    for (Window window : seat.windows()) {
      assertThat(window.startNanos()).isEqualTo(from);
      assertThat(window.atNanos()).isGreaterThanOrEqualTo(from);
      from = window.atNanos();
    }
  }

  /**
   * Its thread is held up for 20 ms, in which the watchdog looks at a load that has not started.
   */
  @ParameterizedTest
  @ValueSource(strings = {"rate=1000 arrivals=poisson", "rate=1000 model=paced workers=50"})
  void aLoadThatStartsLateHasItsWholeSchedule(String load) throws Exception {
    RunRequest request = request(load);
    ScriptedSeat seat = new ScriptedSeat(0, ShareTable.alone());
    Done late =
        run(
            request,
            seat,
            stage ->
                seat.beforeLoads(
                    () -> stage.clock().runUntil(stage.clock().nanoTime() + nanos(20))));

    assertThat(late.sent().stream().map(Sent::key).toList())
        .containsExactlyInAnyOrderElementsOf(
            alone(request, FleetRuns::nothing).sent().stream().map(Sent::key).toList());
    assertThat(notSent(List.of(late))).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rate=1000", "rate= workers=5"})
  void aChangeBeforeTheStartSendsNothingBeforeIt(String load) throws Exception {
    ScriptedSeat seat = new ScriptedSeat(0, ShareTable.alone());
    Done done =
        run(
            request(load),
            seat,
            stage ->
                seat.beforeLoads(() -> {
                  String changed = load.startsWith("rate=1000") ? "rate" : "workers";
                  stage.control().change(Map.of(changed, "7"), "ada", -1);
                  stage.clock().runUntil(stage.clock().nanoTime() + nanos(3));
                }));

    assertThat(done.sent()).hasSizeGreaterThan(10).allMatch(each -> each.atNanos() >= 0);
  }

  @Test
  void eachGeneratorOfAConstantLoadIsItselfEvenlySpread() throws Exception {
    for (Done each : together(request("rate=1000"), THREE, FleetRuns::nothing)) {
      for (int i = 1; i < each.sent().size(); i++) {
        assertThat(each.sent().get(i).atNanos() - each.sent().get(i - 1).atNanos())
            .isEqualTo(3_000_000);
      }
    }
  }

  @Test
  void scenariosAreSharedToo() throws Exception {
    RunRequest request =
        RunRequest.of(TARGET, Map.of("seed", "5", "warmup", "0", "for", "1s"))
            .withScenarios("a/rate=700", "a/arrivals=poisson", "b/rate=400", "b/mix=update=1");

    assertThat(union(together(request, table(2, 1), FleetRuns::nothing)))
        .isEqualTo(alone(request, FleetRuns::nothing).sent());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rate=1000 arrivals=poisson",
        "rate=1000 arrivals=poisson model=paced workers=50",
        "rate=read=900,update=300 mix= arrivals=poisson"
      })
  void aSideThatIsOffAtOneGeneratorIsMissingFromItsShareOnly(String load) throws Exception {
    RunRequest request = request(load);
    List<Sent> alone = alone(request, FleetRuns::nothing).sent();
    Script script =
        stage -> {
          if (stage.generator() == 1) {
            stage.sides(400, 500.0003, new Switches(true, false));
            stage.sides(900, 1_000.0003, Switches.ON);
          }
        };

    List<Done> all = together(request, THREE, script);

    List<Sent> missing = without(alone, union(all));
    assertThat(missing)
        .hasSizeGreaterThan(30)
        .allMatch(each ->
            each.type().equals("update") && each.atNanos() > 500e6 && each.atNanos() < 1e9 + 1e3);
    assertThat(union(all)).hasSize(alone.size() - missing.size());
    assertThat(all.get(1).sent())
        .filteredOn(each -> each.atNanos() > 501e6 && each.atNanos() < 999e6)
        .isNotEmpty()
        .allMatch(each -> each.type().equals("read"));
    assertThat(scheduled(all)).isEqualTo(union(all).size());
    assertThat(notSent(all)).isZero();
  }

  @Test
  void aPausedGeneratorLetsTheOthersSendWhatTheyWouldSend() throws Exception {
    for (String load : List.of("rate=1000", "rate= workers=6", "rate= workers=read=4,update=2")) {
      RunRequest request = request(load);
      Script script =
          stage -> {
            if (stage.generator() == 1) {
              stage.sides(400, 500, new Switches(false, false));
              stage.sides(900, 1_000, Switches.ON);
            }
          };
      List<Done> usual = together(request, THREE, FleetRuns::nothing);
      List<Done> all = together(request, THREE, script);

      assertThat(all.getFirst().sent()).as(load).isEqualTo(usual.getFirst().sent());
      assertThat(all.getLast().sent()).as(load).isEqualTo(usual.getLast().sent());
      assertThat(all.get(1).sent())
          .as(load)
          .isNotEmpty()
          .noneMatch(each -> each.atNanos() > 502e6 && each.atNanos() < 999e6)
          .anyMatch(each -> each.atNanos() > 1_100e6);
    }
  }

  static List<Map<String, String>> changes() {
    return List.of(
        Map.of("rate", "3000"),
        Map.of("rate", "150"),
        Map.of("rate", "sine(800,500,700ms)"),
        Map.of("mix", "update=1"),
        Map.of("arrivals", "constant"),
        Map.of("arrivals", "gamma(0.5)", "rate", "2000"),
        Map.of("keys", "50"));
  }

  @ParameterizedTest
  @MethodSource("changes")
  void aChangeInMidRunKeepsAllGeneratorsTogether(Map<String, String> change) throws Exception {
    RunRequest request = request("rate=1000 arrivals=poisson");
    Script script =
        stage -> {
          stage.change(700, 800.0003, Map.copyOf(change));
          stage.change(1_350, 1_400, Map.of("rate", "700"));
        };
    List<Sent> alone = alone(request, script).sent();

    assertThat(alone).isNotEqualTo(alone(request, FleetRuns::nothing).sent());
    for (ShareTable fleet : FLEETS) {
      assertThat(union(together(request, fleet, script))).as("%s", fleet).isEqualTo(alone);
    }
  }

  /** As a generator that joins during the run, and learns of the changes before it has a load. */
  @ParameterizedTest
  @ValueSource(strings = {"rate=500", "rate=500 arrivals=poisson", "rate=500 mix=read=1,update=1"})
  void aLoadThatBeginsAfterChangesHasTheScheduleOfAll(String load) throws Exception {
    RunRequest request = request(load);
    Map<String, @Nullable String> first = Map.of("rate", "900");
    Map<String, @Nullable String> second = Map.of("rate", "700", "keys", "10");
    Script inTime =
        stage -> {
          stage.change(300, 400, first);
          stage.change(900, 1_100, second);
        };
    Script before =
        stage -> {
          stage.control().change(first, "ada", nanos(400));
          stage.control().change(second, "ada", nanos(1_100));
        };
    List<Done> all =
        together(
            request, table(1, 1), stage -> (stage.generator() == 1 ? before : inTime).play(stage));

    assertThat(union(all)).isEqualTo(alone(request, inTime).sent());
    assertThat(all.get(1).events())
        .extracting(RunEvent::text)
        .noneMatch(text -> text.contains("after its instant"));
  }

  /** One of three is told 200 ms after the instant. */
  @ParameterizedTest
  @ValueSource(strings = {"3000", "300"})
  void whoIsToldOfAChangeTooLateSendsNothingTwiceAndIsThenTogetherAgain(String rate)
      throws Exception {
    RunRequest request = request("rate=1000 arrivals=poisson key-distribution=sequential keys=1m");
    Script script =
        stage -> stage.change(stage.generator() == 1 ? 1_000 : 700, 800, Map.of("rate", rate));
    List<Sent> alone = alone(request, script).sent();
    List<Done> all = together(request, THREE, script);

    assertThat(between(union(all), 0, 800)).isEqualTo(between(alone, 0, 800));
    assertThat(union(all).stream().map(Sent::key).toList())
        .as("keys count the operations")
        .doesNotHaveDuplicates();
    double again = rate.equals("300") ? 1_600 : 1_000;
    assertThat(between(union(all), again, 2_000)).isEqualTo(between(alone, again, 2_000));
    if (rate.equals("3000")) {
      assertThat(scheduled(all)).isEqualTo(alone.size());
      assertThat(notSent(all)).isEqualTo(alone.size() - union(all).size()).isPositive();
    }
  }

  /** All processes pause from 700 ms to 900 ms, and a change takes effect in between. */
  @ParameterizedTest
  @CsvSource({"timeout, 3s", "mix, read=1", "keys, 10"})
  void aChangeThatLeavesTheScheduleAsItIsLosesNothingIfItArrivesLate(String parameter, String value)
      throws Exception {
    RunRequest request = request("rate=1000 arrivals=poisson");
    Script script =
        stage -> {
          stage.at(700, () -> stage.clock().pause(Duration.ofMillis(200)));
          stage.change(850, 800, Map.of(parameter, value));
        };
    List<Done> all = together(request, THREE, script);

    assertThat(notSent(all)).isZero();
    assertThat(shed(all)).isZero();
    assertThat(union(all)).hasSameSizeAs(alone(request, FleetRuns::nothing).sent());
    assertThat(all.stream().flatMap(each -> each.events().stream()).map(RunEvent::text))
        .filteredOn(text -> text.contains("after its instant"))
        .hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " model=paced workers=9", " arrivals=poisson"})
  void sharesThatMoveInTimeLoseNothing(String more) throws Exception {
    RunRequest request = request("rate=1000" + more);
    Script script =
        stage -> {
          stage.at(900, () -> stage.shares().propose(new ShareEpoch(1, nanos(1_000), TWO)));
          stage.at(950, () -> stage.shares().commit(1, Long.MIN_VALUE));
          stage.at(950, () -> stage.shares().grow(1));
          ShareTable back = table(1, 2, 1);
          stage.at(1_400, () -> stage.shares().propose(new ShareEpoch(2, nanos(1_500), back)));
          stage.at(1_450, () -> stage.shares().commit(2, Long.MIN_VALUE));
          stage.at(1_450, () -> stage.shares().grow(2));
        };
    List<Done> all = together(request, THREE, script);

    List<Sent> alone = alone(request, FleetRuns::nothing).sent();
    assertThat(without(alone, union(all))).isEmpty();
    assertThat(union(all)).isEqualTo(alone);
    assertThat(between(all.get(2).sent(), 1_000, 1_500)).isEmpty();
    assertThat(between(all.get(2).sent(), 1_500, 2_000)).hasSizeBetween(100, 150);
  }

  /** Ten operations are in flight. The others report their bounds some time after the instant. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRunThatMovesToAnotherGeneratorShedsNothingWhereHalfOfItsBoundIsEnough(boolean midway)
      throws Exception {
    RunRequest request = request(TEN_MILLIS, "rate=1000 max-in-flight=30 when-full=shed");
    List<Done> all = moved(request, midway);

    long shed = shed(all);
    assertThat(scheduled(all)).isEqualTo(2_000);
    assertThat(notSent(all)).isZero();
    if (midway) {
      assertThat(shed).isZero();
      assertThat(union(all)).isEqualTo(alone(request, FleetRuns::nothing).sent());
      assertThat(between(all.get(2).sent(), 1_000, 2_000)).hasSize(1_000);
    } else {
      assertThat(shed).as("no half: what waited beyond the bound").isBetween(75L, 85L);
    }
  }

  /**
   * The new generator hears 50 ms after the instant that it may send, and 100 ms that it has room.
   */
  @ParameterizedTest
  @ValueSource(strings = {"", " model=paced workers=20", " arrivals=poisson"})
  void aNewGeneratorThatHearsLateSendsAllOperationsAfterwards(String more) throws Exception {
    RunRequest request = request(TEN_MILLIS, "rate=1000 max-in-flight=300 when-full=shed" + more);
    Script script =
        stage -> {
          Shares shares = stage.shares();
          ShareTable last = table(0, 0, 1);
          stage.at(800, () -> shares.propose(new ShareEpoch(1, nanos(1_000), last, TWO)));
          stage.at(1_050, () -> shares.commit(1, nanos(1_050)));
          stage.at(1_100, () -> shares.growMidway(1));
          stage.at(1_200, () -> shares.grow(1));
        };
    List<Done> all = together(request, TWO, 3, script);

    assertAllWasSent(request, all);
    assertThat(between(all.get(2).sent(), 0, 1_100)).isEmpty();
    assertThat(between(all.get(2).sent(), 1_300, 1_400)).hasSizeBetween(80, 120);
  }

  /** All processes pause from 980 ms to 1,030 ms, and the run moves at 1,000 ms. */
  @ParameterizedTest
  @ValueSource(strings = {"", " model=paced workers=40", " arrivals=poisson", " when-full=wait"})
  void operationsBeforeAMoveAreSentEvenIfTheyAreHandledAfterIt(String more) throws Exception {
    String load = more.contains("when-full") ? more : " when-full=shed" + more;
    RunRequest request = request(TEN_MILLIS, "rate=1000 max-in-flight=300" + load);
    Script script =
        stage -> {
          Shares shares = stage.shares();
          ShareTable last = table(0, 0, 1);
          stage.at(800, () -> shares.propose(new ShareEpoch(1, nanos(1_000), last, TWO)));
          stage.at(820, () -> shares.commit(1, Long.MIN_VALUE));
          stage.at(900, () -> shares.growMidway(1));
          stage.at(980, () -> stage.clock().pause(Duration.ofMillis(50)));
          stage.at(1_100, () -> assertThat(shares.kept()).isEqualTo(new KeptBounds(1, 1)));
          stage.at(1_100, () -> shares.grow(1));
        };
    List<Done> all = together(request, TWO, 3, script);

    assertAllWasSent(request, all);
    assertThat(between(all.get(0).sent(), 1_031, 2_000)).isEmpty();
  }

  /** The process of the new generator waits for a processor while the run moves. */
  @Test
  void aNewGeneratorShedsNothingAtTheInstantOfTheMove() throws Exception {
    RunRequest request = request("rate=1000 for=1s when-full=shed");
    for (int ms = 500; ms < 520; ms++) {
      int movesAt = ms;
      Script script =
          stage -> {
            Shares shares = stage.shares();
            ShareTable last = table(0, 0, 1);
            stage.at(300, () -> shares.propose(new ShareEpoch(1, nanos(movesAt), last, TWO)));
            stage.at(320, () -> shares.commit(1, Long.MIN_VALUE));
            stage.at(340, () -> shares.growMidway(1));
            if (stage.generator() == 2) {
              stage.at(movesAt - 5, () -> stage.clock().readsTake(Duration.ofMillis(2)));
              stage.at(movesAt + 5, () -> stage.clock().readsTake(Duration.ZERO));
            }
            stage.at(700, () -> shares.grow(1));
          };
      assertThat(shed(together(request, TWO, 3, script))).as("at %d ms", ms).isZero();
    }
  }

  /** The first proposal is not committed, and the second one is late. */
  @Test
  void aNewGeneratorWaitsForItsShareAlsoIfItWasProposedBefore() throws Exception {
    RunRequest request = request(TEN_MILLIS, "rate=1000 max-in-flight=300 when-full=shed");
    Script script =
        stage -> {
          Shares shares = stage.shares();
          ShareTable last = table(0, 0, 1);
          stage.at(800, () -> shares.propose(new ShareEpoch(1, nanos(1_000), last, TWO)));
          stage.at(900, () -> shares.propose(new ShareEpoch(2, nanos(1_200), last, TWO)));
          stage.at(1_250, () -> shares.commit(2, nanos(1_250)));
          stage.at(1_300, () -> shares.growMidway(2));
          stage.at(1_400, () -> shares.grow(2));
        };
    List<Done> all = together(request, TWO, 3, script);

    assertThat(scheduled(all)).isEqualTo(2_000);
    assertThat(shed(all)).isZero();
    assertThat(notSent(all)).as("due between the two instants").isEqualTo(200);
  }

  @Test
  void aNewGeneratorWaitsForALimitedTimeAndUntilTheEndAtMost() throws Exception {
    RunRequest request = request("rate=100 for=5s");
    Script script =
        stage -> {
          ShareTable last = table(0, 0, 1);
          stage.at(800, () -> stage.shares().propose(new ShareEpoch(1, nanos(1_000), last, TWO)));
        };
    List<Done> all = together(request, TWO, 3, script);

    assertThat(scheduled(all)).isEqualTo(500);
    assertThat(union(all)).hasSize(100);
    assertThat(notSent(all)).isEqualTo(400);
  }

  @Test
  void theBoundOfARunThatMovesIsNeverExceeded() throws Exception {
    RunRequest request =
        request(TEN_MILLIS, "rate=1000 mix=insert=1 max-in-flight=11 when-full=shed");
    List<Done> all = moved(request, true);

    assertThat(scheduled(all)).isEqualTo(2_000);
    assertThat(between(union(all), 0, 800)).hasSize(800);
    assertThat(mostInFlight(all)).isBetween(10, 11);
    assertThat(between(union(all), 1_110, 2_000)).hasSize(890);
  }

  private static int mostInFlight(List<Done> all) {
    List<Long> starts = new ArrayList<>();
    List<Long> ends = new ArrayList<>();
    for (Done each : all) {
      each.sent().forEach(sent -> starts.add(sent.atNanos()));
      ends.addAll(each.inserted().values());
    }
    Collections.sort(starts);
    Collections.sort(ends);
    int most = 0;
    int ended = 0;
    for (int started = 0; started < starts.size(); started++) {
      while (ended < ends.size() && ends.get(ended) <= starts.get(started)) {
        ended++;
      }
      most = Math.max(most, started + 1 - ended);
    }
    return most;
  }

  /** Each of nine workers sends one operation a millisecond. */
  @Test
  void workersThatMoveLeaveNoGap() throws Exception {
    List<Sent> sent = union(moved(request("workers=9"), true));

    assertThat(between(sent, 700, 800)).hasSizeBetween(890, 910);
    for (int millis = 800; millis < 1_100; millis += 20) {
      assertThat(between(sent, millis, millis + 20)).hasSizeBetween(70, 181);
    }
    assertThat(between(sent, 1_200, 1_300)).hasSizeBetween(890, 910);
  }

  /** The run moves at 1,000 ms from the generators 0 and 1 to generator 2. */
  private static List<Done> moved(RunRequest request, boolean midway) throws Exception {
    Script script =
        stage -> {
          Shares shares = stage.shares();
          ShareTable last = table(0, 0, 1);
          stage.at(800, () -> shares.propose(new ShareEpoch(1, nanos(1_000), last, TWO)));
          stage.at(820, () -> shares.commit(1, Long.MIN_VALUE));
          stage.at(900, () -> assertThat(shares.kept().midway()).isEqualTo(1));
          if (midway) {
            stage.at(900, () -> shares.growMidway(1));
          }
          stage.at(1_100, () -> assertThat(shares.kept()).isEqualTo(new KeptBounds(1, 1)));
          stage.at(1_100, () -> shares.grow(1));
        };
    return together(request, TWO, 3, script);
  }

  /** All operations of a single generator were sent, possibly at other times. */
  private static void assertAllWasSent(RunRequest request, List<Done> all) throws Exception {
    assertThat(notSent(all)).isZero();
    assertThat(shed(all)).isZero();
    assertThat(union(all).stream().map(Sent::key).toList())
        .containsExactlyInAnyOrderElementsOf(
            alone(request, FleetRuns::nothing).sent().stream().map(Sent::key).toList());
  }

  private static long shed(List<Done> all) {
    return all.stream().mapToLong(each -> each.summary().accounting().errors().shed()).sum();
  }

  /** The generator that gains learns of the commitment 100 ms after the instant. */
  @Test
  void whatIsGainedLateIsCountedAndNotSentTwice() throws Exception {
    RunRequest request = request("rate=1000");
    Script script =
        stage -> {
          stage.at(900, () -> stage.shares().propose(new ShareEpoch(1, nanos(1_000), TWO)));
          stage.at(1_100, () -> stage.shares().commit(1, nanos(1_100)));
        };
    List<Done> all = together(request, THREE, script);
    List<Sent> alone = alone(request, FleetRuns::nothing).sent();
    List<Sent> sent = union(all);

    assertThat(new HashSet<>(sent)).hasSameSizeAs(sent);
    assertThat(between(sent, 0, 1_000)).isEqualTo(between(alone, 0, 1_000));
    assertThat(between(sent, 1_100, 2_000)).isEqualTo(between(alone, 1_100, 2_000));
    assertThat(between(sent, 1_000, 1_100)).hasSizeBetween(30, 37);
    assertThat(scheduled(all)).isEqualTo(alone.size());
    assertThat(notSent(all)).isEqualTo(alone.size() - sent.size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"rate=1000", "rate=1000 model=paced workers=9", "workers=9"})
  void aGeneratorWithoutRightStopsAndResumesWithoutABurst(String load) throws Exception {
    Script script =
        stage -> {
          if (stage.generator() == 1) {
            stage.at(100, () -> stage.shares().allow(stage.clock().nanoTime() + nanos(400), 0));
            stage.at(1_000, () -> stage.shares().allow(Shares.ALWAYS, stage.clock().nanoTime()));
          }
        };
    List<Done> all = together(request(load), THREE, script);
    List<Sent> sent = all.get(1).sent();

    assertThat(between(sent, 0, 500)).hasSizeGreaterThan(150);
    assertThat(between(sent, 501, 1_000)).isEmpty();
    assertThat(between(sent, 1_000, 1_010).size())
        .isCloseTo(between(sent, 1_500, 1_510).size(), within(20));
    assertThat(between(sent, 1_010, 2_000)).hasSizeGreaterThan(300);
    if (load.startsWith("rate")) {
      assertThat(scheduled(all)).isEqualTo(2_000);
      assertThat(notSent(List.of(all.get(1)))).isEqualTo(2_000 - union(all).size());
    }
  }

  /**
   * One of three loses its right at 500 ms, and the others have its part from 700 ms on. It hears
   * of that at 1,200 ms, or after the end of its schedule.
   */
  @ParameterizedTest
  @ValueSource(ints = {1_200, 2_500})
  void whatOthersTookOverFromAGeneratorWithoutRightCountsOnce(int heardMillis) throws Exception {
    Script script =
        stage -> {
          ShareEpoch without = new ShareEpoch(1, nanos(700), table(1, 1));
          if (stage.generator() == 2) {
            stage.at(100, () -> stage.shares().allow(stage.clock().nanoTime() + nanos(400), 0));
            stage.at(heardMillis, () -> stage.shares().propose(without));
            stage.at(
                heardMillis, () -> stage.shares().allow(Shares.ALWAYS, stage.clock().nanoTime()));
          } else {
            stage.at(600, () -> stage.shares().propose(without));
            stage.at(650, () -> stage.shares().commit(1, Long.MIN_VALUE));
          }
        };
    List<Done> all = together(request("rate=1000 arrivals=poisson"), THREE, script);
    List<Sent> alone = alone(request("rate=1000 arrivals=poisson"), FleetRuns::nothing).sent();

    assertThat(scheduled(all)).isEqualTo(alone.size());
    assertThat(notSent(all)).isEqualTo(alone.size() - union(all).size()).isBetween(40L, 90L);
    assertThat(without(alone, union(all)))
        .allMatch(each -> each.atNanos() > nanos(500) && each.atNanos() < nanos(700));
  }

  @Test
  void whoHearsNothingMoreCountsItsWholePart() throws Exception {
    Script script =
        stage -> {
          if (stage.generator() == 2) {
            stage.at(100, () -> stage.shares().allow(stage.clock().nanoTime() + nanos(400), 0));
          }
        };
    List<Done> all = together(request("rate=1000"), THREE, script);

    assertThat(scheduled(all)).isEqualTo(2_000);
    assertThat(notSent(all)).isEqualTo(2_000 - union(all).size()).isEqualTo(500);
  }

  /** Its node finds out at 1,500 ms that the fleet has removed it. */
  @Test
  void whoIsRemovedWithoutRightCountsNothingThatOthersMayHaveTakenOver() throws Exception {
    Script script =
        stage -> {
          stage.at(100, () -> stage.shares().allow(stage.clock().nanoTime() + nanos(400), 0));
          stage.at(1_500, () -> stage.run().seated((_, _, _, _) -> {}).abort());
        };
    Done lost = together(request("rate=1000"), THREE, script).get(2);

    assertThat(scheduled(List.of(lost))).isEqualTo(lost.sent().size()).isBetween(166L, 167L);
  }

  /** The generator's last operation is due at 1,700 ms, before its right ends for good. */
  @ParameterizedTest
  @ValueSource(strings = {"rate=10", "rate=1000 when-full=hold"})
  void whoHasNothingToTellEndsWithoutWaitingForItsRight(String load) throws Exception {
    ScriptedSeat seat = new ScriptedSeat(2, THREE);
    Done done =
        run(
            request(load),
            seat,
            stage ->
                stage.at(
                    100, () -> stage.shares().allow(stage.clock().nanoTime() + nanos(1_650), 0)));

    assertThat(seat.windows().getLast().atNanos()).isLessThan(nanos(2_500));
    assertThat(done.summary().accounting().errors().notSent()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rate=1000 ops=1001",
        "rate=1000 arrivals=poisson warmup=1s ops=1000",
        "rate=1000 ops=7",
        "rate=read=900,update=300 mix= arrivals=poisson ops=1000",
        "rate=1000 model=paced workers=9 ops=1001"
      })
  void aNumberOfOperationsIsTheFleets(String load) throws Exception {
    RunRequest request = request(load + " for=");
    List<Sent> alone = alone(request, FleetRuns::nothing).sent();

    for (ShareTable fleet : FLEETS) {
      assertThat(union(together(request, fleet, FleetRuns::nothing)))
          .as("%s", fleet)
          .isEqualTo(alone);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "workers=9 ops=1001",
        "workers=3 ops=2",
        "rate=5000 model=paced workers=9 when-full=hold ops=1001"
      })
  void aNumberOfOperationsIsSplitExactly(String load) throws Exception {
    for (ShareTable fleet : FLEETS) {
      List<Done> all =
          together(request(load + " for= key-distribution=sequential"), fleet, FleetRuns::nothing);
      long operations = scheduled(all);

      assertThat(union(all)).hasSize((int) operations);
      assertThat(operations).isEqualTo(Long.parseLong(load.substring(load.indexOf("ops=") + 4)));
      if (!load.contains("ops=2")) {
        assertThat(union(all).stream().map(Sent::key).sorted().toList())
            .as("each operation once, as keys count them")
            .isEqualTo(
                LongStream.range(0, operations).map(i -> i % 1_000).sorted().boxed().toList());
      }
    }
  }

  @Test
  void workersAreSplitExactly() throws Exception {
    List<Done> all = together(request("workers=7"), table(5, 3, 1), FleetRuns::nothing);

    // Each worker sends one operation a millisecond.
    assertThat(all.stream().map(each -> (each.sent().size() + 500) / 2_000).toList())
        .containsExactly(4, 2, 1);
  }

  @Test
  void aFileOfRequestsIsPlayedOnce(@TempDir Path folder) throws Exception {
    StringBuilder lines = new StringBuilder();
    IntStream.range(0, 500)
        .forEach(i -> lines.append("{\"op\":\"read\",\"key\":\"k").append(i).append("\"}\n"));
    Path file = Files.writeString(folder.resolve("day.jsonl"), lines);
    for (String load : List.of("rate=1000 arrivals=poisson", "workers=8")) {
      RunRequest request = request(load + " ops=500 for= keys= requests=replay(" + file + ")");
      for (ShareTable fleet : FLEETS) {
        assertThat(
                union(together(request, fleet, FleetRuns::nothing)).stream()
                    .map(Sent::key)
                    .sorted()
                    .toList())
            .as("%s %s", load, fleet)
            .isEqualTo(LongStream.range(0, 500).boxed().toList());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rate=1000 arrivals=poisson", "workers=8"})
  void insertsNeverCollideEvenWhenSharesMove(String load) throws Exception {
    Script script =
        stage -> {
          stage.at(900, () -> stage.shares().propose(new ShareEpoch(1, nanos(1_000), TWO)));
          stage.at(950, () -> stage.shares().commit(1, Long.MIN_VALUE));
          stage.at(950, () -> stage.shares().grow(1));
        };
    List<Done> all = together(request(load + " mix=insert=1"), THREE, script);
    List<Long> keys = union(all).stream().map(Sent::key).toList();

    assertThat(keys).hasSizeGreaterThan(1_900).doesNotHaveDuplicates();
    assertThat(keys).allMatch(key -> key >= 1_000 && key < 60_000);
  }

  @Test
  void aStopAtAnInstantEndsTheScheduleThen() throws Exception {
    Script script =
        stage -> stage.at(500, () -> stage.run().seated((_, _, _, _) -> {}).stopAt(nanos(900.5)));
    List<Done> all = together(request("rate=1000 arrivals=poisson"), THREE, script);

    assertThat(union(all))
        .isEqualTo(
            between(
                alone(request("rate=1000 arrivals=poisson"), FleetRuns::nothing).sent(), 0, 900.5));
  }

  private static List<Sent> between(List<Sent> sent, double fromMillis, double toMillis) {
    return sent.stream()
        .filter(each -> each.atNanos() >= nanos(fromMillis) && each.atNanos() < nanos(toMillis))
        .toList();
  }
}
