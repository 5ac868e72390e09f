package org.plimsoll.run.second;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.measure.FailureSamples;
import org.plimsoll.engine.measure.FailureSamples.Sample;
import org.plimsoll.engine.measure.Stage;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.measure.Waits;
import org.plimsoll.run.second.ScenarioSecond.Asked;
import org.plimsoll.run.second.ScenarioSecond.Held;

/**
 * Merges the one-second results of several generators before they are sent to all nodes. The first
 * result of a phase receives the sum of all counts and histograms. The others keep only data that a
 * report needs from each generator, such as the use of the machine. A report must receive either
 * all of them or none.
 */
public final class MergedSeconds {
  private final List<GeneratorSecond> seconds = new ArrayList<>();
  private final Map<Key, Sum> sums = new HashMap<>();

  private record Key(@Nullable Stage stage) {
    private static Key of(Window window) {
      return new Key(window.stage());
    }
  }

  /**
   * Adds a one-second result. Results of different phases remain separate.
   *
   * @param encoded a result encoded by {@link SecondCodec}
   * @param laterNanos shift of the times to the clock of the receivers
   * @throws IOException if the bytes are not a one-second result
   */
  public void add(byte[] encoded, long laterNanos) throws IOException {
    for (GeneratorSecond second :
        SecondCodec.decodeAll(
            encoded, window -> sums.computeIfAbsent(Key.of(window), _ -> new Sum()))) {
      Sum sum = sums.get(Key.of(second.window()));
      if (sum != null) {
        sum.addRest(second);
      }
      seconds.add(second.later(laterNanos));
    }
  }

  /** Returns one merged result for each added one, in the same order. */
  public List<GeneratorSecond> seconds() {
    Map<Key, Sum> left = new HashMap<>(sums);
    List<GeneratorSecond> all = new ArrayList<>(seconds.size());
    for (GeneratorSecond second : seconds) {
      Sum sum = left.remove(Key.of(second.window()));
      all.add(sum == null ? without(second) : sum.in(second));
    }
    return all;
  }

  /** Returns a result without the data that the sum contains. */
  private static GeneratorSecond without(GeneratorSecond second) {
    Map<String, ScenarioSecond> scenarios = new LinkedHashMap<>();
    second
        .scenarios()
        .forEach((name, its) -> scenarios.put(name, with(its, Map.of(), Map.of(), Map.of())));
    return with(second, scenarios, new ObservedSecond(Map.of(), Map.of(), Map.of(), false, false));
  }

  private static ScenarioSecond with(
      ScenarioSecond own,
      Map<Stage, Map<OperationType, Totals>> totals,
      Map<String, Histogram> waits,
      Map<String, List<Sample>> failures) {
    return new ScenarioSecond(
        own.asked(),
        totals,
        new Waits.Waited(waits, own.waited().atBound(), own.waited().withoutSession()),
        own.held(),
        own.gaps(),
        failures);
  }

  private static GeneratorSecond with(
      GeneratorSecond second, Map<String, ScenarioSecond> scenarios, ObservedSecond observed) {
    return new GeneratorSecond(
        second.generator(),
        second.number(),
        second.window(),
        scenarios,
        second.machine(),
        observed,
        second.answers());
  }

  /** The sum of the results of one phase. */
  private static final class Sum implements SecondReader.Into {
    private final Map<String, Of> scenarios = new LinkedHashMap<>();
    private final Map<String, Long> counts = new LinkedHashMap<>();
    private final Map<String, Histogram> durations = new LinkedHashMap<>();
    private final Map<String, Double> telemetry = new LinkedHashMap<>();
    private boolean hasMoreCounters;
    private boolean hasMoreSeries;

    /** The sum of one scenario. */
    private static final class Of {
      private final Map<Stage, Map<OperationType, Totals>> totals = new LinkedHashMap<>();
      private final Map<String, Histogram> waits = new LinkedHashMap<>();
      private final Map<String, List<Sample>> failures = new TreeMap<>();
      private @Nullable ScenarioSecond nothing;

      /** Returns the sum as the result of a generator, which may not have this scenario. */
      private ScenarioSecond in(@Nullable ScenarioSecond own) {
        ScenarioSecond shell = own == null ? nothing : own;
        if (shell == null) {
          throw new IllegalStateException("no generator has reported the added scenario");
        }
        return with(shell, totals, waits, failures);
      }
    }

    private Of of(String scenario) {
      return scenarios.computeIfAbsent(scenario, _ -> new Of());
    }

    @Override
    public Totals totals(String scenario, Stage stage, OperationType type) {
      return of(scenario)
          .totals
          .computeIfAbsent(stage, _ -> new LinkedHashMap<>())
          .computeIfAbsent(type, _ -> new Totals());
    }

    @Override
    public Histogram waited(String scenario, String cause) {
      return of(scenario).waits.computeIfAbsent(cause, _ -> new Histogram(3));
    }

    @Override
    public Histogram duration(String name) {
      return durations.computeIfAbsent(name, _ -> new Histogram(3));
    }

    /** Adds the remaining data of a result. */
    private void addRest(GeneratorSecond second) {
      second
          .scenarios()
          .forEach((name, its) -> {
            Of sum = of(name);
            sum.nothing = nothing(its);
            its.failures()
                .forEach((code, samples) -> {
                  List<Sample> all = sum.failures.computeIfAbsent(code, _ -> new ArrayList<>());
                  samples.stream()
                      .limit(Math.max(0, FailureSamples.KEPT_MAX - all.size()))
                      .forEach(all::add);
                });
          });
      ObservedSecond observed = second.observed();
      observed.counts().forEach((name, count) -> counts.merge(name, count, Long::sum));
      // Telemetry describes the target, whichever generator has read it.
      observed.telemetry().forEach(telemetry::putIfAbsent);
      hasMoreCounters |= observed.hasMoreCounters();
      hasMoreSeries |= observed.hasMoreSeries();
    }

    /** Returns the result of a generator without operations of a scenario. */
    private static ScenarioSecond nothing(ScenarioSecond like) {
      return new ScenarioSecond(
          new Asked(like.asked().model(), 0, 0, 0, 0, like.asked().timeoutNanos()),
          Map.of(),
          new Waits.Waited(Map.of(), 0, 0),
          new Held(0, 0, 0, 0, like.held().nanos(), 0),
          null,
          Map.of());
    }

    /** Returns the sum as a one-second result of one of its generators. */
    private GeneratorSecond in(GeneratorSecond first) {
      Map<String, ScenarioSecond> all = new LinkedHashMap<>();
      scenarios.forEach((name, sum) -> all.put(name, sum.in(first.scenarios().get(name))));
      return with(
          first,
          all,
          new ObservedSecond(counts, durations, telemetry, hasMoreCounters, hasMoreSeries));
    }
  }
}
