package org.plimsoll.engine.spec;

import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.regex.Pattern;

/** Where a target's own numbers are read from, beside what its driver knows. */
public sealed interface TelemetrySpec {
  /**
   * A page of metrics in Prometheus' text format.
   *
   * @param names which of them; a name must match one as a whole
   */
  record Prometheus(URI uri, List<Pattern> names) implements TelemetrySpec {
    public Prometheus {
      names = List.copyOf(names);
    }
  }

  /**
   * A bean of a Java process that has opened its JMX port.
   *
   * @param bean its object name
   * @param attributes numbers, or {@code attribute.key} of a composite
   */
  record Jmx(InetSocketAddress address, String bean, List<String> attributes)
      implements TelemetrySpec {
    public Jmx {
      attributes = List.copyOf(attributes);
    }
  }
}
