package org.plimsoll.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Driver;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Latency;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.RunListener;
import org.plimsoll.result.Summary;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;

/** Runs the whole engine in virtual time, on one thread. */
abstract class VirtualRuns {
  private final VirtualClock clock = new VirtualClock();
  private final List<Interval> intervals = new ArrayList<>();
  private final List<RunEvent> events = new ArrayList<>();

  final Summary run(String target, Map<String, String> values, Consumer<Run> with)
      throws Exception {
    return run(new SimDriver(), target, values, with);
  }

  /**
   * Runs to the end.
   *
   * @param with receives the run before it starts
   */
  final Summary run(Driver driver, String target, Map<String, String> values, Consumer<Run> with)
      throws Exception {
    return run(driver, RunRequest.of(target, values), with);
  }

  /** Runs a request to the end. */
  final Summary run(Driver driver, RunRequest request, Consumer<Run> with) throws Exception {
    Drivers drivers = Drivers.of(driver);
    RunSpec spec = RunResolver.resolve(request, drivers).spec();
    Run run = Run.prepare(spec, drivers, List.of(listener()), clock);
    with.accept(run);
    return run.execute();
  }

  /** Runs a fill without a measurement to the end. */
  final Summary fill(String target, Map<String, String> values, Consumer<Run> with)
      throws Exception {
    Drivers drivers = Drivers.of(new SimDriver());
    RunSpec spec = RunResolver.resolveFill(RunRequest.of(target, values), drivers).spec();
    Run run = Run.prepare(spec, drivers, List.of(listener()), clock);
    with.accept(run);
    return run.execute();
  }

  /** Runs a request that has live parameters, given as texts, to the end. */
  final Summary steered(RunRequest request, Consumer<RunControl> with) throws Exception {
    return steered(RunRequest.empty(), request, with);
  }

  /** Runs a request on top of a spec file to the end. */
  final Summary steered(RunRequest file, RunRequest request, Consumer<RunControl> with)
      throws Exception {
    RunControl control =
        RunControl.prepare(file, request, Drivers.of(new SimDriver()), List.of(listener()), clock);
    with.accept(control);
    return control.run().execute();
  }

  private RunListener listener() {
    intervals.clear();
    events.clear();
    return new RunListener() {
      @Override
      public void interval(Interval interval, Map<String, Histogram> histograms) {
        intervals.add(interval);
      }

      @Override
      public void event(RunEvent event) {
        events.add(event);
      }
    };
  }

  final void at(long millis, Runnable action) {
    clock.schedule(clock.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis), action);
  }

  /** Sets the wall clock after this time, forward or back. */
  final void moveWallClock(long millis, Duration by) {
    at(millis, () -> clock.moveWallClock(by));
  }

  final List<Interval> intervals() {
    return intervals;
  }

  final List<RunEvent> events() {
    return events;
  }

  final List<RunEvent.Change> changes() {
    return events.stream()
        .map(RunEvent::change)
        .filter(Objects::nonNull)
        .map(VirtualRuns::known)
        .toList();
  }

  final List<String> warnings() {
    return events.stream()
        .filter(event -> event.kind() == EventKind.WARNING)
        .map(RunEvent::text)
        .toList();
  }

  final long scheduledIn(int second) {
    return intervals.get(second - 1).figures().accounting().scheduled();
  }

  static Latency response(Summary summary) {
    return known(summary.all().responseNanos());
  }

  static <T> T known(@Nullable T value) {
    return Objects.requireNonNull(value);
  }
}
