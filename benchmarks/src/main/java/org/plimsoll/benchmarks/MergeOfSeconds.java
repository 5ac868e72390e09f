package org.plimsoll.benchmarks;

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
import org.plimsoll.engine.measure.Waits;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.result.Phase;
import org.plimsoll.run.second.GeneratorSecond;
import org.plimsoll.run.second.Machine;
import org.plimsoll.run.second.ObservedSecond;
import org.plimsoll.run.second.ScenarioSecond;
import org.plimsoll.run.second.SecondCodec;
import org.plimsoll.run.second.SecondSum;
import org.plimsoll.run.second.Window;

/**
 * Measures how large the second of a generator is as bytes, and how much processor time it takes to
 * encode one, to decode those of all generators, and to add them up. Arguments: generators,
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
    double[] encoding = new double[ROUNDS];
    double[] decoding = new double[ROUNDS];
    double[] merging = new double[ROUNDS];
    long bytes = 0;
    for (int round = -WARMUP; round < ROUNDS; round++) {
      long start = cpuNanos();
      List<byte[]> encoded = new ArrayList<>();
      for (GeneratorSecond each : seconds) {
        encoded.add(SecondCodec.encode(each));
      }
      long isEncoded = cpuNanos();
      List<GeneratorSecond> decoded = new ArrayList<>();
      for (byte[] each : encoded) {
        decoded.add(SecondCodec.decode(each));
      }
      long isDecoded = cpuNanos();
      SecondSum sum = new SecondSum();
      decoded.forEach(sum::add);
      long isMerged = cpuNanos();
      if (sum.scenarios().isEmpty()) {
        throw new IllegalStateException("nothing was added up");
      }
      bytes = encoded.stream().mapToLong(each -> each.length).sum();
      if (round >= 0) {
        encoding[round] = (isEncoded - start) / NANOS_PER_MILLI / generators;
        decoding[round] = (isDecoded - isEncoded) / NANOS_PER_MILLI;
        merging[round] = (isMerged - isDecoded) / NANOS_PER_MILLI;
      }
    }
    System.out.printf(
        Locale.ROOT,
        "{\"generators\": %d, \"operations\": %d, \"calls\": %d, \"bytesEach\": %d,"
            + " \"encodeMillisEach\": %.2f, \"decodeMillisAll\": %.1f, \"mergeMillisAll\": %.1f}%n",
        generators,
        operations,
        calls,
        bytes / generators,
        median(encoding),
        median(decoding),
        median(merging));
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
