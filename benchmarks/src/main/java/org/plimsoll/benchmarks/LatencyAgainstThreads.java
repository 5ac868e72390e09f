package org.plimsoll.benchmarks;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.result.Summary;
import org.plimsoll.run.Run;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;

/** Measures throughput and latency of a store for several numbers of workers. */
public final class LatencyAgainstThreads {
  private LatencyAgainstThreads() {}

  public static void main(String[] arguments) throws Exception {
    measure(arguments.length > 0 ? arguments[0] : "5s", List.of(1, 2, 4, 8))
        .forEach((workers, summary) -> System.out.println(line(workers, summary)));
  }

  // README: from here
  /** Executes one closed run for each number of workers. */
  static Map<Integer, Summary> measure(String duration, List<Integer> workers) throws Exception {
    Drivers drivers = Drivers.of(new SimDriver());
    Map<Integer, Summary> summaries = new LinkedHashMap<>();
    for (int count : workers) {
      Map<String, String> settings =
          Map.of("workers", String.valueOf(count), "warmup", "100ms", "for", duration);
      RunRequest request = RunRequest.of("sim:?service=exponential(1ms)", settings);
      RunSpec spec = RunResolver.resolve(request, drivers).spec();
      summaries.put(count, Run.prepare(spec, drivers, List.of()).execute());
    }
    return summaries;
  }

  static String line(int workers, Summary summary) {
    Long p99Nanos = summary.all().serviceNanos().percentiles().p99();
    return String.format(
        "%d workers: %,.0f operations/s, p99 %s",
        workers,
        summary.figures().throughputPerSecond(),
        p99Nanos == null ? "–" : String.format("%.2f ms", p99Nanos / 1e6));
  }
  // README: to here
}
