package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.spec.KeyDistributionSpec;
import org.plimsoll.engine.spec.KeyLocality;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.WorkloadSpec;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.Summary;
import org.plimsoll.run.WatchedDriver.Seen;

/** Tests keys that depend on time and on acknowledged inserts, in whole runs. */
class LocalityInVirtualTimeTest extends VirtualRuns {
  private final WatchedDriver target = WatchedDriver.counting();

  private static Map<String, String> settings(String... pairs) {
    Map<String, String> settings = new HashMap<>();
    settings.put("warmup", "0");
    settings.put("for", "10s");
    settings.put("seed", "7");
    settings.put("keys", "1000");
    for (int i = 0; i < pairs.length; i += 2) {
      settings.put(pairs[i], pairs[i + 1]);
    }
    return settings;
  }

  /**
   * Inserts that take up to a second, some of which fail, together with reads of the latest keys.
   */
  @ParameterizedTest
  @CsvSource({"rate, 2000, 0", "rate, 2000, 0.05", "workers, 50, 0.05"})
  void onlyAcknowledgedKeysAreReadAndTheNewestMostOften(String load, String amount, double errors)
      throws Exception {
    run(
        target,
        "sim:?service=exponential(100ms)&error-rate=" + errors,
        settings(load, amount, "mix", "read=1,insert=1", "key-distribution", "latest(0.99)"),
        run -> {});

    Map<Long, Long> acknowledgedNanos = new HashMap<>();
    target.seen().stream()
        .filter(seen -> seen.type().equals(OperationType.INSERT) && seen.succeeded())
        .forEach(seen -> acknowledgedNanos.put(seen.key(), seen.endNanos()));
    List<Seen> reads =
        target.seen().stream().filter(seen -> seen.type().equals(OperationType.READ)).toList();
    assertThat(reads).hasSizeGreaterThan(2_000);
    for (Seen read : reads) {
      if (read.key() >= 1_000) {
        assertThat(acknowledgedNanos).as("insert of %d", read.key()).containsKey(read.key());
        assertThat(acknowledgedNanos.get(read.key())).isLessThanOrEqualTo(read.startNanos());
      }
    }
    long last = reads.getLast().startNanos();
    List<Seen> atTheEnd =
        reads.stream().filter(read -> last - read.startNanos() < 5_000_000_000L).toList();
    long fresh = atTheEnd.stream().filter(read -> read.key() >= 1_000).count();
    assertThat((double) fresh / atTheEnd.size()).isGreaterThan(0.7);
  }

  /** An insert that was prepared but never sent must not block later ones. */
  @Test
  void theNewestKeysAreAlsoReadInLaterIterations() throws Exception {
    run(
        target,
        "sim:?service=exponential(10ms)",
        settings(
            "workers",
            "50",
            "mix",
            "read=1,insert=1",
            "key-distribution",
            "latest(0.99)",
            "iterations",
            "3",
            "for",
            "2s"),
        run -> {});

    List<Seen> last = target.seen().subList(target.seen().size() - 2_000, target.seen().size());
    long newest = last.stream().mapToLong(Seen::key).max().orElseThrow();
    long near =
        last.stream()
            .filter(seen -> seen.type().equals(OperationType.READ) && seen.key() > newest - 2_500)
            .count();
    assertThat(near).isGreaterThan(600);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rate", "workers"})
  void cachedReadsAreCountedSeparatelyAndNotSent(String load) throws Exception {
    Summary summary =
        run(
            target,
            "sim:?service=constant(1ms)",
            settings(load, load.equals("rate") ? "5000" : "4", "mix", "read=8,update=2"),
            run -> {});
    Accounting without = summary.accounting();
    assertThat(without.clientCached()).isZero();
    WatchedDriver cached = WatchedDriver.counting();
    Map<String, String> settings =
        settings(
            load,
            load.equals("rate") ? "5000" : "4",
            "mix",
            "read=8,update=2",
            "client-cache",
            "0.5");
    summary = run(cached, "sim:?service=constant(1ms)", settings, run -> {});
    Accounting with = summary.accounting();
    assertThat(with.ended()).isEqualTo(with.scheduled()).isEqualTo(cached.count());
    assertThat(known(summary.figures().operations().get("all")).counts().answered())
        .isEqualTo(with.answered().succeeded());
    double all = with.scheduled() + with.clientCached();
    assertThat(with.clientCached() / all).isCloseTo(0.4, within(0.01));
    if (load.equals("rate")) {
      assertThat(with.scheduled() + with.clientCached()).isEqualTo(without.scheduled());
      assertThat(cached.count(OperationType.UPDATE)).isEqualTo(target.count(OperationType.UPDATE));
    }
  }

  @Test
  void intervalsAddUpToTheCachedReads() throws Exception {
    Summary summary =
        run(
            target,
            "sim:",
            settings("rate", "1000", "mix", "read=1", "client-cache", "0.9"),
            run -> {});
    assertThat(intervals().stream().mapToLong(i -> i.figures().accounting().clientCached()).sum())
        .isEqualTo(summary.accounting().clientCached())
        .isBetween(8_800L, 9_200L);
  }

  /** The same operations, although every second one has to wait or is shed. */
  @Test
  void aWindowFollowsTheIntendedTimeWhateverTheTargetDoes() throws Exception {
    Map<String, String> settings =
        settings("rate", "1000", "mix", "read=1", "key-window", "flipping(100,1s)");
    run(target, "sim:", settings, run -> {});
    List<Seen> prompt = target.seen();
    for (Seen seen : prompt) {
      long second = (seen.startNanos() - prompt.getFirst().startNanos()) / 1_000_000_000L;
      assertThat(seen.key() / 100).isEqualTo(second);
    }
    WatchedDriver slow = WatchedDriver.counting();
    settings.put("max-in-flight", "10");
    settings.put("timeout", "60s");
    run(slow, "sim:?stall-after=3s&stall-for=2s", settings, run -> {});
    assertThat(slow.seen().stream().map(Seen::key).sorted().toList())
        .isEqualTo(prompt.stream().map(Seen::key).sorted().toList());
  }

  @Test
  void changesOfDistributionAndLocalityDuringTheRunLoseNothing() throws Exception {
    List<KeyDistributionSpec> specs =
        List.of(
            new KeyDistributionSpec.Latest(0.9),
            new KeyDistributionSpec.Binomial(0.5),
            new KeyDistributionSpec.Sequential(),
            new KeyDistributionSpec.Hotspot(0.1, 0.9));
    Summary summary =
        run(
            target,
            "sim:?service=exponential(2ms)",
            settings("rate", "2000", "mix", "read=3,insert=1"),
            run -> {
              for (int i = 0; i < specs.size(); i++) {
                KeyDistributionSpec spec = specs.get(i);
                KeyLocality locality =
                    i == 2
                        ? new KeyLocality(new KeyLocality.Drift(50, 10), 0.5, 0.5)
                        : KeyLocality.NONE;
                at(2_000L * (i + 1), () -> run.change(with(run.parameters(), spec, locality), "x"));
              }
            });
    Accounting accounting = summary.accounting();
    assertThat(accounting.answered().succeeded())
        .isEqualTo(accounting.scheduled())
        .isEqualTo(target.count());
    assertThat(accounting.scheduled() + accounting.clientCached()).isEqualTo(20_000);
    assertThat(accounting.clientCached()).isBetween(1_350L, 1_650L);
    long inserts = target.count(OperationType.INSERT);
    assertThat(target.insertedKeys()).hasSize((int) inserts);
  }

  private static Parameters with(Parameters now, KeyDistributionSpec spec, KeyLocality locality) {
    WorkloadSpec old = now.workload();
    return new Parameters(
        now.model(),
        now.lanes(),
        now.arrivals(),
        now.timeoutNanos(),
        now.bound(),
        new WorkloadSpec(
            new WorkloadSpec.Keys(
                old.keys().first(), old.keys().count(), spec, old.keys().form(), locality),
            new WorkloadSpec.Rows(
                old.rows().fields(),
                old.rows().valueBytes(),
                old.rows().compressibility(),
                old.rows().values()),
            old.scanLength(),
            old.bulkSize(),
            old.verify(),
            old.ignoreMissing()));
  }
}
