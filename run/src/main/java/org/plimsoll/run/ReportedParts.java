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
 * Tracks the reports of each generator: their time, operations in flight, and the last ended step.
 * Thread-safe.
 */
final class ReportedParts {
  private final String scenario;
  private final Map<Integer, Part> byGenerator = new HashMap<>();

  /**
   * The last part of one generator.
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

  /** The generators that have reported a part. */
  synchronized Set<Integer> generators() {
    return Set.copyOf(byGenerator.keySet());
  }

  /**
   * The time until which all of some generators have reported, since the start of the run; null if
   * there is none, or one has not reported yet.
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

  /** Whether all operations of a step have ended at all of some generators. */
  synchronized boolean haveEnded(Collection<Integer> generators, int step) {
    return generators.stream()
        .map(byGenerator::get)
        .allMatch(part -> part != null && part.endedStep >= step);
  }

  /** Operations in flight or waiting at some generators, at the end of the last part of each. */
  synchronized int outstanding(Collection<Integer> generators) {
    long sum =
        generators.stream()
            .map(byGenerator::get)
            .mapToLong(part -> part == null ? 0 : part.outstanding)
            .sum();
    return (int) Math.min(sum, Integer.MAX_VALUE);
  }
}
