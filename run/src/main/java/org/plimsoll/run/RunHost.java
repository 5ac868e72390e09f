package org.plimsoll.run;

import java.util.List;
import java.util.function.Consumer;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Timeline;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.driver.OpenTarget;
import org.plimsoll.engine.measure.DriverMeters;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.ScenarioSpec;

/** The services of a run for its drivers. */
record RunHost(RunSpec spec, Clock clock, DriverMeters meters, Consumer<String> events)
    implements OpenTarget.Host {
  @Override
  public Timeline timeline() {
    return clock.target();
  }

  @Override
  public long seed() {
    return spec.identity().seed();
  }

  @Override
  public List<String> fieldNames() {
    return ScenarioSpec.fieldNames(spec.scenarios());
  }

  @Override
  public DriverContext.Counter counter(String name) {
    return meters.counter(name);
  }

  @Override
  public DriverContext.Timing timing(String name) {
    return meters.timing(name);
  }

  @Override
  public void event(String text) {
    events.accept(text);
  }
}
