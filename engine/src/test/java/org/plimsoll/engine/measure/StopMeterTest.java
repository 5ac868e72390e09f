package org.plimsoll.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StopMeterTest {
  private static final long MILLI = 1_000_000;

  private final AtomicLong cpuNanos = new AtomicLong();

  @Test
  void collectionsOfThisJvmAreCountedToTheNanosecond() {
    SafepointCounters counters = Objects.requireNonNull(SafepointCounters.ofThisProcess());
    long count = counters.count();
    long nanos = counters.nanos();
    System.gc();
    System.gc();
    assertThat(counters.count()).isGreaterThanOrEqualTo(count + 2);
    assertThat(counters.nanos()).isGreaterThan(nanos);
    assertThat((counters.nanos() - nanos) % MILLI).isNotZero();
  }

  @Test
  void collectionsArePausesAndTheLongestIsReportedOnce() {
    StopMeter meter = new StopMeter(SafepointCounters.ofThisProcess(), cpuNanos::get);
    StopMeter.Stops before = meter.stops();
    System.gc();
    System.gc();
    StopMeter.Stops after = meter.stops();
    assertThat(after.count()).isGreaterThanOrEqualTo(before.count() + 2);
    assertThat(after.nanosTotal()).isGreaterThan(before.nanosTotal());
    assertThat(meter.takeNanosMax()).isPositive();
  }

  @ParameterizedTest
  @CsvSource({
    "500, 0, 1", // stopped from outside: the process got no CPU time
    "500, 240, 1",
    "500, 260, 0", // other threads of this process had the CPUs
    "500, 1000, 0",
    "21, 0, 1",
    "19, 0, 0", // less than the resolution of CPU time
  })
  void aLateWakeUpIsAPauseOnlyIfTheProcessGotNoCpuTime(
      long lateMillis, long cpuMillis, long stops, @TempDir Path folder) throws IOException {
    StopMeter meter = new StopMeter(countersAsOfNow(folder), cpuNanos::get);
    StopMeter.Stops before = meter.stops();
    cpuNanos.addAndGet(cpuMillis * MILLI);
    meter.woke(lateMillis * MILLI);
    assertThat(meter.stops().count() - before.count()).isEqualTo(stops);
    assertThat(meter.takeNanosMax()).isEqualTo(stops * lateMillis * MILLI);
  }

  /**
   * The counters in a copy of this JVM's file. A safepoint may happen at any time, and is no
   * difference between two readings of a copy.
   */
  private static SafepointCounters countersAsOfNow(Path folder) throws IOException {
    Path own =
        Path.of(
            "/tmp",
            "hsperfdata_" + System.getProperty("user.name"),
            String.valueOf(ProcessHandle.current().pid()));
    return SafepointCounters.of(Files.copy(own, folder.resolve("counters")));
  }

  @Test
  void withoutTheJvmsCountersEveryLateWakeUpIsAPause() {
    StopMeter meter = new StopMeter(null, cpuNanos::get);
    cpuNanos.addAndGet(1000 * MILLI);
    meter.woke(30 * MILLI);
    meter.woke(5 * MILLI);
    assertThat(meter.stops()).isEqualTo(new StopMeter.Stops(1, 30 * MILLI));
    assertThat(meter.takeNanosMax()).isEqualTo(30 * MILLI);
    assertThat(meter.takeNanosMax()).isZero();
  }

  @Test
  void aFileOfAnotherLayoutIsRefused(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("1");
    Files.write(file, new byte[64]);
    assertThatThrownBy(() -> SafepointCounters.of(file)).isInstanceOf(IOException.class);
  }

  @Test
  void inVirtualTimeOnlyTheAllocationIsReported() {
    try (Health health = new Health(true, () -> 0)) {
      System.gc();
      Health.Reading reading = health.read();
      assertThat(reading)
          .isEqualTo(
              new Health.Reading(
                  0, reading.allocatedBytes(), new Health.Ticks(0, 0, 0), 0, 0, 0, 0));
      assertThat(health.takePauseNanosMax()).isZero();
    }
  }
}
