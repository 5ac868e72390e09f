package org.plimsoll.engine.spec;

import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;

/** A source of the target's telemetry, in addition to its driver. */
public sealed interface TelemetrySpec {
  /**
   * A page of metrics in Prometheus' text format.
   *
   * @param names regular expressions of metric names; one must match the whole name
   */
  record Prometheus(URI uri, List<String> names) implements TelemetrySpec {
    public Prometheus {
      names = List.copyOf(names);
    }
  }

  /**
   * An MBean of a Java process with an open JMX port.
   *
   * @param bean object name
   * @param attributes numeric attributes, or {@code attribute.key} of a composite
   */
  record Jmx(InetSocketAddress address, String bean, List<String> attributes)
      implements TelemetrySpec {
    public Jmx {
      attributes = List.copyOf(attributes);
    }
  }

  /**
   * The hosts of the target. The Prometheus node exporter on each reports processor, memory,
   * network and disk; a Java process reports its heap and garbage collection.
   *
   * @param exporters addresses of the exporters; empty for the hosts of the target
   * @param jmxPort JMX port of the Java process on each host; 0 for none
   */
  record Hosts(List<InetSocketAddress> exporters, int jmxPort) implements TelemetrySpec {
    /** The port of a node exporter. */
    public static final int EXPORTER_PORT = 9100;

    public Hosts {
      exporters = List.copyOf(exporters);
    }
  }
}
