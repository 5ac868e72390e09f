package org.plimsoll.engine.telemetry;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.result.SeriesId;

/**
 * A telemetry source for heap, garbage collection and processor time of the target's Java process,
 * read from its JMX port.
 */
final class JvmTelemetry implements TelemetrySource {
  static final String SOURCE = "jvm";

  private static final double MILLIS_PER_SECOND = 1e3;
  private static final double NANOS_PER_SECOND = 1e9;

  private final String node;
  private final JmxConnection connection;

  /**
   * Creates a source.
   *
   * @param isAllowed whether the host is allowed with the target
   */
  JvmTelemetry(String node, InetSocketAddress address, HostCheck hosts, boolean isAllowed) {
    this.node = node;
    this.connection = new JmxConnection(address, hosts, isAllowed);
  }

  @Override
  public String name() {
    return "jmx " + connection.name();
  }

  @Override
  public Map<SeriesId, Double> read() throws IOException, JMException {
    try {
      MBeanServerConnection beans = connection.beans();
      Map<SeriesId, Double> values = new LinkedHashMap<>();
      CompositeData heap =
          (CompositeData)
              beans.getAttribute(new ObjectName("java.lang:type=Memory"), "HeapMemoryUsage");
      put(values, "heap_used_bytes", heap.get("used"), 1);
      put(values, "heap_max_bytes", heap.get("max"), 1);
      long gcMillis = 0;
      for (ObjectName gc :
          beans.queryNames(new ObjectName("java.lang:type=GarbageCollector,*"), null)) {
        gcMillis += ((Number) beans.getAttribute(gc, "CollectionTime")).longValue();
      }
      put(values, "gc_seconds_total", gcMillis, MILLIS_PER_SECOND);
      put(
          values,
          "cpu_seconds_total",
          beans.getAttribute(new ObjectName("java.lang:type=OperatingSystem"), "ProcessCpuTime"),
          NANOS_PER_SECOND);
      return values;
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  private void put(Map<SeriesId, Double> values, String metric, Object value, double divisor) {
    double number = ((Number) value).doubleValue();
    if (number >= 0) { // -1 means undefined
      values.put(SeriesId.of(SOURCE, node, metric), number / divisor);
    }
  }

  @Override
  public void close() {
    connection.close();
  }
}
