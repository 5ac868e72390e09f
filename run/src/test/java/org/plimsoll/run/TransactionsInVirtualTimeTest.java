package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.OperationType;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.SloOutcome;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Summary.OperationSummary;
import org.plimsoll.run.WatchedDriver.Sent;
import org.plimsoll.settings.RunRequest;

/** Tests operations that consist of several steps. */
class TransactionsInVirtualTimeTest extends VirtualRuns {
  private static final String CHECKOUT = "transaction=checkout=read,read,update(same)";
  private static final long MILLI = 1_000_000;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rate=100 max-in-flight=50",
        "rate=100 model=paced workers=4",
        "workers=1 think-time=70ms"
      })
  void aTransactionIsOneOperationAndEachStepIsMeasured(String load) throws Exception {
    WatchedDriver target = WatchedDriver.counting();
    Summary summary =
        run(
            target,
            "sim:?service=constant(10ms)",
            CHECKOUT + " mix=checkout=1 warmup=0 ops=1000 " + load);

    assertThat(summary.accounting().scheduled()).isEqualTo(1_000);
    assertThat(summary.accounting().answered().succeeded()).isEqualTo(1_000);
    assertThat(summary.figures().operations())
        .containsOnlyKeys("all", "checkout", "checkout/read", "checkout/read#2", "checkout/update");
    for (String whole : List.of("all", "checkout")) {
      OperationSummary checkout = of(summary, whole);
      assertThat(checkout.counts().answered()).isEqualTo(1_000);
      assertThat(checkout.counts().items()).isEqualTo(3_000);
      assertThat(checkout.counts().attempts()).isEqualTo(3_000);
      assertNear(checkout.serviceNanos().percentiles().p50(), 30 * MILLI);
      if (!load.contains("think")) {
        assertNear(known(checkout.responseNanos()).percentiles().p50(), 30 * MILLI);
      }
    }
    for (String step : List.of("checkout/read", "checkout/read#2", "checkout/update")) {
      assertThat(of(summary, step).counts().answered()).isEqualTo(1_000);
      assertThat(of(summary, step).counts().items()).isEqualTo(1_000);
      assertThat(of(summary, step).responseNanos()).isNull();
      assertNear(of(summary, step).serviceNanos().percentiles().p50(), 10 * MILLI);
      assertNear(of(summary, step).serviceNanos().max(), 10 * MILLI);
    }
    assertThat(target.count(OperationType.READ)).isEqualTo(2_000);
    assertThat(target.count(OperationType.UPDATE)).isEqualTo(1_000);
    assertThat(target.count()).isEqualTo(3_000);
  }

  @Test
  void aStepHasItsOwnKeyOrThatOfThePreviousStep() throws Exception {
    List<Sent> sent = sent("keys=1m workers=1", CHECKOUT);

    int different = 0;
    for (int i = 0; i < sent.size(); i += 3) {
      assertThat(sent.subList(i, i + 3))
          .extracting(Sent::type)
          .containsExactly("read", "read", "update");
      assertThat(sent.get(i + 2).key()).isEqualTo(sent.get(i + 1).key());
      assertThat(sent.get(i + 2).atNanos() - sent.get(i).atNanos()).isEqualTo(20 * MILLI);
      different += sent.get(i).key() == sent.get(i + 1).key() ? 0 : 1;
    }
    assertThat(different).isGreaterThan(95);
  }

  @Test
  void operationsDependOnTheSeedButNotOnTheWorkers() throws Exception {
    List<Sent> once = sent("workers=1", CHECKOUT);

    assertThat(sent("workers=1", CHECKOUT)).isEqualTo(once);
    assertThat(contents(sent("workers=7", CHECKOUT))).isEqualTo(contents(once));
    assertThat(contents(sent("rate=10", CHECKOUT))).isEqualTo(contents(once));
    assertThat(contents(sent("workers=1 seed=8", CHECKOUT))).isNotEqualTo(contents(once));
  }

  @Test
  void stepsUseTheSameKeysAsSeparateOperations() throws Exception {
    List<Sent> sent =
        sent("workers=1 key-distribution=sequential keys=100", "transaction=walk=read,read,read");

    assertThat(sent).extracting(Sent::key).startsWith(0L, 1L, 2L, 3L, 4L, 5L);
    assertThat(sent.get(299).key()).isEqualTo(99);
  }

  @Test
  void aTransactionEndsWithTheFirstFailedStep() throws Exception {
    WatchedDriver target = WatchedDriver.counting();
    Summary summary =
        run(
            target,
            "sim:?service=constant(1ms)&error-rate=0.2",
            CHECKOUT + " mix=checkout=1 warmup=0 ops=1000 rate=100");

    OperationSummary first = of(summary, "checkout/read");
    OperationSummary second = of(summary, "checkout/read#2");
    OperationSummary third = of(summary, "checkout/update");
    assertThat(first.counts().answered() + failures(first)).isEqualTo(1_000);
    assertThat(second.counts().answered() + failures(second)).isEqualTo(first.counts().answered());
    assertThat(third.counts().answered() + failures(third)).isEqualTo(second.counts().answered());
    assertThat(summary.accounting().answered().succeeded())
        .isEqualTo(third.counts().answered())
        .isBetween(450L, 580L);
    assertThat(summary.accounting().errors().failed())
        .isEqualTo(failures(first) + failures(second) + failures(third));
    assertThat(of(summary, "checkout").failures()).isEqualTo(summary.all().failures());
    assertThat(of(summary, "checkout").counts().items()).isEqualTo(3 * third.counts().answered());
    assertThat(of(summary, "checkout").counts().attempts()).isEqualTo(target.count());
    assertThat(target.count())
        .isEqualTo(1_000 + first.counts().answered() + second.counts().answered());
  }

  @Test
  void theDeadlineAppliesToTheWholeTransaction() throws Exception {
    WatchedDriver target = WatchedDriver.counting();
    Summary summary =
        run(
            target,
            "sim:?service=constant(40ms)",
            CHECKOUT + " mix=checkout=1 warmup=0 ops=200 rate=5 timeout=100ms max-in-flight=9");

    assertThat(summary.accounting().errors().timedOut()).isEqualTo(200);
    assertThat(summary.accounting().ended()).isEqualTo(200);
    assertThat(of(summary, "checkout/read").counts().answered()).isEqualTo(200);
    assertThat(of(summary, "checkout/read#2").counts().answered()).isEqualTo(200);
    assertThat(of(summary, "checkout/update").counts().answered()).isZero();
    assertThat(of(summary, "checkout/update").failures()).isEqualTo(Map.of("timeout", 200L));
    assertThat(target.count()).isEqualTo(600);
  }

  @Test
  void unsentTransactionsHaveNoSteps() throws Exception {
    WatchedDriver target = WatchedDriver.counting();
    Summary summary =
        run(
            target,
            "sim:?max-throughput=100",
            CHECKOUT
                + " mix=checkout=1 warmup=0 ops=2000 rate=500 timeout=300ms max-in-flight=5"
                + " max-backlog=50");

    Accounting accounting = summary.accounting();
    assertThat(accounting.ended()).isEqualTo(2_000);
    assertThat(accounting.errors().shed()).isPositive();
    assertThat(accounting.errors().notSent() + accounting.errors().timedOut()).isPositive();
    OperationSummary first = of(summary, "checkout/read");
    assertThat(first.counts().answered() + failures(first))
        .isEqualTo(2_000 - accounting.errors().shed() - accounting.errors().notSent());
    assertThat(target.count()).isEqualTo(begun(summary));
  }

  @Test
  void abortingLeavesEachStepAccountedFor() throws Exception {
    Summary summary =
        run(
            new SimDriver(),
            request(
                "sim:?service=exponential(30ms)",
                CHECKOUT + " mix=checkout=50,read=50 warmup=0 for=10s rate=200"),
            run -> at(3_000, run::abort));

    assertThat(summary.accounting().ended()).isEqualTo(summary.accounting().scheduled());
    assertThat(summary.accounting().unfinished()).isPositive();
    long unfinished =
        List.of("checkout/read", "checkout/read#2", "checkout/update").stream()
            .mapToLong(step -> of(summary, step).failures().getOrDefault("unfinished", 0L))
            .sum();
    assertThat(unfinished)
        .isEqualTo(of(summary, "checkout").failures().getOrDefault("unfinished", 0L))
        .isPositive();
  }

  @Test
  void aReadModifyWriteIsATransactionOfTwoStepsOnOneKey() throws Exception {
    WatchedDriver target = WatchedDriver.counting();
    Summary summary =
        run(
            target,
            "sim:?service=constant(10ms)",
            "mix=read-modify-write=1 warmup=0 ops=100 workers=1 keys=1m");

    assertThat(summary.figures().operations()).containsOnlyKeys("all", "read-modify-write");
    assertThat(of(summary, "read-modify-write").counts().items()).isEqualTo(100);
    List<Sent> sent = target.sent();
    for (int i = 0; i < sent.size(); i += 2) {
      assertThat(sent.get(i + 1).key()).isEqualTo(sent.get(i).key());
    }
    assertNear(of(summary, "read-modify-write").serviceNanos().percentiles().p50(), 20 * MILLI);
  }

  @Test
  void aFailedInsertDoesNotBlockNewerKeys() throws Exception {
    WatchedDriver target = WatchedDriver.counting();
    Summary summary =
        run(
            target,
            "sim:?service=constant(1ms)&error-rate=0.2",
            "transaction=order=read,insert,insert,update mix=order=50,read=50 warmup=0 ops=4000"
                + " rate=1k keys=10 key-distribution=latest timeout=100ms");

    Map<Long, Long> existsFrom = new HashMap<>();
    target.seen().stream()
        .filter(seen -> seen.type().equals(OperationType.INSERT) && seen.succeeded())
        .forEach(seen -> existsFrom.put(seen.key(), seen.endNanos()));
    assertThat(existsFrom).hasSizeGreaterThan(1_500);
    Set<Long> read = new HashSet<>();
    target.seen().stream()
        .filter(seen -> seen.type().equals(OperationType.READ))
        .forEach(seen -> {
          assertThat(seen.key() < 10 || existsFrom.containsKey(seen.key())).isTrue();
          read.add(seen.key());
        });
    // If one insert never ended, all reads would use the keys before it.
    assertThat(read.stream().mapToLong(Long::longValue).max().orElse(0)).isGreaterThan(2_000);
    assertThat(summary.accounting().ended()).isEqualTo(4_000);
  }

  @Test
  void theWaitForAThreadIsNotPartOfServiceTimes() throws Exception {
    Summary summary =
        run(
            WatchedDriver.handingOver(5),
            "sim:?service=constant(10ms)",
            CHECKOUT + " mix=checkout=1 warmup=0 ops=100 rate=10");

    assertNear(of(summary, "checkout").serviceNanos().percentiles().p50(), 30 * MILLI);
    assertNear(known(of(summary, "checkout").responseNanos()).percentiles().p50(), 45 * MILLI);
    assertNear(of(summary, "checkout/read").serviceNanos().percentiles().p50(), 10 * MILLI);
    assertNear(of(summary, "checkout/update").serviceNanos().percentiles().p50(), 10 * MILLI);
  }

  @Test
  void aReadOfThePreviousStepsWriteIsStaleInADelayedStore() throws Exception {
    String own =
        "consistency=true workers=1 keys=3 ops=1000 warmup=0 mix=note=1"
            + " transaction=note=update,scan(same),read(same)";
    Summary late = run(WatchedDriver.counting(), "sim:?staleness=5ms&service=1ms", own);
    Summary inTime = run(WatchedDriver.counting(), "sim:?staleness=0&service=1ms", own);

    assertThat(known(late.details().consistency()).freshness().reads().judged()).isGreaterThan(900);
    assertThat(known(late.details().consistency()).freshness().reads().stale()).isGreaterThan(900);
    assertThat(late.verdict().has(FindingCode.READ_YOUR_WRITES_VIOLATED)).isTrue();
    assertThat(known(inTime.details().consistency()).freshness().reads().judged())
        .isGreaterThan(900);
    assertThat(known(inTime.details().consistency()).freshness().reads().stale()).isZero();
  }

  @Test
  void aBulkCanBeAStep() throws Exception {
    WatchedDriver target = WatchedDriver.counting();
    Summary summary =
        run(
            target,
            "sim:?service=constant(1ms)",
            "transaction=sync=bulk-read,bulk-write(same),scan mix=sync=1 bulk-size=5 scan-length=7"
                + " warmup=0 ops=100 workers=2");

    assertThat(of(summary, "sync/bulk-read").counts().items()).isEqualTo(500);
    assertThat(of(summary, "sync/scan").counts().items()).isEqualTo(700);
    assertThat(of(summary, "sync").counts().items()).isEqualTo(1_700);
  }

  @Test
  void objectivesCanReferToOneStep() throws Exception {
    Summary summary =
        run(
            WatchedDriver.withSlowUpdates(50),
            "sim:?service=constant(1ms)",
            CHECKOUT
                + " mix=checkout=1 warmup=0 ops=2000 rate=100 slo=checkout/update.p99<20ms,"
                + "checkout/read#2.p99<2ms,checkout.p99<60ms,checkout/read.errors<1%");

    assertThat(summary.verdict().objectives())
        .extracting(Summary.SloResult::result)
        .containsExactly(
            SloOutcome.FAILED, SloOutcome.PASSED, SloOutcome.PASSED, SloOutcome.PASSED);
  }

  @Test
  void eachScenarioHasItsOwnSetting() throws Exception {
    Summary summary =
        run(
            new SimDriver(),
            request("sim:?service=constant(1ms)", "warmup=0 for=2s")
                .withScenarios(
                    "shop/rate=100",
                    "shop/transaction=visit=read,read",
                    "shop/mix=visit=1",
                    "audit/rate=50",
                    "audit/transaction=visit=scan",
                    "audit/mix=visit=1"),
            run -> {});

    assertThat(known(summary.details().scenarios().get("shop")).figures().operations())
        .containsOnlyKeys("all", "visit", "visit/read", "visit/read#2");
    assertThat(known(summary.details().scenarios().get("audit")).figures().operations())
        .containsOnlyKeys("all", "visit", "visit/scan");
    assertThat(of(summary, "visit").counts().answered()).isEqualTo(300);
    assertThat(of(summary, "visit/read").counts().answered()).isEqualTo(200);
    assertThat(of(summary, "visit/scan").counts().answered()).isEqualTo(100);
  }

  @Test
  void aTransactionCanBeAddedDuringTheRun() throws Exception {
    RunRequest plain = request("sim:?service=constant(1ms)", "mix=read=1 warmup=0 for=4s rate=100");
    Summary summary =
        run(
            new SimDriver(),
            plain,
            run ->
                at(
                    2_000,
                    () -> {
                      Parameters now = run.parameters();
                      Parameters.Lane lane = now.lanes().getFirst();
                      Parameters.Weight visit =
                          new Parameters.Weight(
                              OperationType.reading("visit"),
                              1,
                              List.of(
                                  new Parameters.Step(OperationType.READ, false),
                                  new Parameters.Step(OperationType.SCAN, true)));
                      run.change(
                          now.withLanes(
                              List.of(
                                  new Parameters.Lane(
                                      lane.name(), List.of(visit), lane.rate(), lane.workers()))),
                          "test");
                    }));

    assertThat(summary.accounting().ended()).isEqualTo(400);
    assertThat(of(summary, "read").counts().answered()).isBetween(198L, 202L);
    assertThat(of(summary, "visit").counts().answered())
        .isEqualTo(400 - of(summary, "read").counts().answered());
    assertThat(of(summary, "visit/scan").counts().answered())
        .isEqualTo(of(summary, "visit").counts().answered());
  }

  @Test
  void everyIntervalReportsTheSteps() throws Exception {
    run(
        new SimDriver(),
        request(
            "sim:?service=constant(10ms)", CHECKOUT + " mix=checkout=1 warmup=0 for=3s rate=50"),
        run -> {});

    assertThat(intervals()).hasSizeGreaterThanOrEqualTo(3);
    assertThat(
            known(intervals().get(1).figures().operations().get("checkout/update"))
                .throughputPerSecond())
        .isEqualTo(50);
    assertNear(
        known(intervals().get(1).figures().operations().get("checkout/update"))
            .serviceNanos()
            .p50(),
        10 * MILLI);
  }

  private List<Sent> sent(String settings, String transaction) throws Exception {
    WatchedDriver target = WatchedDriver.counting();
    String name = transaction.split("=", -1)[1];
    String all = transaction + " mix=" + name + "=1 warmup=0 ops=100 " + settings;
    new TransactionsInVirtualTimeTest()
        .run(
            target,
            request("sim:?service=constant(10ms)", all.contains(" seed=") ? all : all + " seed=7"),
            run -> {});
    return target.sent();
  }

  /** All operations that were sent. */
  private static Set<List<Object>> contents(List<Sent> sent) {
    Set<List<Object>> contents = new HashSet<>();
    sent.forEach(each -> contents.add(List.of(each.type(), each.key(), each.row())));
    return contents;
  }

  private Summary run(WatchedDriver target, String uri, String settings) throws Exception {
    return run(target, request(uri, settings), run -> {});
  }

  private static RunRequest request(String target, String settings) {
    Map<String, String> values = new HashMap<>();
    for (String setting : settings.split(" ", -1)) {
      int equals = setting.indexOf('=');
      values.put(setting.substring(0, equals), setting.substring(equals + 1));
    }
    return RunRequest.of(target, values);
  }

  private static OperationSummary of(Summary summary, String operation) {
    return known(summary.figures().operations().get(operation));
  }

  private static long failures(OperationSummary operation) {
    return operation.failures().values().stream().mapToLong(Long::longValue).sum();
  }

  /** The number of steps that reached the target. */
  private static long begun(Summary summary) {
    return List.of("checkout/read", "checkout/read#2", "checkout/update").stream()
        .mapToLong(step -> of(summary, step).counts().answered() + failures(of(summary, step)))
        .sum();
  }

  /** Histograms have a relative precision of 0.001. */
  private static void assertNear(@Nullable Long nanos, long expected) {
    assertThat(known(nanos)).isBetween(expected - expected / 500, expected + expected / 500);
  }
}
