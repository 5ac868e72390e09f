package org.plimsoll.run;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.measure.Stage;
import org.plimsoll.result.Phase;
import org.plimsoll.run.second.GeneratorSecond;
import org.plimsoll.run.second.ScenarioSecond;
import org.plimsoll.run.second.ScenarioSecond.Held;

/**
 * Tracks the reports of each generator: their time, the operations in flight, and the last ended
 * step. Thread-safe.
 */
final class ReportedParts {
  private final String scenario;
  private final Map<Integer, Part> byGenerator = new HashMap<>();

  /**
   * The last report of one generator.
   *
   * @param atNanos since the start of the run
   * @param endedStep number of the last step whose operations have all ended; 0 before
   */
  private record Part(long atNanos, long outstanding, int endedStep) {}

  /**
   * Creates an instance without reports.
   *
   * @param scenario scenario whose operations in flight are counted
   */
  ReportedParts(String scenario) {
    this.scenario = scenario;
  }

  synchronized void add(GeneratorSecond second) {
    Stage stage = second.window().stage();
    ScenarioSecond its = second.scenarios().get(scenario);
    if (stage == null || stage.phase() == Phase.FILL || its == null) {
      return;
    }
    Part before = byGenerator.get(second.generator());
    int ended = before == null ? 0 : before.endedStep;
    boolean isEnd = stage.phase() == Phase.TRIAL && second.window().isLast();
    Held held = its.held();
    byGenerator.put(
        second.generator(),
        new Part(
            second.window().atNanos(),
            (long) held.inFlight() + held.backlog(),
            isEnd ? stage.number() : ended));
  }

  /** Returns the generators that have reported. */
  synchronized Set<Integer> generators() {
    return Set.copyOf(byGenerator.keySet());
  }

  /**
   * Returns the time until which all given generators have reported, since the start of the run.
   * Returns null if there are none, or one has not reported yet.
   */
  synchronized @Nullable Long untilNanos(Collection<Integer> generators) {
    if (generators.isEmpty() || !byGenerator.keySet().containsAll(generators)) {
      return null;
    }
    return byGenerator.entrySet().stream()
        .filter(each -> generators.contains(each.getKey()))
        .mapToLong(each -> each.getValue().atNanos)
        .min()
        .orElseThrow();
  }

  /** Whether all operations of a step have ended on all given generators. */
  synchronized boolean haveEnded(Collection<Integer> generators, int step) {
    return generators.stream()
        .map(byGenerator::get)
        .allMatch(part -> part != null && part.endedStep >= step);
  }

  /**
   * Returns the operations in flight or waiting at the given generators, according to the last
   * report of each.
   */
  synchronized int outstanding(Collection<Integer> generators) {
    long sum =
        generators.stream()
            .map(byGenerator::get)
            .mapToLong(part -> part == null ? 0 : part.outstanding)
            .sum();
    return (int) Math.min(sum, Integer.MAX_VALUE);
  }
}
