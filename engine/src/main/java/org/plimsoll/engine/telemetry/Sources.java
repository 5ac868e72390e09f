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

/** Creates the sources of a spec. The node name of each page is unique. */
final class Sources {
  private static final String PATH = "/metrics";
  private static final int EXPORTER_PORT = TelemetrySpec.Hosts.EXPORTER_PORT;

  /** The setting that names the hosts. */
  static final String TELEMETRY = "telemetry";

  private final List<String> targetHosts;
  private final String driverName;
  private final Callable<Map<String, Double>> driver;
  private final HostCheck check;

  /** Nodes of Prometheus pages by URL, and the number of pages for each node. */
  private final Map<URI, String> nodes = new HashMap<>();

  private final Map<String, Integer> pages = new HashMap<>();

  /**
   * Creates an instance without sources.
   *
   * @param targetHosts the hosts of the target, which {@code hosts} without an address refers to;
   *     they are allowed with the target
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

  /**
   * Returns factories for the sources of a spec. The key is the part of the spec that requests the
   * sources; equal parts of another spec request the same sources.
   */
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

  /**
   * Returns the address of a page. It includes the path if that is not the usual one, and a number
   * if the name is in use.
   */
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
    boolean isAllowed = hosts.exporters().isEmpty();
    HostCheck allowed = isAllowed ? HostCheck.ANY : check;
    List<TelemetrySource> sources = new ArrayList<>();
    for (InetSocketAddress exporter : exporters) {
      String host = exporter.getHostString();
      boolean isUsual = exporter.getPort() == EXPORTER_PORT;
      sources.add(
          new HostTelemetry(isUsual ? host : HostPort.of(exporter).toString(), exporter, allowed));
      if (hosts.jmxPort() > 0) {
        sources.add(
            new JvmTelemetry(
                host, InetSocketAddress.createUnresolved(host, hosts.jmxPort()), check, isAllowed));
      }
    }
    return sources;
  }
}
