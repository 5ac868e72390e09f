package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Severity;
import org.plimsoll.result.Summary;
import org.plimsoll.testkit.FaultProxy;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.RedisServers;

/** Tests that rows that were damaged in a real Redis, without the engine, get the right verdict. */
class RunVerifyTest {
  private static final int KEYS = 40;
  private static final String ROWS = " keys=" + KEYS + " value-bytes=200";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir static Path folder;
  static RealServer server;
  static RedisClient client;
  static RedisCommands<byte[], byte[]> redis;

  @BeforeAll
  static void startServer() {
    server = RedisServers.start(folder);
    client = RedisClient.create(RedisURI.create("127.0.0.1", server.port()));
    StatefulRedisConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE);
    redis = connection.sync();
  }

  @AfterAll
  static void stopServer() {
    client.shutdown();
    server.close();
  }

  @BeforeEach
  void forgetAll() {
    redis.flushall();
    redis.configResetstat();
  }

  @Test
  void unchangedRowsAreOk() throws Exception {
    fill(1, "");

    assertThat(failuresOfAllRows("")).isEmpty();
    Summary run =
        RedisRuns.start(
                server.address(),
                "verify=true rate=8k mix=read=50,update=50 warmup=0 ops=4000" + ROWS)
            .summary();
    assertThat(run.accounting().answered().succeeded()).isEqualTo(4000);
  }

  @Test
  void aVerificationFailsWhenRowsAreMissingOrWrong() throws Exception {
    fill(1, "");
    redis.del(key(1), key(2), key(3));
    redis.set(key(5), redis.get(key(6)));

    assertThat(verification("").verdict().findings())
        .filteredOn(finding -> finding.code() == FindingCode.VERIFICATION_FAILED)
        .extracting(Summary.Finding::text)
        .containsExactly(
            ("The verification did not find 4 of %,d rows as they were written:"
                    + " missing 3, wrong-row 1. The first: user000000000001 (missing),"
                    + " user000000000002 (missing), user000000000003 (missing),"
                    + " user000000000005 (wrong-row).")
                .formatted(KEYS));
  }

  @Test
  void aVerificationNamesTheFirstTwentyRows() throws Exception {
    fill(1, "");
    redis.flushall();

    String text =
        verification("").verdict().findings().stream()
            .filter(finding -> finding.code() == FindingCode.VERIFICATION_FAILED)
            .findFirst()
            .orElseThrow()
            .text();
    assertThat(text).contains("The first: user000000000000 (missing), ").doesNotContain("0020 (");
    assertThat(text.split("\\(missing\\)", -1)).hasSize(21);
  }

  @Test
  void readsThatFindNothingThatWasFilledAreAFinding() throws Exception {
    String load = "mix=read=1 rate=2k warmup=0 ops=400 fill=all" + ROWS;
    Summary kept = RedisRuns.start(server.address(), load).summary();
    assertThat(kept.verdict().has(FindingCode.ROWS_NOT_FOUND)).isFalse();

    // Rows expire at once.
    String expiring = server.address() + "?ttl=1ms";
    Summary.Finding finding =
        RedisRuns.start(expiring, load).summary().verdict().findings().stream()
            .filter(each -> each.code() == FindingCode.ROWS_NOT_FOUND)
            .findFirst()
            .orElseThrow();
    assertThat(finding.severity()).isEqualTo(Severity.SUSPECT);
    assertThat(finding.text())
        .startsWith("400 of 400 reads found nothing, although the fill wrote all 40 rows:");

    Summary accepted = RedisRuns.start(expiring, load + " ignore-missing=true").summary();
    assertThat(accepted.verdict().has(FindingCode.ROWS_NOT_FOUND)).isFalse();
  }

  @Test
  void aVerificationMayIgnoreMissingRows() throws Exception {
    fill(1, "");
    redis.del(key(1));

    assertThat(verification(" ignore-missing=true").verdict().findings())
        .extracting(Summary.Finding::code)
        .doesNotContain(FindingCode.VERIFICATION_FAILED);
  }

  @Test
  void damagedAndTruncatedRowsAreTorn() throws Exception {
    fill(1, "");

    byte[] row = redis.get(key(3));
    row[150] ^= 1;
    redis.set(key(3), row);
    redis.set(key(4), Arrays.copyOf(redis.get(key(4)), 120));

    assertThat(failuresOfAllRows("")).isEqualTo(Map.of("torn-row", 2L));
  }

  @Test
  void aMixtureOfTwoVersionsIsTorn() throws Exception {
    fill(1, "");
    byte[] first = redis.get(key(7));
    fill(2, "");
    byte[] second = redis.get(key(7));
    assertThat(second).hasSameSizeAs(first).isNotEqualTo(first);

    byte[] mixture = second.clone();
    System.arraycopy(first, 0, mixture, 0, 100);
    redis.set(key(7), mixture);

    assertThat(failuresOfAllRows("")).isEqualTo(Map.of("torn-row", 1L));
  }

  @Test
  void aRowOfAnotherKeyIsWrong() throws Exception {
    fill(1, "");

    redis.set(key(5), redis.get(key(6)));

    assertThat(failuresOfAllRows("")).isEqualTo(Map.of("wrong-row", 1L));
  }

  @Test
  void aHashOfTwoVersionsIsTornAndAMissingFieldIsReported() throws Exception {
    fill(1, " fields=3");
    byte[] old = redis.hget(key(8), bytes("field1"));
    RedisRuns.start(
            server.address(),
            "rate=4k mix=update=1 warmup=0 ops=2000 no-fill=true seed=5 fields=3" + ROWS)
        .summary();
    assertThat(redis.hget(key(8), bytes("field1"))).isNotEqualTo(old);
    assertThat(failuresOfAllRows(" fields=3")).isEmpty();

    redis.hset(key(8), bytes("field1"), old);
    redis.hdel(key(9), bytes("field2"));

    assertThat(failuresOfAllRows(" fields=3"))
        .isEqualTo(Map.of("torn-row", 1L, "missing-field", 1L));
  }

  @Test
  void aLostAcknowledgedRowIsALostWriteAtEachRead() throws Exception {
    WatchedRun run = updatedThenRead();

    redis.del(key(11), key(12));
    awaitReads(500);

    Summary summary = run.stop();
    long missed = RedisServers.stat(server.port(), "stats", "keyspace_misses:");
    assertThat(missed).isPositive();
    assertThat(summary.all().failures()).isEqualTo(Map.of("lost-write", missed));
    WatchedRun.accountedFor(summary.accounting());
  }

  @Test
  void anOlderRowThanTheAcknowledgedOneIsALostWrite() throws Exception {
    fill(1, "");
    List<byte[]> old = keys().stream().map(redis::get).toList();
    WatchedRun run = updatedThenRead();

    for (int i = 0; i < KEYS; i++) {
      redis.set(key(i), old.get(i));
    }
    awaitReads(500);

    Summary summary = run.stop();
    assertThat(summary.all().failures()).containsOnlyKeys("lost-write");
    // One in 63 older rows is taken for each correct one, so most are detected here.
    assertThat(summary.accounting().errors().failed()).isGreaterThan(300);
    WatchedRun.accountedFor(summary.accounting());
  }

  /** A run that has written every row and now only reads; no write is in flight. */
  private static WatchedRun updatedThenRead() throws Exception {
    WatchedRun run =
        RedisRuns.start(
            server.address(),
            "verify=true rate=5k mix=update=1 warmup=0 forever=true fill=all seed=9" + ROWS);
    awaitCalls("set", KEYS * 30);
    run.run().change(reading(run.run().parameters()), "test");
    awaitReads(500);
    return run;
  }

  private static Parameters reading(Parameters now) {
    Parameters.Lane lane = now.lanes().getFirst();
    return new Parameters(
        now.model(),
        List.of(
            new Parameters.Lane(
                lane.name(),
                List.of(new Parameters.Weight(OperationType.READ, 1)),
                lane.rate(),
                lane.workers())),
        now.arrivals(),
        now.timeoutNanos(),
        now.bound(),
        now.workload());
  }

  @ParameterizedTest
  @CsvSource({"' fill-rate=4k', false", "' fill-rate=4k', true", "'', false", "'', true"})
  void aStoppedFillSaysWhereItContinues(String rate, boolean abort) throws Exception {
    int keys = 200_000;
    String all = "fill=all value-bytes=10 keys=" + keys;
    String text;
    try (FaultProxy proxy = FaultProxy.to(server.port())) {
      // The fill should not end, nor overtake a late answer by many rows, while a thread of this
      // test waits for a processor.
      proxy.delayAnswers(Duration.ofMillis(5));
      WatchedRun filling = RedisRuns.fill(proxy.address(), all + rate);
      await("rows")
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(2))
          .until(() -> redis.dbsize() > 1_400);
      if (abort) {
        filling.run().abort();
      } else {
        filling.run().stop();
      }
      text =
          filling.summary().verdict().findings().stream()
              .filter(finding -> finding.code() == FindingCode.INTERRUPTED)
              .findFirst()
              .orElseThrow()
              .text();
    }

    Matcher from = Pattern.compile(" The fill continues with --fill-from (\\d+)\\.$").matcher(text);
    assertThat(from.find()).as(text).isTrue();
    int position = Integer.parseInt(from.group(1));
    assertThat(position).isGreaterThan(400).isLessThan(keys);
    byte[][] before =
        IntStream.range(0, position).mapToObj(RunVerifyTest::key).toArray(byte[][]::new);
    assertThat(redis.exists(before)).isEqualTo(position);
    assertThat(redis.dbsize()).isBetween((long) position, position + 1_000L);
    if (!abort) {
      assertThat(redis.exists(key(position))).isZero();
    }

    RedisRuns.fill(server.address(), all + " fill-from=" + position).summary();
    assertThat(redis.dbsize()).isEqualTo(keys);
  }

  private static void fill(int seed, String settings) throws Exception {
    RedisRuns.fill(server.address(), "fill=all seed=" + seed + ROWS + settings).summary();
  }

  /** Reads each row once. */
  private static Map<String, Long> failuresOfAllRows(String settings) throws Exception {
    Summary summary = verification(settings);
    assertThat(WatchedRun.accountedFor(summary.accounting())).isEqualTo(KEYS);
    return summary.all().failures();
  }

  private static Summary verification(String settings) throws Exception {
    return RedisRuns.fill(server.address(), "fill=all fill-mode=verify" + ROWS + settings)
        .summary();
  }

  private static void awaitReads(long more) throws Exception {
    awaitCalls("get", more);
  }

  /** Waits until the server has executed this many more of a command. */
  private static void awaitCalls(String command, long more) throws Exception {
    long wanted = RedisServers.calls(server.port(), command) + more;
    await(command)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(5))
        .until(() -> RedisServers.calls(server.port(), command) >= wanted);
  }

  private static List<byte[]> keys() {
    return IntStream.range(0, KEYS).mapToObj(RunVerifyTest::key).toList();
  }

  private static byte[] key(int number) {
    return bytes("user%012d".formatted(number));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
