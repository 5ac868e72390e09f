package org.plimsoll.benchmarks;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.FailureText;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Shard;
import org.plimsoll.engine.measure.Stage;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.measure.Waits;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.result.Phase;
import org.plimsoll.run.second.GeneratorSecond;
import org.plimsoll.run.second.Machine;
import org.plimsoll.run.second.MergedSeconds;
import org.plimsoll.run.second.NodeSecond;
import org.plimsoll.run.second.ObservedSecond;
import org.plimsoll.run.second.ScenarioSecond;
import org.plimsoll.run.second.SecondCodec;
import org.plimsoll.run.second.SecondSum;
import org.plimsoll.run.second.Window;

/**
 * Measures how the results of a second get from 60 generators to each node of a fleet: the bytes of
 * all results and of the merged one, and the processor time of each step. Arguments: generators,
 * operations, and calls of each operation in a second.
 */
public final class MergeOfSeconds {
  private static final int ROUNDS = 40;
  private static final int WARMUP = 20;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final long SECOND_NANOS = 1_000_000_000;

  private final int generators;
  private final int operations;
  private final int calls;

  private MergeOfSeconds(int generators, int operations, int calls) {
    this.generators = generators;
    this.operations = operations;
    this.calls = calls;
  }

  /** Prints the medians. */
  public static void main(String[] arguments) throws IOException {
    int[] given = Arrays.stream(arguments).mapToInt(Integer::parseInt).toArray();
    new MergeOfSeconds(
            given.length > 0 ? given[0] : 60,
            given.length > 1 ? given[1] : 10,
            given.length > 2 ? given[2] : 1_000)
        .measure();
  }

  private void measure() throws IOException {
    List<GeneratorSecond> seconds = new ArrayList<>();
    for (int i = 0; i < generators; i++) {
      seconds.add(second(i));
    }
    double[][] millis = new double[Step.values().length][ROUNDS];
    long bytes = 0;
    long mergedBytes = 0;
    long figuresBytes = 0;
    for (int round = -WARMUP; round < ROUNDS; round++) {
      List<byte[]> encoded = new ArrayList<>();
      long[] at = new long[Step.values().length + 1];
      at[0] = cpuNanos();
      for (GeneratorSecond each : seconds) {
        encoded.add(SecondCodec.encode(each));
      }
      at[1] = cpuNanos();
      figuresBytes = 0;
      for (GeneratorSecond each : seconds) {
        figuresBytes += figures(each).length;
      }
      at[2] = cpuNanos();
      List<GeneratorSecond> decoded = new ArrayList<>();
      for (byte[] each : encoded) {
        decoded.add(SecondCodec.decode(each));
      }
      at[3] = cpuNanos();
      MergedSeconds sums = new MergedSeconds();
      for (byte[] each : encoded) {
        sums.add(each, 0);
      }
      byte[] merged = SecondCodec.encode(sums.seconds());
      at[4] = cpuNanos();
      SecondSum sum = new SecondSum();
      SecondCodec.decodeAll(merged).forEach(sum::add);
      at[5] = cpuNanos();
      requireSame(sum, decoded);
      bytes = encoded.stream().mapToLong(each -> each.length).sum();
      mergedBytes = merged.length;
      for (int step = 0; step < millis.length && round >= 0; step++) {
        millis[step][round] = (at[step + 1] - at[step]) / NANOS_PER_MILLI;
      }
    }
    System.out.printf(
        Locale.ROOT,
        "{\"generators\": %d, \"operations\": %d, \"calls\": %d, \"sideBySideBytes\": %d,"
            + " \"mergedBytes\": %d, \"figuresBytes\": %d, \"encodeMillisEach\": %.2f,"
            + " \"figuresMillisEach\": %.2f, \"decodeMillis\": %.1f, \"mergeMillis\": %.1f,"
            + " \"nodeMillis\": %.2f}%n",
        generators,
        operations,
        calls,
        bytes,
        mergedBytes,
        figuresBytes,
        median(millis[0]) / generators,
        median(millis[1]) / generators,
        median(millis[2]),
        median(millis[3]),
        median(millis[4]));
  }

  /** The steps whose processor time is measured, in order. */
  private enum Step {
    ENCODE,
    FIGURES,
    DECODE,
    MERGE,
    ADD
  }

  private static byte[] figures(GeneratorSecond second) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      NodeSecond.of(second).write(out);
    }
    return bytes.toByteArray();
  }

  /**
   * Checks that the sums of each node equal the measurements of all generators, bucket by bucket.
   */
  private static void requireSame(SecondSum merged, List<GeneratorSecond> seconds) {
    SecondSum all = new SecondSum();
    seconds.forEach(all::add);
    Map<OperationType, Totals> wanted = scenario(all).totals();
    Map<OperationType, Totals> found = scenario(merged).totals();
    boolean same = found.keySet().equals(wanted.keySet());
    for (Map.Entry<OperationType, Totals> each : found.entrySet()) {
      Totals one = each.getValue();
      Totals other = wanted.getOrDefault(each.getKey(), new Totals());
      same &= one.response().equals(other.response()) && one.service().equals(other.service());
      same &= one.lag().equals(other.lag()) && one.ended() == other.ended();
    }
    if (!same || !scenario(merged).lag().equals(scenario(all).lag())) {
      throw new IllegalStateException("the merged second is not the sum of the generators'");
    }
  }

  private static SecondSum.Of scenario(SecondSum sum) {
    SecondSum.Of scenario = sum.scenarios().get("all");
    if (scenario == null) {
      throw new IllegalStateException("nothing was added up");
    }
    return scenario;
  }

  /** The processor time of this thread, so that other programs do not count. */
  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /** A second with times around a millisecond, and a tail that is a hundred times as long. */
  private GeneratorSecond second(int generator) {
    Random random = new Random(generator);
    Stage stage = new Stage(Phase.MEASURE, 1);
    List<OperationType> types =
        IntStream.range(0, operations).mapToObj(i -> OperationType.reading("read-" + i)).toList();
    PhaseRecorder recorder = new PhaseRecorder(stage, types, new FailureText(List::of));
    Waits waits = new Waits();
    for (OperationType type : types) {
      Shard shard = recorder.shard(type);
      for (int i = 0; i < calls; i++) {
        long late = (long) (20_000 * -Math.log(1 - random.nextDouble()));
        long service = (long) (1_000_000 * Math.exp(random.nextGaussian()));
        shard.count(Counter.SCHEDULED);
        shard.answered(Outcome.succeeded(100), true, 0, late, late + service);
        waits.arrived(0, late);
      }
    }
    ScenarioSecond scenario =
        new ScenarioSecond(
            new ScenarioSecond.Asked(Model.OPEN, calls, calls, 0, 1_000, SECOND_NANOS),
            Map.of(stage, recorder.collect()),
            waits.collect(),
            new ScenarioSecond.Held(10, 0, 10, 1e10, SECOND_NANOS, 4),
            null,
            Map.of());
    return new GeneratorSecond(
        generator,
        1,
        new Window(0, SECOND_NANOS, stage, new Window.Schedule(0, null), false),
        Map.of("all", scenario),
        Machine.IDLE,
        new ObservedSecond(Map.of(), Map.of(), Map.of(), false, false),
        new GeneratorSecond.Answers(10, SECOND_NANOS, SECOND_NANOS));
  }
}
