package org.plimsoll.run;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.RunListener;
import org.plimsoll.result.RunStart;

/**
 * The shared context of all parts of one run.
 *
 * @param scenarios the scenarios, including the probe
 * @param events delivers events to the listeners
 * @param generator measures this process's generator
 * @param reporter creates intervals and the summary
 * @param own judges this generator alone; null if there are no other generators, or this process
 *     only shows the run
 * @param loads the current loads of the scenarios
 * @param seat the connection to the fleet
 */
record RunContext(
    RunSpec spec,
    Clock clock,
    List<Scenario> scenarios,
    RunOrigin origin,
    RunEvents events,
    GeneratorMeter generator,
    RunReporter reporter,
    @Nullable OwnVerdict own,
    RunLoads loads,
    FleetSeat seat) {
  static RunContext of(RunSpec spec, List<RunListener> listeners, Clock clock, FleetSeat seat) {
    List<Scenario> scenarios = Scenario.of(spec, seat.shares());
    RunOrigin origin = seat.origin(spec.identity().seed(), clock);
    RunEvents events = new RunEvents(listeners, clock, origin);
    RunReporter reporter = new RunReporter(spec, clock, origin, events);
    events.listen(reporter.course());
    GeneratorMeter generator =
        new GeneratorMeter(spec, scenarios, clock, origin, seat.shares().generator());
    generator.listen(second -> seat.measured(second, reporter));
    OwnVerdict own = seat.isDirected() && !seat.isWatching() ? new OwnVerdict(spec) : null;
    if (own != null) {
      generator.listen(own::add);
    }
    RunLoads loads =
        new RunLoads(
            scenarios,
            clock,
            generator,
            reporter,
            seat,
            text -> events.event(EventKind.WARNING, text));
    return new RunContext(
        spec, clock, scenarios, origin, events, generator, reporter, own, loads, seat);
  }

  /** Returns the facts that are known before the target is open. */
  RunStart start() {
    return new RunStart(
        origin.id(),
        spec.identity().name(),
        spec.target().uri(),
        origin.startedAt(),
        spec.identity().seed(),
        spec.identity().resolved(),
        spec.identity().derived(),
        spec.parameters().timeoutNanos());
  }
}
