package org.plimsoll.engine.telemetry;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;

/** A telemetry source that reads a server's numbers through its driver. */
record DriverTelemetry(String driver, Callable<Map<String, Double>> values)
    implements TelemetrySource {
  @Override
  public String name() {
    return "the driver '" + driver + "'";
  }

  @Override
  public Map<String, Double> read() throws Exception {
    Map<String, Double> named = new LinkedHashMap<>();
    values.call().forEach((name, value) -> named.put(driver + "." + name, value));
    return named;
  }
}
