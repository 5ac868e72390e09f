package org.plimsoll.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.driver.OpenTarget;
import org.plimsoll.engine.measure.DriverMeters;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.result.Interval;
import org.plimsoll.result.RunListener;
import org.plimsoll.result.Summary;
import org.plimsoll.run.second.GeneratorSecond;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;

/** Runs in virtual time whose seconds a report takes as those of the generators of one run. */
final class MergedRuns {
  private static final long SECOND = 1_000_000_000;

  private final Drivers drivers = Drivers.of(new SimDriver());
  private final String target;
  private final Map<String, String> values;

  MergedRuns(String target, Map<String, String> values) {
    this.target = target;
    this.values = values;
  }

  /** A listener that keeps what it hears; histograms are copied. */
  static final class Heard implements RunListener {
    final List<Interval> intervals = new ArrayList<>();
    final List<Interval> additions = new ArrayList<>();
    final List<Map<String, Histogram>> histograms = new ArrayList<>();

    @Override
    public void interval(Interval interval, Map<String, Histogram> nanosByTag) {
      intervals.add(interval);
      histograms.add(copies(nanosByTag));
    }

    @Override
    public void added(Interval interval, Map<String, Histogram> nanosByTag) {
      additions.add(interval);
    }

    private static Map<String, Histogram> copies(Map<String, Histogram> nanosByTag) {
      Map<String, Histogram> copies = new LinkedHashMap<>();
      nanosByTag.forEach((tag, nanos) -> copies.put(tag, nanos.copy()));
      return copies;
    }
  }

  /** What one generator did by itself. */
  record Alone(List<GeneratorSecond> seconds, Heard heard, Summary summary) {}

  /** Runs one generator with its own seed. */
  Alone alone(int generator) throws Exception {
    List<GeneratorSecond> seconds = new ArrayList<>();
    Heard heard = new Heard();
    Run run = Run.prepare(spec(100 + generator), drivers, List.of(heard), new VirtualClock());
    run.seated((_, _, _, _) -> {}).measure(second -> seconds.add(numbered(generator, second)));
    Summary summary = run.execute();
    return new Alone(seconds, heard, summary);
  }

  private static GeneratorSecond numbered(int generator, GeneratorSecond second) {
    return new GeneratorSecond(
        generator,
        second.number(),
        second.window(),
        second.scenarios(),
        second.machine(),
        second.observed(),
        second.answers());
  }

  private RunSpec spec(int seed) {
    Map<String, String> all = new LinkedHashMap<>(values);
    all.put("seed", String.valueOf(seed));
    return RunResolver.resolve(RunRequest.of(target, all), drivers).spec();
  }

  /** A report that is told seconds. */
  final class Report implements AutoCloseable {
    final Heard heard = new Heard();
    private final VirtualClock clock = new VirtualClock();
    private final RunOrigin origin = RunOrigin.now(1, clock);
    private final RunEvents events = new RunEvents(List.of(heard), clock, origin);
    final RunReporter reporter;
    private final OpenTarget opened;

    Report() throws Exception {
      RunSpec spec = spec(1);
      reporter = new RunReporter(spec, clock, origin, events);
      opened =
          OpenTarget.open(
              drivers,
              spec.target(),
              new RunHost(
                  spec,
                  clock,
                  new DriverMeters(),
                  text -> {},
                  RunGuard.NONE,
                  new TargetNodes(drivers, RunGuard.NONE, clock, events::event)));
      reporter.begin(opened);
      reporter.carries();
    }

    /** Tells the interval that ends at a time since the start. */
    void second(long atNanos) {
      reporter.second(origin.startNanos() + atNanos);
    }

    Summary end(long atNanos) {
      reporter.second(origin.startNanos() + atNanos);
      reporter.loadEnded(origin.startNanos() + atNanos, false);
      return reporter.finish(null, null);
    }

    @Override
    public void close() {
      opened.close();
    }
  }

  /** The seconds of all generators that end in each second of the run, in order. */
  static List<List<GeneratorSecond>> bySecond(List<Alone> generators) {
    List<List<GeneratorSecond>> all = new ArrayList<>();
    for (Alone generator : generators) {
      for (GeneratorSecond second : generator.seconds()) {
        int index = (int) ((second.window().atNanos() - 1) / SECOND);
        while (all.size() <= index) {
          all.add(new ArrayList<>());
        }
        all.get(Math.max(0, index)).add(second);
      }
    }
    return all;
  }
}
