package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.Summary;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.RedisServers;

/** Compares the counts of the whole engine with those of the server. */
class RunAccountingTest {
  @TempDir static Path folder;
  static RealServer server;

  @BeforeAll
  static void startServer() {
    server = RedisServers.start(folder);
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @BeforeEach
  void forgetAll() throws Exception {
    RedisServers.ask(server.port(), "FLUSHALL");
    RedisServers.ask(server.port(), "CONFIG RESETSTAT");
  }

  @ParameterizedTest
  @CsvSource({
    "'', rate=8k, get, set",
    "?connections=per-session, workers=8, get, set",
    "?row-form=hash, rate=8k model=paced workers=16, hgetall, hset"
  })
  void everyCallOfTheServerIsAnOperationOfTheRun(
      String driver, String load, String read, String write) throws Exception {
    Summary summary =
        run(
            driver,
            load
                + " mix=read=45,update=30,insert=5,read-modify-write=20"
                + " keys=200 fill=all warmup=0 ops=4000");

    assertThat(WatchedRun.accountedFor(summary.accounting())).isEqualTo(4000);
    assertThat(summary.accounting().answered().succeeded()).isEqualTo(4000);
    long inserted = count(summary, "insert");
    long modified = count(summary, "read-modify-write");
    assertThat(modified).isPositive();
    assertThat(calls(read)).isEqualTo(count(summary, "read") + modified);
    assertThat(calls(write)).isEqualTo(200 + inserted + count(summary, "update") + modified);
    assertThat(RedisServers.size(server.port())).isEqualTo(200 + inserted);
  }

  @Test
  void notFoundCountsEqualTheServersMisses() throws Exception {
    Summary summary = run("", "rate=8k mix=read=60,delete=40 keys=200 fill=150 warmup=0 ops=1000");

    Accounting accounting = summary.accounting();
    long deletes = count(summary, "delete");
    long deleted = 150 - RedisServers.size(server.port());
    long missed = RedisServers.stat(server.port(), "stats", "keyspace_misses:");
    assertThat(calls("get")).isEqualTo(count(summary, "read")).isEqualTo(1000 - deletes);
    assertThat(calls("del")).isEqualTo(deletes).isGreaterThan(deleted);
    assertThat(missed).isPositive();
    assertThat(accounting.answered().notFound()).isEqualTo(missed + deletes - deleted);
    assertThat(accounting.answered().succeeded())
        .isEqualTo(1000 - accounting.answered().notFound());
  }

  @Test
  void fillWarmUpAndMeasurementAddUpToTheServersCount() throws Exception {
    WatchedRun run =
        RedisRuns.start(
            server.address(),
            "rate=4k mix=read=50,update=50 keys=300 fill=200 warmup=250ms ops=2000");

    assertThat(WatchedRun.accountedFor(run.summary().accounting())).isEqualTo(2000);
    long all =
        run.total(each -> each.answered().succeeded())
            + run.total(each -> each.answered().notFound());
    assertThat(all).isEqualTo(run.total(Accounting::scheduled)).isGreaterThan(200 + 2000);
    assertThat(calls("get") + calls("set")).isEqualTo(all);
  }

  @ParameterizedTest
  @CsvSource({"pipeline, get, set, 7", "multi, mget, mset, 1"})
  void aBulkIsOneOperationOfManyItems(String form, String read, String write, int callsEach)
      throws Exception {
    Summary summary =
        run(
            "?bulk=" + form,
            "rate=4k mix=bulk-read=50,bulk-write=50 bulk-size=7 keys=300 fill=100 warmup=0"
                + " ops=1000");

    assertThat(WatchedRun.accountedFor(summary.accounting())).isEqualTo(1000);
    long fills = form.equals("pipeline") ? 100 : 0;
    long reads = count(summary, "bulk-read");
    long writes = count(summary, "bulk-write");
    assertThat(calls(read)).isEqualTo(reads * callsEach).isPositive();
    assertThat(calls(write)).isEqualTo(fills + writes * callsEach).isPositive();
    assertThat(items(summary, "bulk-write")).isEqualTo(writes * 7);
    assertThat(items(summary, "bulk-read"))
        .isEqualTo(RedisServers.stat(server.port(), "stats", "keyspace_hits:"))
        .isLessThan(reads * 7);
  }

  @Test
  void pipelinesOfThreeToTenItemsAreAccountedFor() throws Exception {
    Summary summary =
        run(
            "?bulk=pipeline",
            "rate=4k mix=bulk-read=80,bulk-write=20 bulk-size=uniform(3,10) keys=300 no-fill=true"
                + " warmup=0 ops=1000");

    assertThat(WatchedRun.accountedFor(summary.accounting())).isEqualTo(1000);
    long writes = count(summary, "bulk-write");
    assertThat(items(summary, "bulk-write")).isEqualTo(calls("set"));
    assertThat((double) calls("set") / writes).isBetween(5.5, 7.5);
    assertThat((double) calls("get") / count(summary, "bulk-read")).isBetween(6.0, 7.0);
  }

  @Test
  void refusalsOfTheServerAreCountedByCode() throws Exception {
    RedisServers.ask(server.port(), "CONFIG SET maxmemory 1");
    Summary summary;
    try {
      summary = run("", "rate=4k mix=read=50,update=50 keys=300 no-fill=true warmup=0 ops=1000");
    } finally {
      RedisServers.ask(server.port(), "CONFIG SET maxmemory 0");
    }

    long refused = RedisServers.stat(server.port(), "errorstats", "errorstat_OOM:count=");
    assertThat(refused).isPositive();
    assertThat(summary.all().failures()).isEqualTo(Map.of("out-of-memory", refused));
    assertThat(summary.all().failureMessages())
        .isEqualTo(
            Map.of("out-of-memory", "OOM command not allowed when used memory > 'maxmemory'."));
    assertThat(summary.accounting().errors().failed()).isEqualTo(refused);
    assertThat(WatchedRun.accountedFor(summary.accounting())).isEqualTo(1000);
    assertThat(calls("get")).isEqualTo(1000 - refused);
  }

  private static Summary run(String driver, String settings) throws Exception {
    return RedisRuns.start(server.address() + driver, settings).summary();
  }

  private static long calls(String command) throws Exception {
    return RedisServers.calls(server.port(), command);
  }

  private static long count(Summary summary, String operation) {
    return Objects.requireNonNull(summary.figures().operations().get(operation))
        .counts()
        .answered();
  }

  private static long items(Summary summary, String operation) {
    return Objects.requireNonNull(summary.figures().operations().get(operation)).counts().items();
  }
}
