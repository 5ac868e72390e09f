package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.result.ConsistencySummary;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.SloOutcome;
import org.plimsoll.result.Summary;
import org.plimsoll.testkit.FaultProxy;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.RedisServers;

/**
 * Tests the consistency checks: a real Redis is consistent, and a replica with a delayed link is as
 * stale as the link.
 */
class RunConsistencyTest {
  private static final int KEYS = 50;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir static Path folder;
  static RealServer master;
  static FaultProxy link;
  static RealServer replica;

  @BeforeAll
  static void startServers() throws Exception {
    master = RedisServers.start(Files.createDirectory(folder.resolve("master")));
    link = FaultProxy.to(master.port());
    String port = link.address().substring(link.address().indexOf(':') + 1);
    replica =
        RedisServers.start(
            Files.createDirectory(folder.resolve("replica")), "--replicaof", "127.0.0.1 " + port);
    RedisServers.awaitAnswer(replica.port(), "INFO replication", "master_link_status:up");
    RedisServers.awaitAnswer(master.port(), "INFO replication", "state=online");
  }

  @AfterAll
  static void stopServers() {
    master.close();
    link.close();
    replica.close();
  }

  @Test
  void aSingleServerIsConsistent() throws Exception {
    Summary summary =
        RedisRuns.start(
                master.address(),
                "consistency=true workers=16 keys=10 fill=all warmup=0 ops=20k"
                    + " mix=read=50,update=40,read-modify-write=10")
            .summary();
    ConsistencySummary found = Objects.requireNonNull(summary.details().consistency());
    assertThat(found.freshness().reads().judged()).isGreaterThan(1_000);
    assertThat(found.freshness().reads().unjudged()).isZero();
    assertThat(found.freshness().reads().stale()).isZero();
    assertThat(found.guarantees().values())
        .allMatch(guarantee -> guarantee.checked() > 100 && guarantee.violated() == 0);
    assertThat(Objects.requireNonNull(found.atomicity()).conflicts()).isZero();
    assertThat(Objects.requireNonNull(found.lostWrites()).lost()).isZero();
    assertThat(Objects.requireNonNull(found.lostWrites()).keysChecked()).isEqualTo(10);
  }

  /**
   * The servers count the commands that they executed while the link was held, so nothing depends
   * on speed.
   */
  @Test
  void readsFromADelayedReplicaAreStale() throws Exception {
    link.holdAnswers();
    WatchedRun run =
        RedisRuns.start(
            master.address() + "?read-from=replica",
            "consistency=true rate=500 fill=all warmup=0 forever=true"
                + (" keys=" + KEYS)
                + " consistency-probe=1h consistency-poll=5ms");
    // The rows of the fill, and the marker of the probe.
    await().atMost(PATIENCE).until(() -> RedisServers.size(master.port()) == KEYS + 1);
    awaitCalls(master, "set", 10 * KEYS);
    long writtenNanos = System.nanoTime();
    awaitCalls(replica, "get", 200);
    long staleForNanos = System.nanoTime() - writtenNanos;
    awaitCalls(replica, "get", 200);
    link.heal();
    await().atMost(PATIENCE).until(() -> RedisServers.size(replica.port()) == KEYS + 1);
    awaitCalls(replica, "get", 1_000); // five of which the probe needs
    Summary summary = run.stop();

    ConsistencySummary found = Objects.requireNonNull(summary.details().consistency());
    ConsistencySummary.Stale stale = Objects.requireNonNull(found.freshness().stale());
    assertThat(found.freshness().reads().stale()).isGreaterThan(100);
    assertThat(stale.atLeastNanos().max()).isGreaterThan(staleForNanos);
    assertThat(summary.verdict().has(FindingCode.READ_YOUR_WRITES_VIOLATED)).isTrue();
    // A single replica applies writes in order.
    assertThat(summary.verdict().has(FindingCode.MONOTONIC_READS_VIOLATED)).isFalse();
    // The writes are visible after the link has delivered them.
    assertThat(Objects.requireNonNull(found.lostWrites()).lost()).isZero();
    assertThat(found.lostWrites().settledNanos()).isPositive();
    ConsistencySummary.Probe probe = Objects.requireNonNull(found.probe());
    assertThat(probe.markers()).isEqualTo(1);
    assertThat(probe.firstFreshNanos().min()).isGreaterThan(staleForNanos);
    assertThat(found.freshness().visibility()).anyMatch(point -> point.saw() < point.reads());
  }

  /**
   * A Redis without persistence is killed, restarted, and written to again, so that each key has a
   * newer write in the end.
   */
  @Test
  void aCrashThatLosesRowsIsFoundAlthoughEachIsWrittenAgain() throws Exception {
    Path own = Files.createDirectory(folder.resolve("killed"));
    try (RealServer server = RedisServers.start(own);
        WatchedRun run =
            RedisRuns.start(
                server.address(),
                "consistency=true rate=1k fill=all warmup=0 forever=true slo=lost-writes<1"
                    + (" mix=read=50,update=50 keys=" + KEYS))) {
      awaitCalls(server, "set", 10 * KEYS);
      server.kill();
      server.start();
      awaitCalls(server, "set", 20 * KEYS);
      await().atMost(PATIENCE).until(() -> RedisServers.size(server.port()) == KEYS);
      Summary summary = run.stop();

      ConsistencySummary found = Objects.requireNonNull(summary.details().consistency());
      ConsistencySummary.LostWrites lost = Objects.requireNonNull(found.lostWrites());
      assertThat(lost.lost()).isBetween(1, KEYS);
      assertThat(lost.overwritten()).isEqualTo(lost.lost());
      assertThat(lost.keysChecked()).isEqualTo(KEYS);
      assertThat(lost.examples().getFirst()).contains("after an outage from", "found no row");
      assertThat(found.freshness().reads().lost()).isGreaterThanOrEqualTo(lost.lost());
      assertThat(found.freshness().reads().stale()).isZero();
      assertThat(summary.verdict().slo()).isEqualTo(SloOutcome.FAILED);
      assertThat(summary.verdict().findings())
          .filteredOn(finding -> finding.code() == FindingCode.LOST_WRITES)
          .singleElement()
          .extracting(Summary.Finding::text)
          .asString()
          .contains("written again later");
    }
  }

  /** Waits until the server has executed this many more of a command. */
  private static void awaitCalls(RealServer server, String command, long more) throws Exception {
    long wanted = RedisServers.calls(server.port(), command) + more;
    await(command)
        .atMost(PATIENCE)
        .until(() -> RedisServers.calls(server.port(), command) >= wanted);
  }
}
