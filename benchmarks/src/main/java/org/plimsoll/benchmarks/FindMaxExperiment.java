package org.plimsoll.benchmarks;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plimsoll.analysis.tune.FindMax;
import org.plimsoll.analysis.tune.Line;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.run.Run;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.TuneResolver;

/**
 * Measures the error of a search for the maximum throughput of an M/M/1 queue of 20,000/s, whose
 * p99 is 1 ms at {@code µ − ln(100)/1 ms} = 15,395/s. It uses the real engine in virtual time.
 * Arguments: the number of seeds, by default 100, and settings such as {@code method ramp}.
 */
public final class FindMaxExperiment {
  private static final double TRUTH = 20_000 - Math.log(100) / 0.001;
  private static final double NEAR = 0.03;

  private FindMaxExperiment() {}

  /** The result of one seed. */
  private record Found(double error, boolean held, int trials, double seconds) {}

  public static void main(String[] arguments) throws Exception {
    int seeds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 100;
    List<Found> all = new ArrayList<>();
    for (int seed = 1; seed <= seeds; seed++) {
      Map<String, String> settings = new LinkedHashMap<>();
      settings.put("slo", "p99<1ms");
      settings.put("arrivals", "poisson");
      settings.put("seed", Integer.toString(seed));
      for (int i = 1; i + 1 < arguments.length; i += 2) {
        settings.put(arguments[i], arguments[i + 1]);
      }
      all.add(search(settings));
    }
    List<Double> errors = all.stream().map(Found::error).sorted(Comparator.naturalOrder()).toList();
    System.out.printf(
        "%d of %d within 3 %%; error p5 %.1f %%, median %.1f %%, p95 %.1f %%,"
            + " from %.1f to %.1f %%%n",
        errors.stream().filter(error -> Math.abs(error) <= NEAR).count(),
        seeds,
        100 * errors.get((int) (0.05 * seeds)),
        100 * errors.get(seeds / 2),
        100 * errors.get((int) (0.95 * seeds)),
        100 * errors.getFirst(),
        100 * errors.getLast());
    System.out.printf(
        "the interval held the truth in %d; %.0f trials and %.0f s a search, on average%n",
        all.stream().filter(Found::held).count(),
        all.stream().mapToInt(Found::trials).average().orElse(0),
        all.stream().mapToDouble(Found::seconds).average().orElse(0));
  }

  private static Found search(Map<String, String> settings) throws Exception {
    Drivers drivers = Drivers.of(new SimDriver());
    RunRequest request = RunRequest.of("sim:?server-time=exponential(50us)", settings);
    TuneResolver.ResolvedTune resolved = TuneResolver.resolve(request, drivers);
    FindMax search =
        new FindMax(resolved.tune(), resolved.run().spec().checks().slos(), trial -> {});
    VirtualClock clock = new VirtualClock();
    Run.piloted(resolved.run().spec(), drivers, List.of(), clock, search).execute();
    Line line = search.line();
    boolean held = line.low() <= TRUTH && TRUTH <= line.high();
    double seconds = clock.nanoTime() / 1e9;
    return new Found(line.level() / TRUTH - 1, held, search.trials().size(), seconds);
  }
}
