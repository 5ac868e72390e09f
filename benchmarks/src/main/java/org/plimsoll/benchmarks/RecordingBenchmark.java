package org.plimsoll.benchmarks;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.result.Phase;

/**
 * Measures the cost of counting and timing an answer: finding the thread's shard, its counters, and
 * one histogram (closed load) or three (open load: response, service, lag).
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class RecordingBenchmark {
  private static final int TIMES = 1 << 12;

  private final PhaseRecorder recorder =
      new PhaseRecorder(Phase.MEASURE, List.of(OperationType.READ, OperationType.UPDATE));
  private final Outcome outcome = Outcome.succeeded(1000);
  private final long[] serviceNanos = new long[TIMES];
  private int next;

  /**
   * Creates service times from 100 µs to some milliseconds, in an order that no branch predictor
   * learns.
   */
  public RecordingBenchmark() {
    SplittableRandom random = new SplittableRandom(42);
    for (int i = 0; i < TIMES; i++) {
      serviceNanos[i] = 100_000 + (long) (-Math.log(random.nextDouble()) * 1_000_000);
    }
  }

  public static void main(String[] arguments) throws Exception {
    new Runner(
            new OptionsBuilder()
                .include(RecordingBenchmark.class.getSimpleName())
                .addProfiler(GCProfiler.class)
                .build())
        .run();
  }

  @Benchmark
  public void closed() {
    record(false);
  }

  @Benchmark
  public void open() {
    record(true);
  }

  private void record(boolean scheduled) {
    long nanos = serviceNanos[next++ & (TIMES - 1)];
    recorder.shard(OperationType.READ).answered(outcome, scheduled, 0, 2_000, 2_000 + nanos);
  }
}
