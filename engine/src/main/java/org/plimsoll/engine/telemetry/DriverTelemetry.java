package org.plimsoll.engine.telemetry;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.plimsoll.result.SeriesId;

/** A telemetry source that reads a server's metrics through its driver. */
record DriverTelemetry(String driver, Callable<Map<String, Double>> values)
    implements TelemetrySource {
  @Override
  public String name() {
    return "the driver '" + driver + "'";
  }

  @Override
  public Map<SeriesId, Double> read() throws Exception {
    Map<SeriesId, Double> named = new LinkedHashMap<>();
    values.call().forEach((name, value) -> named.put(SeriesId.parse(driver + "." + name), value));
    return named;
  }
}
