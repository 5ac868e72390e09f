package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Phase;
import org.plimsoll.result.Summary;
import org.plimsoll.testkit.FaultProxy;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.RedisServers;

/**
 * Tests runs whose real server is killed, frozen or disconnected. Each operation is accounted for
 * once, and the load recovers. The tests mostly wait, so they run in parallel, each with its own
 * server.
 */
class RunUnderFaultsTest {
  /** The promised time to recover, from the moment that the server is available again. */
  private static final Duration RECOVERY = Duration.ofSeconds(5);

  private static final int SERVERS = 9;
  private static final int RATE = 500;
  private static final String MIX = " mix=read=50,update=50 keys=200 fill=all forever=true ";
  private static final String OPEN = "rate=" + RATE + " warmup=1s timeout=1s" + MIX;

  @TempDir static Path folder;
  static final List<RealServer> servers = new CopyOnWriteArrayList<>();
  static Iterator<RealServer> unused;

  @BeforeAll
  static void startServers() throws Exception {
    for (int i = 0; i < SERVERS; i++) {
      servers.add(RedisServers.start(Files.createDirectory(folder.resolve("server" + i))));
    }
    unused = servers.iterator();
  }

  @AfterAll
  static void stopServers() {
    servers.forEach(RealServer::close);
    servers.clear();
  }

  private static synchronized RealServer ownServer() {
    return unused.next();
  }

  @ParameterizedTest
  @Execution(ExecutionMode.CONCURRENT)
  @ValueSource(strings = {"open", "paced"})
  void operationsFailWhileAServerIsKilledAndSucceedAfterItsRestart(String model) throws Exception {
    RealServer server = ownServer();
    WatchedRun run = RedisRuns.start(server.address(), OPEN + "model=" + model);

    run.await(RunUnderFaultsTest::allSucceeds);
    server.kill();
    run.await(interval -> interval.figures().accounting().errors().failed() > RATE / 10);
    server.start();
    run.awaitRecovery(RECOVERY);

    Summary summary = run.stop();
    assertAccountedForAsScheduled(summary);
    assertThat(summary.all().failures()).containsKey("not-connected");
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void operationsTimeOutWhileAServerIsFrozenAndSucceedAfterwards() throws Exception {
    RealServer server = ownServer();
    WatchedRun run = RedisRuns.start(server.address(), OPEN + "verify=true");

    run.await(RunUnderFaultsTest::allSucceeds);
    server.freeze();
    run.await(interval -> interval.figures().accounting().errors().notSent() > RATE / 10);
    server.thaw();
    run.awaitRecovery(RECOVERY);

    Summary summary = run.stop();
    assertAccountedForAsScheduled(summary);
    assertThat(summary.accounting().errors().timedOut()).isPositive();
    assertThat(summary.all().failures())
        .containsKey("timeout")
        .doesNotContainKeys("lost-write", "torn-row", "wrong-row");
  }

  @ParameterizedTest
  @Execution(ExecutionMode.CONCURRENT)
  @CsvSource({"2, 2", "per-session, 16"})
  void halfOpenConnectionsAreReplacedOnceAndTheLoadRecovers(String connections, int replaced)
      throws Exception {
    RealServer server = ownServer();
    try (FaultProxy proxy = FaultProxy.to(server.port())) {
      WatchedRun run =
          RedisRuns.start(
              proxy.address() + "?connections=" + connections,
              // A slow machine should not make more operations time out, and the telemetry would
              // replace its own connection.
              OPEN + "sessions=16 timeout=4s telemetry=none");

      run.await(RunUnderFaultsTest::allSucceeds);
      int before = proxy.connectionsAccepted();
      proxy.blackHole();
      run.await(interval -> interval.figures().accounting().errors().timedOut() > 0);
      run.awaitRecovery(RECOVERY);

      Summary summary = run.stop();
      assertAccountedForAsScheduled(summary);
      assertThat(summary.accounting().errors().timedOut()).isPositive();
      assertThat(proxy.connectionsAccepted() - before).isEqualTo(replaced);
      long succeeded = run.total(each -> each.answered().succeeded());
      assertThat(
              RedisServers.calls(server.port(), "get") + RedisServers.calls(server.port(), "set"))
          .isBetween(succeeded, succeeded + run.total(each -> each.errors().timedOut()));
    }
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void resetConnectionsLoseNoOperation() throws Exception {
    RealServer server = ownServer();
    try (FaultProxy proxy = FaultProxy.to(server.port())) {
      WatchedRun run = RedisRuns.start(proxy.address(), OPEN);

      run.await(RunUnderFaultsTest::allSucceeds);
      proxy.holdAnswers(); // so that some are in flight
      proxy.awaitHeldAnswer();
      proxy.cut();
      proxy.heal();
      run.awaitRecovery(RECOVERY);

      Summary summary = run.stop();
      assertAccountedForAsScheduled(summary);
      assertThat(summary.all().failures()).containsKey("connection-lost");
    }
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void workersOfAClosedLoadThatShareSessionsRecoverFromHalfOpenConnections() throws Exception {
    RealServer server = ownServer();
    try (FaultProxy proxy = FaultProxy.to(server.port())) {
      proxy.delayAnswers(Duration.ofMillis(5)); // keeps the workers from racing
      WatchedRun run =
          RedisRuns.start(proxy.address(), "workers=32 sessions=2 warmup=0 timeout=2s" + MIX);

      run.await(RunUnderFaultsTest::allSucceeds);
      proxy.blackHole();
      run.await(interval -> interval.figures().accounting().errors().timedOut() > 0);
      run.await(RunUnderFaultsTest::allSucceeds, RECOVERY);

      Accounting accounting = run.stop().accounting();
      WatchedRun.accountedFor(accounting);
      // Each worker lost at most its operation in flight and its next attempt.
      assertThat(accounting.errors().timedOut() + accounting.errors().failed())
          .isLessThanOrEqualTo(5 * 32);
    }
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void aClosedLoadEndsEvenIfTheServerNeverAnswersAgain() throws Exception {
    RealServer server = ownServer();
    WatchedRun run = RedisRuns.start(server.address(), "workers=8 warmup=0 timeout=300ms" + MIX);

    run.await(RunUnderFaultsTest::allSucceeds);
    server.freeze();
    run.await(interval -> interval.figures().accounting().answered().succeeded() == 0);

    Accounting accounting = run.stop().accounting();
    WatchedRun.accountedFor(accounting);
    assertThat(accounting.errors().timedOut()).isPositive();
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void thousandsInFlightShareAFewConnections() throws Exception {
    RealServer server = ownServer();
    WatchedRun run =
        RedisRuns.start(server.address(), "rate=2k warmup=0 timeout=20s max-in-flight=20k" + MIX);

    run.await(RunUnderFaultsTest::allSucceeds);
    server.freeze();
    try {
      run.await(interval -> interval.figures().inFlight() > 1500);
    } finally {
      server.thaw();
    }

    Accounting accounting = run.stop().accounting();
    assertThat(accounting.answered().succeeded()).isEqualTo(WatchedRun.accountedFor(accounting));
  }

  /** The number of operations that were due until the run was stopped, from the rate. */
  private static void assertAccountedForAsScheduled(Summary summary) {
    long due = Math.round(RATE * (summary.elapsedNanos() / 1e9));
    assertThat(WatchedRun.accountedFor(summary.accounting())).isCloseTo(due, within(2L));
  }

  private static boolean allSucceeds(Interval interval) {
    Accounting accounting = interval.figures().accounting();
    return interval.window().phase() == Phase.MEASURE
        && accounting.answered().succeeded() > 0
        && accounting.errors().failed()
                + accounting.errors().timedOut()
                + accounting.errors().notSent()
            == 0;
  }
}
