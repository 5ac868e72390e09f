package org.plimsoll.driver.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.plimsoll.testkit.TestOperation.bulk;
import static org.plimsoll.testkit.TestOperation.on;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestTarget;

final class SimDriverTest {
  private static final long ORIGIN = 123_456_789L;
  private static final long MS = 1_000_000L;
  private static final long S = 1_000 * MS;

  private final VirtualClock timeline = new VirtualClock(ORIGIN);

  @Test
  void theServiceLoaderFindsTheDriver() {
    assertThat(ServiceLoader.load(Driver.class)).anyMatch(SimDriver.class::isInstance);
  }

  @Test
  void aTargetWithoutServiceTimeAnswersWithinExecute() throws Exception {
    Answers answers = answers();
    Answers.Answer wrote = answers.send(on(OperationType.UPDATE, 1, "abc", "de"));
    Answers.Answer found = answers.send(on(OperationType.READ, 99));
    assertThat(wrote.completions()).isEqualTo(1);
    assertThat(wrote.outcome()).isEqualTo(Outcome.succeeded(5));
    assertThat(found.outcome()).isEqualTo(Outcome.succeeded(0));
    assertThat(found.nanos()).isZero();
  }

  @Test
  void itemsAndBytesOfBulksAndScansAreCounted() throws Exception {
    Answers answers = answers();
    TestOperation bulk = bulk(OperationType.BULK_WRITE, 5, 16, "0123456789");
    TestOperation scan = TestOperation.scan(TestKey.of(5), 40);
    assertThat(answers.send(bulk).outcome()).isEqualTo(Outcome.succeeded(16, 160));
    assertThat(answers.send(scan).outcome()).isEqualTo(Outcome.succeeded(40, 0));
    assertThat(answers.send(on(SimDriver.TOUCH, 5)).outcome()).isEqualTo(Outcome.succeeded(0));
  }

  /**
   * Queueing theory: every operation waits 1 s − 0.2 ms·k after the stall, with the mean
   * λD²/(2(1−ρ)N) = 27.78 ms.
   */
  @Test
  void aStallCausesTheWaitsThatQueueingTheoryPredicts() throws Exception {
    Answers answers = answers("max-throughput", "1250", "stall-after", "30s", "stall-for", "1s");
    for (int i = 0; i < 90_000; i++) {
      answers.sendAt(ORIGIN + i * MS, on(OperationType.READ, i));
    }
    long[] nanos = answers.nanos();
    long delayed = Arrays.stream(nanos).filter(wait -> wait > 0).count();
    double meanMillis = Arrays.stream(nanos).average().orElseThrow() / MS;
    Arrays.sort(nanos);
    assertThat(delayed).isEqualTo(5_000);
    assertThat(meanMillis).isCloseTo(27.78, within(0.01));
    assertThat((double) nanos[89_100] / MS).isCloseTo(820, within(0.5));
    assertThat(nanos[89_999]).isEqualTo(1 * S);
  }

  @Test
  void anOperationWaitsForEarlierWorkBeforeItsOwnService() throws Exception {
    Answers answers = answers("max-throughput", "100", "service", "constant(3ms)");
    for (int i = 0; i < 4; i++) {
      answers.send(on(OperationType.READ, i));
    }
    assertThat(answers.nanos()).containsExactly(3 * MS, 13 * MS, 23 * MS, 33 * MS);
  }

  @Test
  void theQueueKeepsThroughputsOfFractionalNanoseconds() throws Exception {
    Answers answers = answers("max-throughput", "3m");
    for (int i = 0; i <= 30_000; i++) {
      answers.send(on(OperationType.READ, i));
    }
    assertThat(answers.nanos()[30_000]).isCloseTo(10 * MS, within(500L));
  }

  @Test
  void theStallClockStartsWithTheFirstOperation() throws Exception {
    timeline.runUntil(ORIGIN + 100 * S);
    Answers answers = answers("stall-after", "10s", "stall-for", "2s", "stall-every", "5s");
    long start = ORIGIN + 200 * S;
    for (long at : new long[] {0, 9_999, 10_000, 11_500, 12_000, 14_999, 15_000, 16_999, 17_000}) {
      answers.sendAt(start + at * MS, on(OperationType.READ, 1));
    }
    assertThat(answers.nanos()).containsExactly(0, 0, 2 * S, 500 * MS, 0, 0, 2 * S, 1 * MS, 0);
  }

  @Test
  void aRehearsalUsesNoQueueNoStallAndNoRandomNumber() throws Exception {
    String[] settings = {
      "max-throughput",
      "100",
      "service",
      "exponential(3ms)",
      "stall-after",
      "10ms",
      "stall-for",
      "1s"
    };
    Answers plain = answers(settings);
    Answers rehearsed = answers(settings);
    for (int i = 0; i < 100; i++) {
      rehearsed.rehearse(on(OperationType.UPDATE, i, "abc"));
    }
    assertThat(rehearsed.nanos()).hasSize(100).containsOnly(0);
    for (int i = 0; i < 4; i++) {
      plain.send(on(OperationType.READ, i));
      rehearsed.send(on(OperationType.READ, i));
    }
    long[] all = rehearsed.nanos();
    assertThat(Arrays.copyOfRange(all, 100, 104)).isEqualTo(plain.nanos());
  }

  @Test
  void operationsInFlightAtAStallEndAfterIt() throws Exception {
    // Two units of 10 s each: 0-10 s, then 10-15 s, the stall, and the rest.
    Answers answers = answers("max-throughput", "0.1", "stall-after", "15s", "stall-for", "1s");
    answers.send(on(OperationType.READ, 1));
    answers.send(on(OperationType.READ, 2));
    answers.send(on(OperationType.READ, 3));
    assertThat(answers.nanos()).containsExactly(0, 10 * S, 21 * S);
  }

  @Test
  void stallTimesAgreeWithASimulationInSmallSteps() {
    Stalls stalls = new Stalls(7, 3, 11);
    long served = 0;
    for (int t = 0; t < 200; t++) {
      boolean stalled = t >= 7 && (t - 7) % 11 < 3;
      assertThat(stalls.servingNanos(t)).as("serving time at %d", t).isEqualTo(served);
      if (!stalled) {
        assertThat(stalls.startNanos(served)).as("start at %d", served).isEqualTo(t);
        served++;
      }
    }
  }

  @Test
  void failuresAreInjectedAtTheirRateAndTakeAsLongAsSuccesses() throws Exception {
    Answers answers = answers("error-rate", "0.25", "service", "constant(1ms)");
    for (int i = 0; i < 40_000; i++) {
      answers.send(on(OperationType.READ, i));
    }
    timeline.runAll();
    long failed =
        answers.all().stream()
            .filter(answer -> answer.outcome().equals(Outcome.failed(FailureCode.own("injected"))))
            .count();
    // 5 standard deviations of a binomial
    assertThat((double) failed).isCloseTo(10_000, within(433.0));
    assertThat(answers.nanos()).containsOnly(MS);
  }

  @Test
  void theSameSeedGivesTheSameRun() throws Exception {
    assertThat(exponentialRun()).isEqualTo(exponentialRun());
  }

  private static long[] exponentialRun() throws Exception {
    VirtualClock ownTimeline = new VirtualClock(0);
    TestTarget context =
        Answers.context(ownTimeline, "service", "exponential(1ms)", "error-rate", "0.1");
    Answers answers = new Answers(ownTimeline, context.open().openSession());
    for (int i = 0; i < 1_000; i++) {
      answers.sendAt(i * 100_000L, on(OperationType.READ, i));
    }
    return answers.nanos();
  }

  @Test
  void closingFailsOperationsInFlightExactlyOnce() throws Exception {
    Client client = Answers.context(timeline, "service", "uniform(1ms,9ms)").open();
    Answers answers = new Answers(timeline, client.openSession());
    for (int i = 0; i < 100; i++) {
      answers.send(on(OperationType.READ, i));
    }
    timeline.runUntil(ORIGIN + 5 * MS);
    client.close();
    Answers.Answer late = answers.send(on(OperationType.READ, 1));
    timeline.runAll();
    assertThat(answers.all()).allMatch(answer -> answer.completions() == 1);
    assertThat(answers.all().stream().map(Answers.Answer::outcome).distinct())
        .containsExactlyInAnyOrder(Outcome.succeeded(0), Outcome.failed(FailureCode.Common.CLOSED));
    assertThat(late.outcome()).isEqualTo(Outcome.failed(FailureCode.Common.CLOSED));
  }

  @Test
  void liveChangesApplyToLaterOperationsAndKeepTheQueue() throws Exception {
    Client client = Answers.context(timeline, "max-throughput", "10").open();
    Answers answers = new Answers(timeline, client.openSession());
    for (int i = 0; i < 10; i++) {
      answers.send(on(OperationType.READ, i));
    }
    client.settingsChanged(TestTarget.values(new SimDriver(), Map.of("max-throughput", "1000")));
    answers.send(on(OperationType.READ, 10));
    answers.send(on(OperationType.READ, 11));
    assertThat(Arrays.copyOfRange(answers.nanos(), 9, 12))
        .containsExactly(900 * MS, 1_000 * MS, 1_001 * MS);
    client.settingsChanged(TestTarget.values(new SimDriver(), Map.of("service", "constant(2ms)")));
    assertThat(client.facts()).containsEntry("simulated queue", "none");
    Answers.Answer after = answers.send(on(OperationType.READ, 12));
    timeline.runAll();
    assertThat(after.nanos()).isEqualTo(2 * MS);
  }

  @Test
  void factsAreWrittenAsTheSettingsAre() throws Exception {
    assertThat(facts("service", "lognormal(2ms, 0.5)", "max-throughput", "2k"))
        .containsEntry("simulated service", "lognormal(2ms,0.5)")
        .containsEntry("simulated queue", "one server, first come first served, 2000 ops/s")
        .containsEntry("simulated stalls", "none")
        .containsEntry("simulated staleness", "none");
    assertThat(
            facts(
                "max-throughput",
                "2k",
                "max-throughput-changes",
                "90s:1500",
                "stall-after",
                "90s",
                "stall-for",
                "1500ms",
                "stall-every",
                "1h",
                "staleness",
                "exponential(5ms)"))
        .containsEntry("simulated service", "constant(0)")
        .containsEntry(
            "simulated queue", "one server, first come first served, 2000, 1m30s:1500 ops/s")
        .containsEntry(
            "simulated stalls", "for 1s500ms, 1m30s after the first operation, then every 1h")
        .containsEntry("simulated staleness", "exponential(5ms) per read");
    assertThat(facts("servers", "4", "server-time", "uniform(1ms,3ms)", "error-rate", "0.05"))
        .containsEntry(
            "simulated queue", "4 servers, first come first served, each for uniform(1ms,3ms)")
        .containsEntry("simulated error rate", "0.05")
        .containsEntry("simulated loss of acknowledged writes", "0");
  }

  private Map<String, String> facts(String... settings) throws Exception {
    return Answers.context(timeline, settings).open().facts();
  }

  @Test
  void aSessionAcceptsAnyNumberOfOperationsAtOnce() throws Exception {
    Session session = Answers.context(timeline).open().openSession();
    assertThat(session.maxInFlight()).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void impossibleSettingsAreReported() {
    refuses("stall-every: must be longer", "stall-for", "5s", "stall-every", "5s");
    refuses("stall-for: must be above 0", "stall-after", "5s");
    refuses("max-throughput: must be a number", "max-throughput", "0");
    refuses("error-rate: must be a number from 0 to 1, was '2'", "error-rate", "2");
    refuses("service: must be a distribution", "service", "gamma(2)");
    refuses("stall-for: must be at most 365d", "stall-for", "400d");
    TestTarget addressed = new TestTarget(new SimDriver(), "there", Map.of(), List.of("field0"));
    assertThatThrownBy(addressed::open).hasMessageContaining("takes no address");
  }

  private void refuses(String sentence, String... namesAndValues) {
    assertThatThrownBy(() -> Answers.context(timeline, namesAndValues).open())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(sentence);
  }

  private Answers answers(String... namesAndValues) throws Exception {
    return new Answers(timeline, Answers.context(timeline, namesAndValues).open().openSession());
  }
}
