package org.plimsoll.analysis.compare;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.result.Comparison.Differing;
import org.plimsoll.result.Validity;

/** Checks whether two groups of runs are comparable, and which settings differ. */
public final class Comparability {
  /**
   * Minimum number of runs on each side for a verdict. Fewer runs are never significant: with 3 and
   * 3, the smallest p-value is 0.1.
   */
  public static final int RUNS_LEAST = 4;

  /** Settings that may differ between any two runs. */
  private static final Set<String> INCIDENTAL =
      Set.of("seed", "name", "slo", "out", "json", "handshake");

  private final List<ComparedRun> a;
  private final List<ComparedRun> against;

  private Comparability(List<ComparedRun> a, List<ComparedRun> against) {
    this.a = a;
    this.against = against;
  }

  /**
   * Returns the settings that differ between the groups. Target and driver settings may differ,
   * because they are usually under test. One other setting may differ too.
   *
   * @throws InvalidSpecException when the groups cannot be compared
   */
  static List<Differing> require(List<ComparedRun> a, List<ComparedRun> against) {
    Comparability groups = new Comparability(a, against);
    groups.requireOneEach();
    groups.requireDistinct();
    requireAlike("A", a);
    requireAlike("--against", against);
    List<Differing> differing = groups.differing();
    List<Differing> load = differing.stream().filter(each -> !isOfTarget(each.setting())).toList();
    if (load.size() > 1) {
      throw new InvalidSpecException(
          "the two sides must have the same settings except the one under test; they differ in "
              + load.stream()
                  .map(each -> "%s (%s and %s)".formatted(each.setting(), each.a(), each.against()))
                  .reduce((x, y) -> x + ", " + y)
                  .orElse(""));
    }
    return differing;
  }

  /**
   * Returns a sentence about the first run that is not valid.
   *
   * @param remedy how to allow suspect runs, as a phrase after "or"
   */
  public static Optional<String> unreliable(
      List<ComparedRun> runs, boolean allowSuspect, String remedy) {
    return runs.stream()
        .filter(run ->
            run.validity() != Validity.VALID
                && !(allowSuspect && run.validity() == Validity.SUSPECT))
        .findFirst()
        .map(run ->
            "The run %s is %s, so it cannot be compared: repeat it%s."
                .formatted(
                    run.name(),
                    run.validity(),
                    run.validity() == Validity.SUSPECT ? ", or " + remedy : ""));
  }

  static boolean isOfTarget(String setting) {
    return setting.equals("target") || setting.startsWith("set.");
  }

  /** Returns whether both sides have enough runs for a verdict. */
  public static boolean isEnough(List<ComparedRun> a, List<ComparedRun> against) {
    return Math.min(a.size(), against.size()) >= RUNS_LEAST;
  }

  private void requireOneEach() {
    if (a.isEmpty() || against.isEmpty()) {
      throw new InvalidSpecException(
          "a comparison needs at least 1 run on each side, got %d and %d"
              .formatted(a.size(), against.size()));
    }
  }

  private void requireDistinct() {
    Set<String> seen = new HashSet<>();
    List<ComparedRun> runs = new ArrayList<>(a);
    runs.addAll(against);
    for (ComparedRun run : runs) {
      if (!seen.add(run.identity())) {
        throw new InvalidSpecException(
            "each run must be given once, got %s twice".formatted(run.name()));
      }
    }
  }

  private static void requireAlike(String side, List<ComparedRun> runs) {
    Map<String, Object> first = runs.getFirst().settings();
    for (ComparedRun run : runs) {
      for (String setting : settings(first, run.settings())) {
        String here = text(first, setting);
        String there = text(run.settings(), setting);
        if (!here.equals(there)) {
          throw new InvalidSpecException(
              "%s: must be runs with the same settings; %s is %s in %s and %s in %s"
                  .formatted(side, setting, here, runs.getFirst().name(), there, run.name()));
        }
      }
    }
  }

  private List<Differing> differing() {
    Map<String, Object> mine = a.getFirst().settings();
    Map<String, Object> others = against.getFirst().settings();
    return settings(mine, others).stream()
        .map(setting -> new Differing(setting, text(mine, setting), text(others, setting)))
        .filter(each -> !each.a().equals(each.against()))
        .toList();
  }

  private static Set<String> settings(Map<String, Object> one, Map<String, Object> other) {
    Set<String> settings = new TreeSet<>(one.keySet());
    settings.addAll(other.keySet());
    settings.removeAll(INCIDENTAL);
    return settings;
  }

  private static String text(Map<String, Object> settings, String setting) {
    Object value = settings.get(setting);
    return value == null ? "not set" : value.toString();
  }
}
