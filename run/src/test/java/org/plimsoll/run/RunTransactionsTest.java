package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.result.ConsistencySummary;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Summary.OperationSummary;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.RedisServers;

/** Compares operations with several steps on a real Redis with the counts of the server. */
class RunTransactionsTest {
  private static final String SHOP =
      " transaction=checkout=read,read,update(same),order=insert,delete(same)"
          + " mix=checkout=50,order=30,read=20 warmup=0";

  private static final String CHECKOUT =
      " transaction=checkout=read,read,update(same) mix=checkout=50,read=20 warmup=0";

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
  @ValueSource(strings = {"rate=4k", "workers=8", "rate=4k model=paced workers=16", "workers=1"})
  void everyCallOfTheServerIsAStepOfTheRun(String load) throws Exception {
    Summary summary = run(load + SHOP + " keys=200 fill=all ops=2000");

    assertThat(WatchedRun.accountedFor(summary.accounting())).isEqualTo(2000);
    assertThat(summary.accounting().answered().succeeded()).isEqualTo(2000);
    long checkouts = of(summary, "checkout").counts().answered();
    long orders = of(summary, "order").counts().answered();
    assertThat(checkouts + orders + of(summary, "read").counts().answered()).isEqualTo(2000);
    assertThat(of(summary, "checkout/read").counts().answered()).isEqualTo(checkouts).isPositive();
    assertThat(of(summary, "checkout/read#2").counts().answered()).isEqualTo(checkouts);
    assertThat(of(summary, "checkout").counts().items()).isEqualTo(3 * checkouts);
    assertThat(calls("get")).isEqualTo(2 * checkouts + of(summary, "read").counts().answered());
    assertThat(calls("set")).isEqualTo(200 + checkouts + orders);
    assertThat(calls("del")).isEqualTo(orders).isPositive();
    assertThat(RedisServers.size(server.port())).isEqualTo(200);
  }

  @Test
  void aTransactionEndsWithAStepThatFindsNothing() throws Exception {
    Summary summary = run("rate=4k" + CHECKOUT + " keys=200 no-fill=true ops=1000");

    long checkouts = of(summary, "checkout/read").counts().answered();
    assertThat(summary.accounting().answered().notFound()).isGreaterThan(500);
    assertThat(of(summary, "checkout").counts().answered()).isEqualTo(checkouts);
    assertThat(calls("set")).isZero();
    assertThat(summary.figures().operations()).doesNotContainKey("checkout/update");
  }

  @Test
  void aRefusedStepFailsTheTransaction() throws Exception {
    run("workers=1 mix=update=1 warmup=0 keys=200 fill=all ops=1");
    RedisServers.ask(server.port(), "CONFIG SET maxmemory 1");
    Summary summary;
    try {
      summary = run("rate=4k" + CHECKOUT + " keys=200 no-fill=true ops=1000");
    } finally {
      RedisServers.ask(server.port(), "CONFIG SET maxmemory 0");
    }

    long refused = RedisServers.stat(server.port(), "errorstats", "errorstat_OOM:count=");
    Map<String, Long> failures = Map.of("out-of-memory", refused);
    assertThat(refused).isPositive().isEqualTo(of(summary, "checkout/read#2").counts().answered());
    assertThat(of(summary, "checkout/update").failures()).isEqualTo(failures);
    assertThat(of(summary, "checkout").failures()).isEqualTo(failures);
    assertThat(of(summary, "checkout/read").failures()).isEmpty();
    assertThat(of(summary, "checkout").counts().answered()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"verify=true", "consistency=true"})
  void eachStepIsCheckedLikeASeparateOperation(String check) throws Exception {
    Summary summary =
        run(
            check
                + " workers=16 keys=20 fill=all warmup=0 ops=8000"
                + " transaction=note=read,update(same),read(same),update(same),read(same)"
                + " mix=note=50,read=50");

    assertThat(summary.accounting().answered().succeeded()).isEqualTo(8_000);
    assertThat(summary.verdict().findings())
        .filteredOn(finding -> finding.code().text().matches("stale-reads|.*-violated|.*lost.*"))
        .isEmpty();
    ConsistencySummary found = summary.details().consistency();
    if (found != null) {
      assertThat(found.freshness().reads().judged()).isGreaterThan(4_000);
      assertThat(found.freshness().reads().stale()).isZero();
      assertThat(found.guarantees().values())
          .allMatch(guarantee -> guarantee.checked() > 100 && guarantee.violated() == 0);
    }
  }

  @Test
  void requestsOfAFileWriteTheirRows() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("day.jsonl"),
            """
            {"op": "update", "key": "cart:ada", "row": {"tea": "2", "sugar": "zwölf"}}
            {"op": "read", "key": "cart:ada"}
            {"op": "update", "key": "cart:bob", "value": "gone"}
            {"op": "delete", "key": "cart:bob"}
            """);
    Summary summary =
        RedisRuns.start(
                server.address() + "?row-form=hash",
                "workers=1 no-fill=true warmup=0 ops=400 requests=" + file)
            .summary();

    assertThat(summary.accounting().answered().succeeded()).isEqualTo(400);
    assertThat(calls("hgetall")).isEqualTo(100);
    assertThat(calls("del")).isEqualTo(100);
    assertThat(RedisServers.ask(server.port(), "HGET cart:ada sugar")).contains("zwölf");
    assertThat(RedisServers.size(server.port())).isEqualTo(1);
  }

  private static Summary run(String settings) throws Exception {
    return RedisRuns.start(server.address(), settings).summary();
  }

  private static long calls(String command) throws Exception {
    return RedisServers.calls(server.port(), command);
  }

  private static OperationSummary of(Summary summary, String operation) {
    return Objects.requireNonNull(summary.figures().operations().get(operation));
  }
}
