package org.plimsoll.run.second;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.engine.measure.ArrivalGaps;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.FailureSamples.Sample;
import org.plimsoll.engine.measure.FailureText;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Shard;
import org.plimsoll.engine.measure.Stage;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.measure.Waits;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.result.Pauses;
import org.plimsoll.result.Phase;
import org.plimsoll.run.second.ScenarioSecond.Asked;
import org.plimsoll.run.second.ScenarioSecond.Held;

/** Seconds of generators with any content, from a seed. */
final class RandomSeconds {
  private static final List<OperationType> TYPES =
      List.of(
          OperationType.READ,
          OperationType.INSERT,
          OperationType.BULK_WRITE,
          OperationType.inserting("append"),
          OperationType.reading("own-read"));

  private final Random random;

  RandomSeconds(long seed) {
    random = new Random(seed);
  }

  GeneratorSecond next() {
    Map<String, ScenarioSecond> scenarios = new LinkedHashMap<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      scenarios.put("load-ä" + i, scenario());
    }
    long at = random.nextLong(1L << 50);
    boolean isBetween = random.nextInt(5) == 0;
    return new GeneratorSecond(
        random.nextInt(1_000),
        random.nextLong(1L << 40),
        new Window(
            at - 1_000_000_000,
            at,
            isBetween ? null : new Stage(phase(), 1 + random.nextInt(20)),
            new Window.Schedule(at / 2, some(at / 3)),
            random.nextBoolean()),
        scenarios,
        machine(),
        new ObservedSecond(
            Map.of("hits", random.nextLong(1_000)),
            Map.of("wait", histogram()),
            Map.of("redis.used_memory_bytes", random.nextDouble()),
            random.nextBoolean(),
            random.nextBoolean()),
        new GeneratorSecond.Answers(random.nextLong(1_000), some(at), some(at - 5)));
  }

  private ScenarioSecond scenario() {
    Map<Stage, Map<OperationType, Totals>> totals = new LinkedHashMap<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      totals.put(new Stage(phase(), i), totals());
    }
    Map<String, Histogram> waits = new LinkedHashMap<>();
    waits.put(Waits.GENERATOR, histogram());
    waits.put(Waits.SESSION, histogram());
    return new ScenarioSecond(
        new Asked(
            Model.values()[random.nextInt(Model.values().length)],
            random.nextDouble() * 1e6,
            random.nextDouble(),
            random.nextInt(100),
            random.nextInt(10_000),
            random.nextLong(1L << 40)),
        totals,
        new Waits.Waited(waits, random.nextLong(100), random.nextLong(100)),
        new Held(
            random.nextInt(50),
            random.nextInt(50),
            random.nextLong(100),
            random.nextDouble() * 1e12,
            random.nextLong(1L << 31),
            random.nextInt(64)),
        gaps(),
        Map.of("busy", List.of(new Sample(random.nextLong(), "read", "k", 1, 2, "said ✓"))));
  }

  private Map<OperationType, Totals> totals() {
    PhaseRecorder recorder =
        new PhaseRecorder(new Stage(Phase.MEASURE, 1), TYPES, new FailureText(List::of));
    for (int i = random.nextInt(300); i > 0; i--) {
      Shard shard = recorder.shard(TYPES.get(random.nextInt(TYPES.size())));
      shard.count(Counter.SCHEDULED, 1 + random.nextLong(1L << random.nextInt(60)));
      int kind = random.nextInt(4);
      long service = random.nextLong(1L << (1 + random.nextInt(40)));
      Outcome outcome =
          kind == 0
              ? Outcome.failed(FailureCode.own("code-" + random.nextInt(5)), () -> "message")
              : Outcome.succeeded(random.nextInt(1_000));
      shard.answered(outcome, kind < 3, 0, random.nextInt(5_000), 5_000 + service);
      if (kind == 3) {
        shard.step(random.nextInt(3), "step").answered(outcome, false, 0, 0, service);
      }
    }
    return recorder.collect();
  }

  private Histogram histogram() {
    Histogram histogram = new Histogram(3);
    for (int i = random.nextInt(50); i > 0; i--) {
      histogram.recordValueWithCount(
          random.nextLong(1L << random.nextInt(1, 62)), 1 + random.nextLong(1L << 40));
    }
    return histogram;
  }

  private ArrivalGaps.@Nullable Sample gaps() {
    int count = random.nextInt(200);
    return random.nextBoolean()
        ? null
        : new ArrivalGaps.Sample(longs(count), longs(count), longs(count), longs(count));
  }

  private long[] longs(int count) {
    return LongStream.generate(random::nextLong).limit(count).toArray();
  }

  private Machine machine() {
    return new Machine(
        1 + random.nextInt(64),
        random.nextLong(1L << 40),
        random.nextLong(1L << 40),
        random.nextLong(1L << 40),
        new Machine.CpuTicks(random.nextInt(), random.nextInt(), random.nextInt()),
        random.nextLong(1L << 40),
        new Pauses(random.nextInt(), random.nextLong(), random.nextLong()),
        random.nextLong());
  }

  private Phase phase() {
    return Phase.values()[random.nextInt(Phase.values().length)];
  }

  private @Nullable Long some(long value) {
    return random.nextBoolean() ? null : (Long) value;
  }

  /** All that a second has, in a form that can be compared. */
  static List<Object> content(GeneratorSecond second) {
    List<Object> all = new ArrayList<>();
    all.add(second.generator());
    all.add(second.number());
    all.add(second.window());
    all.add(second.machine());
    all.add(second.observed());
    all.add(second.answers());
    second
        .scenarios()
        .forEach((name, its) -> {
          all.add(name);
          all.add(its.asked());
          all.add(its.waited());
          all.add(its.held());
          all.add(its.failures());
          ArrivalGaps.Sample gaps = its.gaps();
          if (gaps != null) {
            all.add(Arrays.toString(gaps.asked()) + Arrays.toString(gaps.came()));
            all.add(Arrays.toString(gaps.askedBefore()) + Arrays.toString(gaps.cameBefore()));
          }
          its.totals()
              .forEach((stage, byType) -> {
                all.add(stage);
                byType.forEach((type, totals) -> {
                  all.add(type);
                  all.add(content(totals));
                });
              });
        });
    return all;
  }

  /** All that totals have, in a form that can be compared. */
  static List<Object> content(Totals totals) {
    List<Object> all = new ArrayList<>();
    for (Counter counter : Counter.values()) {
      all.add(totals.count(counter));
    }
    all.add(totals.failures());
    all.add(totals.firstFailures());
    all.add(totals.response());
    all.add(totals.service());
    all.add(totals.lag());
    totals
        .steps()
        .forEach((name, its) -> {
          all.add(name);
          all.add(content(its));
        });
    return all;
  }
}
