package org.plimsoll.run.second;

import java.util.ArrayList;
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
 * Adds up the seconds of several generators before they are sent to those who report them. The
 * first second of a phase gets all counts and histograms. The others keep what a report needs of
 * each generator, such as its machine. A report of these equals that of the original seconds, since
 * it adds up as well; it must get all of them or none.
 */
public final class MergedSeconds {
  private MergedSeconds() {}

  /**
   * Adds up seconds of one time. Those of different phases remain apart.
   *
   * @return as many seconds in the same order
   */
  public static List<GeneratorSecond> of(List<GeneratorSecond> seconds) {
    Map<Key, Sum> sums = new LinkedHashMap<>();
    for (GeneratorSecond second : seconds) {
      sums.computeIfAbsent(new Key(second.window().stage()), _ -> new Sum()).add(second);
    }
    List<GeneratorSecond> thin = new ArrayList<>(seconds.size());
    for (GeneratorSecond second : seconds) {
      Sum sum = sums.remove(new Key(second.window().stage()));
      thin.add(sum == null ? without(second) : sum.in(second));
    }
    return thin;
  }

  private record Key(@Nullable Stage stage) {}

  /** A second without the counts and histograms that another one has. */
  private static GeneratorSecond without(GeneratorSecond second) {
    Map<String, ScenarioSecond> scenarios = new LinkedHashMap<>();
    second
        .scenarios()
        .forEach((name, its) ->
            scenarios.put(
                name,
                new ScenarioSecond(
                    its.asked(),
                    Map.of(),
                    new Waits.Waited(
                        Map.of(), its.waited().atBound(), its.waited().withoutSession()),
                    its.held(),
                    its.gaps(),
                    Map.of())));
    return with(
        second, scenarios, new ObservedSecond(Map.of(), Map.of(), Map.of(), false, false));
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

  /** The sum of the seconds of one phase. */
  private static final class Sum {
    private final Map<String, Of> scenarios = new LinkedHashMap<>();
    private final Map<String, Long> counts = new LinkedHashMap<>();
    private final Map<String, Histogram> durations = new LinkedHashMap<>();
    private final Map<String, Double> telemetry = new LinkedHashMap<>();
    private boolean hasMoreCounters;
    private boolean hasMoreSeries;

    /** The sum of one scenario. */
    private static final class Of {
      private final Map<Stage, TotalsSum> totals = new LinkedHashMap<>();
      private final Map<String, Histogram> waits = new LinkedHashMap<>();
      private final Map<String, List<Sample>> failures = new TreeMap<>();
      private final Asked asked;
      private final Held held;

      private Of(ScenarioSecond first) {
        this.asked = first.asked();
        this.held = first.held();
      }

      private void add(ScenarioSecond second) {
        second
            .totals()
            .forEach((stage, its) -> totals.computeIfAbsent(stage, _ -> new TotalsSum()).add(its));
        second.waited().byCause().forEach((cause, its) -> plus(waits, cause, its));
        second
            .failures()
            .forEach((code, samples) -> {
              List<Sample> all = failures.computeIfAbsent(code, _ -> new ArrayList<>());
              samples.stream()
                  .limit(Math.max(0, FailureSamples.KEPT_MAX - all.size()))
                  .forEach(all::add);
            });
      }

      private Map<Stage, Map<OperationType, Totals>> totals() {
        Map<Stage, Map<OperationType, Totals>> all = new LinkedHashMap<>();
        totals.forEach((stage, its) -> all.put(stage, its.byType()));
        return all;
      }
    }

    private void add(GeneratorSecond second) {
      second
          .scenarios()
          .forEach((name, its) -> scenarios.computeIfAbsent(name, _ -> new Of(its)).add(its));
      ObservedSecond observed = second.observed();
      observed.counts().forEach((name, count) -> counts.merge(name, count, Long::sum));
      observed.durations().forEach((name, times) -> plus(durations, name, times));
      // They are of the target, whichever generator has read them.
      observed.telemetry().forEach(telemetry::putIfAbsent);
      hasMoreCounters |= observed.hasMoreCounters();
      hasMoreSeries |= observed.hasMoreSeries();
    }

    private static void plus(Map<String, Histogram> sums, String name, Histogram more) {
      Histogram sum = sums.get(name);
      if (sum == null) {
        sums.put(name, more.copy());
      } else {
        sum.add(more);
      }
    }

    /** The sum as a second of one of its generators. */
    private GeneratorSecond in(GeneratorSecond first) {
      Map<String, ScenarioSecond> all = new LinkedHashMap<>();
      scenarios.forEach((name, sum) -> {
        ScenarioSecond own = first.scenarios().get(name);
        all.put(
            name,
            new ScenarioSecond(
                own == null ? nothing(sum.asked) : own.asked(),
                sum.totals(),
                new Waits.Waited(
                    sum.waits,
                    own == null ? 0 : own.waited().atBound(),
                    own == null ? 0 : own.waited().withoutSession()),
                own == null ? nothing(sum.held) : own.held(),
                own == null ? null : own.gaps(),
                sum.failures));
      });
      return with(
          first,
          all,
          new ObservedSecond(counts, durations, telemetry, hasMoreCounters, hasMoreSeries));
    }

    private static Asked nothing(Asked like) {
      return new Asked(like.model(), 0, 0, 0, 0, like.timeoutNanos());
    }

    private static Held nothing(Held like) {
      return new Held(0, 0, 0, 0, like.nanos(), 0);
    }
  }
}
