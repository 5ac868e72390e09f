package org.plimsoll.settings;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Plugins;
import org.plimsoll.engine.spec.SloSpec;

/**
 * The runs of a sweep, in their order. Each repetition visits every point once. By default, the
 * order depends on the seed, so that drift (a compaction, another tenant) does not favor a point.
 * The points of one repetition have the same seed and therefore the same operations. Repetitions
 * have different seeds.
 *
 * @param names names of the settings that vary
 */
public record SweepPlan(List<String> names, List<Map<String, String>> points, List<Visit> visits) {
  private static final long SEEDS = 1L << 53;

  public SweepPlan {
    names = List.copyOf(names);
    points = List.copyOf(points);
    visits = List.copyOf(visits);
  }

  /**
   * One run; repetitions and points are numbered from 1.
   *
   * @param request the request that was resolved to the run
   */
  public record Visit(int repetition, int point, RunRequest request, ResolvedRun run) {
    /** Returns the name of the run's folder in the folder of the sweep. */
    public String folder() {
      return String.format("point-%03d-run-%d", point, repetition);
    }
  }

  /**
   * Plans a sweep, and checks every point with its formulas.
   *
   * @throws InvalidSpecException if a point cannot be resolved
   */
  public static SweepPlan of(RunRequest base, SweepSpec sweep, long seed, Plugins drivers) {
    for (String name : List.of("properties", "schedule")) {
      if (base.values().containsKey(name)) {
        throw new InvalidSpecException(name + ": must be left out of a sweep");
      }
    }
    Grid grid = sweep.grid();
    int repetitions = sweep.visits().repeat();
    List<Map<String, String>> points = grid.points();
    points.forEach(point -> check(sweep, point, base));
    List<Visit> visits = new ArrayList<>();
    for (int repetition = 1; repetition <= repetitions; repetition++) {
      List<Visit> round = new ArrayList<>();
      for (int point = 0; point < points.size(); point++) {
        long runSeed = Math.floorMod(seed + repetition - 1, SEEDS);
        Map<String, String> settings = sweep.settings(points.get(point), repetition);
        RunRequest request = Grid.at(base, settings, runSeed);
        ResolvedRun run = resolve(request, points.get(point), drivers);
        round.add(new Visit(repetition, point + 1, withObjectives(request, run), run));
      }
      if (sweep.visits().order() == SweepSpec.Order.RANDOM) {
        Collections.shuffle(round, new Random(seed + repetition));
      }
      visits.addAll(round);
    }
    if (sweep.visits().order() == SweepSpec.Order.GROUPED) {
      visits.sort(Comparator.comparingInt(Visit::point));
    }
    return new SweepPlan(grid.names(), points, visits);
  }

  /** Adds the objective that a sweep adds to each run. */
  private static RunRequest withObjectives(RunRequest request, ResolvedRun run) {
    String objectives =
        run.spec().checks().slos().stream().map(SloSpec::text).collect(Collectors.joining(","));
    return request.overriddenBy(RunRequest.of(null, Map.of(RunSettings.SLO.name(), objectives)));
  }

  /** Computes the formulas that are used only at the point or after it. */
  private static void check(SweepSpec sweep, Map<String, String> point, RunRequest base) {
    Map<String, String> values = sweep.values(point, 1);
    sweep.filled(sweep.commands().before(), values);
    sweep.prices().check(values, sweep.server().keySet(), base.scenarios().keySet());
    if (sweep.nodes() != null && !(sweep.nodes(point) > 0)) {
      throw new InvalidSpecException(
          "nodes: must be above 0 at each point, was " + values.get(SweepSpec.NODES));
    }
  }

  private static ResolvedRun resolve(
      RunRequest request, Map<String, String> point, Plugins drivers) {
    try {
      return RunResolver.resolve(request, drivers).withObjectiveOnErrors();
    } catch (InvalidSpecException e) {
      throw new InvalidSpecException("at the grid point " + point + ": " + e.getMessage(), e);
    }
  }
}
