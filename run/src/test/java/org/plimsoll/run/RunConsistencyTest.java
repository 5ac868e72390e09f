package org.plimsoll.run;

import org.plimsoll.driver.redis.RedisServers;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.result.ConsistencySummary;
import org.plimsoll.result.Summary;
import org.plimsoll.testkit.FaultProxy;
import org.plimsoll.testkit.RealServer;

/** A real Redis is consistent, and a real replica behind a slow link is as stale as the link. */
class RunConsistencyTest {
  private static final long LAG_MILLIS = 200;
  private static final long MS = 1_000_000;

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
  void nothingIsFoundWhereOneServerAnswers() throws Exception {
    Summary summary =
        RedisRuns.start(
                master.address(),
                "consistency=true workers=16 keys=10 fill=all warmup=0 for=1500ms"
                    + " mix=read=50,update=40,read-modify-write=10")
            .summary();
    ConsistencySummary found = Objects.requireNonNull(summary.consistency());
    assertThat(found.reads().judged()).isGreaterThan(1_000);
    assertThat(found.reads().unjudged()).isZero();
    assertThat(found.reads().stale()).isZero();
    assertThat(found.guarantees().values())
        .allMatch(guarantee -> guarantee.checked() > 100 && guarantee.violated() == 0);
    assertThat(Objects.requireNonNull(found.atomicity()).conflicts()).isZero();
    assertThat(Objects.requireNonNull(found.lostWrites()).lost()).isZero();
    assertThat(Objects.requireNonNull(found.lostWrites()).keysChecked()).isEqualTo(10);
  }

  @Test
  void readsFromAReplicaBehindASlowLinkAreFoundStale() throws Exception {
    link.delayAnswers(Duration.ofMillis(LAG_MILLIS));
    Summary summary =
        RedisRuns.start(
                master.address() + "?read-from=replica",
                "consistency=true rate=500 keys=50 fill=all warmup=0 for=3s"
                    + " consistency-probe=1s consistency-poll=5ms")
            .summary();
    link.delayAnswers(Duration.ZERO);
    ConsistencySummary found = Objects.requireNonNull(summary.consistency());
    ConsistencySummary.Stale stale = Objects.requireNonNull(found.stale());
    assertThat(found.reads().stale()).isGreaterThan(20);
    assertThat(stale.atLeastNanos().max()).isGreaterThan(LAG_MILLIS * MS / 2);
    assertThat(summary.verdict().has("read-your-writes-violated")).isTrue();
    // One replica applies what it gets in order.
    assertThat(summary.verdict().has("monotonic-reads-violated")).isFalse();
    // What was written is there once the link has brought it.
    assertThat(Objects.requireNonNull(found.lostWrites()).lost()).isZero();
    assertThat(found.lostWrites().settledNanos()).isPositive();
    ConsistencySummary.Probe probe = Objects.requireNonNull(found.probe());
    assertThat(probe.firstFreshNanos().min()).isGreaterThan((LAG_MILLIS - 1) * MS);
    assertThat(found.visibility())
        .filteredOn(point -> point.toNanos() < LAG_MILLIS * MS / 2)
        .isNotEmpty()
        .allMatch(point -> point.saw() < point.reads());
  }
}
