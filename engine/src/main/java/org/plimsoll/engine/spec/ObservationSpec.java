package org.plimsoll.engine.spec;

import java.util.List;

/**
 * Who else looks at a run, and what else it looks at.
 *
 * @param sinks where its metrics go
 * @param telemetry what is read from the target's side, beside what the driver knows
 * @param readsDriver whether the driver is asked what it can read from its server
 * @param telemetryEveryNanos time between two readings
 */
public record ObservationSpec(
    List<SinkSpec> sinks,
    List<TelemetrySpec> telemetry,
    boolean readsDriver,
    long telemetryEveryNanos) {
  public ObservationSpec {
    sinks = List.copyOf(sinks);
    telemetry = List.copyOf(telemetry);
  }

  /** Nobody, and nothing. */
  public static ObservationSpec none() {
    return new ObservationSpec(List.of(), List.of(), false, 1_000_000_000L);
  }
}
