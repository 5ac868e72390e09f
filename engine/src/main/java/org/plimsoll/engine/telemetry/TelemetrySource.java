package org.plimsoll.engine.telemetry;

import java.util.Map;

/** One place that numbers of the target's side are read from, by one thread only. */
interface TelemetrySource extends AutoCloseable {
  /** What a warning calls it; without a secret. */
  String name();

  /** Reads it now; a value that is missing is left out. */
  Map<String, Double> read() throws Exception;

  @Override
  default void close() {}
}
