package org.plimsoll.run;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.measure.Waits;
import org.plimsoll.result.Phase;
import org.plimsoll.run.second.GeneratorSecond;
import org.plimsoll.run.second.Machine;
import org.plimsoll.run.second.ScenarioSecond;
import org.plimsoll.run.second.ScenarioSecond.Asked;
import org.plimsoll.run.second.ScenarioSecond.Held;
import org.plimsoll.run.second.Window;

/**
 * What all generators measured in one second: counts are added and histograms are merged. A part of
 * a second is added to the other parts of its generator.
 */
final class SecondSum {
  private final Map<String, Of> scenarios = new LinkedHashMap<>();
  private final SortedMap<Integer, Machine> machines = new TreeMap<>();
  private final Map<String, Long> counts = new TreeMap<>();
  private final Map<String, Double> telemetry = new LinkedHashMap<>();
  private final List<Window> windows = new ArrayList<>();

  /** The sum of one scenario. */
  static final class Of {
    private final TotalsSum totals = new TotalsSum();
    private final TotalsSum measured = new TotalsSum();
    private final Histogram lag = new Histogram(3);
    private final SortedMap<Integer, Asked> asked = new TreeMap<>();
    private final SortedMap<Integer, Held> held = new TreeMap<>();
    private long atBound;
    private long withoutSession;

    private void add(int generator, ScenarioSecond second) {
      second
          .totals()
          .forEach((stage, byType) -> {
            totals.add(byType);
            if (stage.phase() == Phase.MEASURE) {
              measured.add(byType);
            }
          });
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

    /** What became due or ended, of all phases. */
    Map<OperationType, Totals> totals() {
      Map<OperationType, Totals> some = new LinkedHashMap<>(totals.byType());
      // After the sum, since an answer may move between phases.
      some.values().removeIf(Of::isNothing);
      return some;
    }

    /** What ended and was intended in a measurement. */
    Map<OperationType, Totals> measured() {
      return measured.byType();
    }

    /** Lag of the arrivals that were handled. */
    Histogram lag() {
      return lag;
    }

    /** What was asked of the generators. */
    Collection<Asked> asked() {
      return asked.values();
    }

    double targetPerSecond() {
      return asked.values().stream().mapToDouble(Asked::targetPerSecond).sum();
    }

    int inFlight() {
      return held.values().stream().mapToInt(Held::inFlight).sum();
    }

    int backlog() {
      return held.values().stream().mapToInt(Held::backlog).sum();
    }

    /** Arrivals that found the in-flight bound reached. */
    long atBound() {
      return atBound;
    }

    /** Arrivals that found every session busy. */
    long withoutSession() {
      return withoutSession;
    }
  }

  void add(GeneratorSecond second) {
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
    // They are of the target, whichever generator has read them.
    second.observed().telemetry().forEach(telemetry::putIfAbsent);
    if (second.window().stage() != null) {
      windows.add(second.window());
    }
  }

  /** The sums by the name of the scenario. */
  Map<String, Of> scenarios() {
    return scenarios;
  }

  Machines machines() {
    return new Machines(machines);
  }

  /** What the drivers counted. */
  Map<String, Long> counts() {
    return counts;
  }

  Map<String, Double> telemetry() {
    return telemetry;
  }

  /** The start of the first window; the given time if there is none. */
  long startNanos(long otherwise) {
    return windows.stream().mapToLong(Window::startNanos).min().orElse(otherwise);
  }

  /** The phase of an instant. */
  Phase phaseAt(long nanos) {
    return windows.isEmpty() ? Phase.FILL : windows.getLast().phaseAt(nanos);
  }
}
