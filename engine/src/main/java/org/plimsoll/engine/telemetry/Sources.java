package org.plimsoll.engine.telemetry;

import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.plimsoll.api.HostPort;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.engine.spec.ObservationSpec;
import org.plimsoll.engine.spec.TelemetrySpec;

/** Makes the sources of a spec, each with a name of its node that no other page has. */
final class Sources {
  private static final String PATH = "/metrics";
  private static final int EXPORTER_PORT = TelemetrySpec.Hosts.EXPORTER_PORT;

  /** The setting that names the hosts. */
  static final String TELEMETRY = "telemetry";

  private final List<String> targetHosts;
  private final String driverName;
  private final Callable<Map<String, Double>> driver;
  private final HostCheck check;

  /** Nodes of Prometheus pages by URL, and how many pages have the same node. */
  private final Map<URI, String> nodes = new HashMap<>();

  private final Map<String, Integer> pages = new HashMap<>();

  /**
   * Without sources.
   *
   * @param targetHosts the hosts of the target, which {@code hosts} without an address means; they
   *     are allowed with the target
   * @param driverName prefix of the names that the driver reads
   * @param driver reads the driver's numbers
   */
  Sources(
      List<String> targetHosts,
      HostCheck hosts,
      String driverName,
      Callable<Map<String, Double>> driver) {
    this.check = hosts;
    this.targetHosts = targetHosts;
    this.driverName = driverName;
    this.driver = driver;
  }

  /** What makes the sources of a spec, by what asks for them, which equals itself in another. */
  Map<Object, Supplier<List<TelemetrySource>>> of(ObservationSpec spec) {
    Map<Object, Supplier<List<TelemetrySource>>> made = new LinkedHashMap<>();
    if (spec.readsDriver()) {
      made.put(driver, () -> List.of(new DriverTelemetry(driverName, driver)));
    }
    spec.telemetry().forEach(each -> made.put(each, () -> of(each)));
    return made;
  }

  private List<TelemetrySource> of(TelemetrySpec spec) {
    return switch (spec) {
      case TelemetrySpec.Prometheus page -> List.of(page(page));
      case TelemetrySpec.Jmx bean ->
          List.of(new JmxTelemetry(bean.address(), bean.bean(), bean.attributes(), check));
      case TelemetrySpec.Hosts hosts -> hosts(hosts);
    };
  }

  private TelemetrySource page(TelemetrySpec.Prometheus page) {
    String node = nodes.computeIfAbsent(page.uri(), this::node);
    List<Pattern> names = page.names().stream().map(Pattern::compile).toList();
    return new PrometheusTelemetry(node, page.uri(), names, check);
  }

  /** The address, and the path if it is not the usual one; with a number if that is taken. */
  private String node(URI uri) {
    String path = uri.getPath().equals(PATH) ? "" : uri.getPath();
    String node = uri.getAuthority() + path;
    int number = pages.merge(node, 1, Integer::sum);
    return number == 1 ? node : node + "#" + number;
  }

  private List<TelemetrySource> hosts(TelemetrySpec.Hosts hosts) {
    List<InetSocketAddress> exporters =
        hosts.exporters().isEmpty()
            ? targetHosts.stream()
                .map(host -> InetSocketAddress.createUnresolved(host, EXPORTER_PORT))
                .toList()
            : hosts.exporters();
    HostCheck allowed = hosts.exporters().isEmpty() ? HostCheck.ANY : check;
    List<TelemetrySource> sources = new ArrayList<>();
    for (InetSocketAddress exporter : exporters) {
      String host = exporter.getHostString();
      boolean isUsual = exporter.getPort() == EXPORTER_PORT;
      sources.add(
          new HostTelemetry(isUsual ? host : HostPort.of(exporter).toString(), exporter, allowed));
      if (hosts.jmxPort() > 0) {
        sources.add(
            new JvmTelemetry(
                host, InetSocketAddress.createUnresolved(host, hosts.jmxPort()), allowed));
      }
    }
    return sources;
  }
}
