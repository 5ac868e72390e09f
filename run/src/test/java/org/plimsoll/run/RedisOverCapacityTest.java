package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.driver.redis.RedisDriver;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.RunListener;
import org.plimsoll.result.RunStart;
import org.plimsoll.result.Summary;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.RedisServers;

/** Compares the throughput of a load beyond the capacity of a Redis with the server's own count. */
class RedisOverCapacityTest {
  private static final int SECONDS = Integer.getInteger("plimsoll.test.over-capacity-seconds", 4);

  /** The server answers in bursts of 100 ms, of which either end of the measurement may cut one. */
  private static final Percentage TOLERANCE =
      Percentage.withPercentage(Math.max(1, 20.0 / SECONDS));

  @TempDir static Path folder;
  private static RealServer server;

  @BeforeAll
  static void startServer() {
    server = RedisServers.start(folder);
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Test
  void throughputIsWhatTheServerCounts() throws Exception {
    RedisRuns.fill(server.address(), "fill=all keys=1k value-bytes=100").summary();
    try (SlowedServer slowed = new SlowedServer()) {
      double capacity = measured(slowed, "workers=32").figures().throughputPerSecond();
      for (double factor : new double[] {0.5, 2, 5}) {
        Summary summary =
            measured(slowed, "max-in-flight=2000 rate=" + Math.round(capacity * factor));

        Summary.LoadFigures figures = summary.figures();
        assertThat(figures.throughputPerSecond())
            .as("offered %.0f of about %.0f/s: %s", capacity * factor, capacity, figures.rates())
            .isCloseTo(slowed.callsPerSecond(), TOLERANCE);
      }
    }
  }

  private static Summary measured(SlowedServer slowed, String load) throws Exception {
    String settings =
        load
            + " warmup=0 mix=read=1 keys=1k value-bytes=100 fill=none timeout=1s for=%ds"
                .formatted(SECONDS);
    return WatchedRun.start(
            WatchedRun.request("redis://" + server.address(), settings), new RedisDriver(), slowed)
        .summary();
  }

  /** Stops the server most of the time, and samples its count of calls. */
  private static final class SlowedServer implements RunListener, AutoCloseable {
    private static final long PERIOD_MILLIS = 100;
    private static final long AWAKE_MILLIS = 5;

    private final TreeMap<Long, Long> callsByNanos = new TreeMap<>();
    private final Thread slowing = Thread.ofPlatform().daemon().unstarted(this::slow);
    private volatile boolean closed;
    private volatile long startedNanos;
    private volatile long beginNanos;

    SlowedServer() {
      slowing.start();
    }

    private void slow() {
      try {
        while (!closed) {
          server.thaw();
          long calls = RedisServers.calls(server.port(), "get");
          synchronized (callsByNanos) {
            callsByNanos.put(nanos(Instant.now()), calls);
          }
          TimeUnit.MILLISECONDS.sleep(AWAKE_MILLIS);
          server.freeze();
          TimeUnit.MILLISECONDS.sleep(PERIOD_MILLIS - AWAKE_MILLIS);
        }
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    private static long nanos(Instant instant) {
      return ChronoUnit.NANOS.between(Instant.EPOCH, instant);
    }

    @Override
    public void started(RunStart start) {
      startedNanos = nanos(start.startedAt());
    }

    @Override
    public void event(RunEvent event) {
      if (event.kind() == EventKind.PHASE && event.text().contains("measure")) {
        beginNanos = startedNanos + event.atNanos();
      }
    }

    /** The server's own count of the last measurement, without its drain. */
    double callsPerSecond() {
      long endNanos = beginNanos + TimeUnit.SECONDS.toNanos(SECONDS);
      await().atMost(Duration.ofSeconds(60)).until(() -> lastNanos() > endNanos);
      return (at(endNanos) - at(beginNanos)) / SECONDS;
    }

    private long lastNanos() {
      synchronized (callsByNanos) {
        return callsByNanos.lastKey();
      }
    }

    private double at(long nanos) {
      synchronized (callsByNanos) {
        Map.Entry<Long, Long> before = callsByNanos.floorEntry(nanos);
        Map.Entry<Long, Long> after = callsByNanos.ceilingEntry(nanos);
        double share = (double) (nanos - before.getKey()) / (after.getKey() - before.getKey());
        return before.getValue() + share * (after.getValue() - before.getValue());
      }
    }

    @Override
    public void close() {
      closed = true;
      try {
        slowing.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      server.thaw();
    }
  }
}
