package org.plimsoll.run.second;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.Stage;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.measure.Waits;
import org.plimsoll.result.Phase;
import org.plimsoll.run.second.ScenarioSecond.Asked;
import org.plimsoll.run.second.ScenarioSecond.Held;

/**
 * The sum of the results of all generators for one second: sums of counts, and merged histograms.
 * Parts of a second are added up.
 */
public final class SecondSum {
  private final Map<String, Of> scenarios = new LinkedHashMap<>();
  private final SortedMap<Integer, Machine> machines = new TreeMap<>();
  private final Map<String, Long> counts = new TreeMap<>();
  private final Map<String, Double> telemetry = new LinkedHashMap<>();
  private final List<Window> windows = new ArrayList<>();

  /** The sum of one scenario. */
  public static final class Of {
    private final Map<Stage, TotalsSum> totals = new LinkedHashMap<>();
    private final Histogram lag = new Histogram(3);
    private final SortedMap<Integer, Asked> asked = new TreeMap<>();
    private final SortedMap<Integer, Held> held = new TreeMap<>();
    private long atBound;
    private long withoutSession;

    private void add(int generator, ScenarioSecond second) {
      second
          .totals()
          .forEach((stage, its) -> totals.computeIfAbsent(stage, _ -> new TotalsSum()).add(its));
      Histogram late = second.waited().byCause().get(Waits.GENERATOR);
      if (late != null) {
        lag.add(late);
      }
      atBound += second.waited().atBound();
      withoutSession += second.waited().withoutSession();
      asked.put(generator, second.asked());
      held.put(generator, second.held());
    }

    private static boolean isNothing(Totals totals) {
      return totals.ended()
              + totals.late()
              + totals.count(Counter.SCHEDULED)
              + totals.count(Counter.CLIENT_CACHED)
          == 0;
    }

    /** Returns the totals of operations that became due or ended, over all phases. */
    public Map<OperationType, Totals> totals() {
      Map<OperationType, Totals> some = new LinkedHashMap<>(sum(_ -> true));
      // After summing, because an answer may move between phases.
      some.values().removeIf(Of::isNothing);
      return some;
    }

    /** Returns the totals of ended operations that were intended in a measurement. */
    public Map<OperationType, Totals> measured() {
      return sum(stage -> stage.phase() == Phase.MEASURE);
    }

    private Map<OperationType, Totals> sum(Predicate<Stage> which) {
      TotalsSum sum = new TotalsSum();
      totals.forEach((stage, its) -> {
        if (which.test(stage)) {
          sum.add(its.byType());
        }
      });
      return sum.byType();
    }

    /**
     * Returns the totals of operations that became due or ended, by the phase of their intended
     * start.
     */
    public Map<Stage, TotalsSum> byStage() {
      return totals;
    }

    /** Returns the dispatch lag of handled arrivals. */
    public Histogram lag() {
      return lag;
    }

    /** Returns the requested load of each generator, by number. */
    public SortedMap<Integer, Asked> asked() {
      return asked;
    }

    /** Returns the target rate at the end of the second; 0 in a closed load. */
    public double targetPerSecond() {
      return asked.values().stream().mapToDouble(Asked::targetPerSecond).sum();
    }

    /** Returns the operations in flight at the end of the second. */
    public int inFlight() {
      return held.values().stream().mapToInt(Held::inFlight).sum();
    }

    /** Returns the waiting arrivals at the end of the second. */
    public int backlog() {
      return held.values().stream().mapToInt(Held::backlog).sum();
    }

    /** Returns the number of arrivals that found the in-flight bound reached. */
    public long atBound() {
      return atBound;
    }

    /** Returns the number of arrivals that found every session busy. */
    public long withoutSession() {
      return withoutSession;
    }
  }

  /** Adds a one-second result, or a part of one. */
  public void add(GeneratorSecond second) {
    int generator = second.generator();
    second
        .scenarios()
        .forEach((name, its) -> scenarios.computeIfAbsent(name, _ -> new Of()).add(generator, its));
    machines.merge(generator, second.machine(), Machine::then);
    second
        .observed()
        .counts()
        .forEach((name, count) -> {
          if (count != 0) {
            counts.merge(name, count, Long::sum);
          }
        });
    // Telemetry describes the target, whichever generator has read it.
    second.observed().telemetry().forEach(telemetry::putIfAbsent);
    if (second.window().stage() != null) {
      windows.add(second.window());
    }
  }

  /** Returns the sums by the name of the scenario. */
  public Map<String, Of> scenarios() {
    return scenarios;
  }

  /** Returns the resources that each generator used, by number. */
  public SortedMap<Integer, Machine> machines() {
    return machines;
  }

  /** Returns the counts of the drivers. */
  public Map<String, Long> counts() {
    return counts;
  }

  /** Returns the metrics that were read from the target. */
  public Map<String, Double> telemetry() {
    return telemetry;
  }

  /** Returns the start of the first window; the given time if there is none. */
  public long startNanos(long otherwise) {
    return windows.stream().mapToLong(Window::startNanos).min().orElse(otherwise);
  }

  /**
   * Returns the phase at an instant.
   *
   * @param former the previous phase, which continues if no generator has reported the instant
   */
  public Phase phaseAt(long nanos, Phase former) {
    return windows.isEmpty() ? former : windows.getLast().phaseAt(nanos);
  }
}
