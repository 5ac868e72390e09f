package org.plimsoll.settings;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Plugins;

/**
 * The runs of a sweep in their order. Each repetition visits every point once, in an order that
 * depends on the seed, so that drift (a compaction, another tenant) affects no point in particular.
 * The points of one repetition have the same seed and so the same operations; repetitions differ.
 *
 * @param names the settings that vary
 */
public record SweepPlan(List<String> names, List<Map<String, String>> points, List<Visit> visits) {
  private static final long SEEDS = 1L << 53;

  public SweepPlan {
    names = List.copyOf(names);
    points = List.copyOf(points);
    visits = List.copyOf(visits);
  }

  /** One run; repetitions and points are numbered from 1. */
  public record Visit(int repetition, int point, ResolvedRun run) {
    /** The folder of the run in the folder of the sweep. */
    public String folder() {
      return String.format("point-%03d-run-%d", point, repetition);
    }
  }

  /**
   * Plans a sweep.
   *
   * @throws InvalidSpecException if a point cannot be resolved
   */
  public static SweepPlan of(
      RunRequest base, Grid grid, int repetitions, long seed, Plugins drivers) {
    for (String name : List.of("properties", "schedule")) {
      if (base.values().containsKey(name)) {
        throw new InvalidSpecException(name + ": must be left out of a sweep");
      }
    }
    List<Map<String, String>> points = grid.points();
    List<Visit> visits = new ArrayList<>();
    for (int repetition = 1; repetition <= repetitions; repetition++) {
      List<Visit> round = new ArrayList<>();
      for (int point = 0; point < points.size(); point++) {
        long runSeed = Math.floorMod(seed + repetition - 1, SEEDS);
        RunRequest request = Grid.at(base, points.get(point), runSeed);
        round.add(new Visit(repetition, point + 1, resolve(request, points.get(point), drivers)));
      }
      Collections.shuffle(round, new Random(seed + repetition));
      visits.addAll(round);
    }
    return new SweepPlan(grid.names(), points, visits);
  }

  private static ResolvedRun resolve(
      RunRequest request, Map<String, String> point, Plugins drivers) {
    try {
      return RunResolver.resolve(request, drivers);
    } catch (InvalidSpecException e) {
      throw new InvalidSpecException("at the grid's " + point + ": " + e.getMessage(), e);
    }
  }
}
