package org.plimsoll.driver.geode;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import org.plimsoll.api.Causes;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.RefusedAddressException;
import org.plimsoll.api.kit.CheckedJmx;
import org.plimsoll.api.kit.Credentials;
import org.plimsoll.api.kit.NodeTelemetry;

/**
 * A JMX manager of a cluster. It runs {@code gfsh} commands and has the statistics of all members.
 *
 * @see <a href="https://geode.apache.org/docs/guide/115/managing/management/mbeans.html">beans</a>
 */
final class JmxManager implements AutoCloseable {
  private static final String SYSTEM = "GemFire:service=System,type=Distributed";
  private static final double MEGABYTE = 1024 * 1024;

  private final String address;
  private final JMXConnector connector;
  private final MBeanServerConnection server;

  JmxManager(String address, JMXConnector connector) throws IOException {
    this.address = address;
    this.connector = connector;
    server = connector.getMBeanServerConnection();
  }

  static JmxManager connect(DriverContext context, HostPort manager) throws IOException {
    Optional<Credentials> login = Credentials.of(context.settings());
    InetSocketAddress named = InetSocketAddress.createUnresolved(manager.host(), manager.port());
    try {
      return new JmxManager(manager.toString(), CheckedJmx.connect(context, named, login));
    } catch (SecurityException e) {
      throw new IOException(
          "the JMX manager at " + manager + " refused the credentials: " + Causes.line(e), e);
    } catch (RefusedAddressException e) {
      throw e;
    } catch (IOException e) {
      throw new IOException(
          "no JMX manager can be reached at " + manager + "; set jmx to its host and port", e);
    }
  }

  /**
   * Returns the default domain of the manager's beans. The request only checks that the manager
   * answers.
   */
  String domain() throws IOException {
    return server.getDefaultDomain();
  }

  /**
   * Runs a command on the manager.
   *
   * @throws IOException if the command fails; the message contains the reason
   */
  String gfsh(String command) throws IOException {
    try {
      Set<ObjectName> managers =
          server.queryNames(new ObjectName("GemFire:type=Member,member=*"), null);
      for (ObjectName each : managers) {
        if (Boolean.TRUE.equals(server.getAttribute(each, "Manager"))) {
          String said =
              String.valueOf(
                  server.invoke(
                      each,
                      "processCommand",
                      new Object[] {command},
                      new String[] {String.class.getName()}));
          if (said.matches("(?s).*\"status\"\\s*:\\s*\"ERROR\".*")) {
            throw new IOException(
                address + " refused '" + command + "': " + said.replaceAll("\\s+", " "));
          }
          return said;
        }
      }
      throw new IOException(address + " has no bean of a JMX manager");
    } catch (JMException | RuntimeException e) {
      throw new IOException(address + " cannot run '" + command + "': " + e.getMessage(), e);
    }
  }

  Map<String, String> facts(String region) throws IOException {
    try {
      Map<String, String> facts = new LinkedHashMap<>();
      Set<String> versions = new TreeSet<>();
      Set<String> members = new TreeSet<>();
      for (ObjectName each : members()) {
        members.add(String.valueOf(each.getKeyProperty("member")));
        versions.add(String.valueOf(server.getAttribute(each, "ReleaseVersion")));
      }
      facts.put("server", "Geode " + String.join(", ", versions));
      facts.put("members", String.join(", ", members));
      for (ObjectName each : regions(region)) {
        facts.put("region type", String.valueOf(server.getAttribute(each, "RegionType")));
        facts.put(
            "members of the region", String.valueOf(server.getAttribute(each, "MemberCount")));
      }
      return facts;
    } catch (JMException | RuntimeException e) {
      throw new IOException(address + " does not answer: " + e.getMessage(), e);
    }
  }

  private Set<ObjectName> members() throws IOException, JMException {
    return server.queryNames(new ObjectName("GemFire:type=Member,member=*"), null);
  }

  private Set<ObjectName> regions(String region) throws IOException, JMException {
    String quoted = region.matches("[A-Za-z0-9_]+") ? "/" + region : "\"/" + region + "\"";
    return server.queryNames(
        new ObjectName("GemFire:service=Region,name=" + quoted + ",type=Distributed"), null);
  }

  Map<String, Double> telemetry(String region) throws IOException {
    NodeTelemetry values = new NodeTelemetry();
    try {
      ObjectName system = new ObjectName(SYSTEM);
      values.all("clients", number(system, "NumClients"));
      for (ObjectName each : regions(region)) {
        values.all("gets_per_second", number(each, "GetsRate"));
        values.all("puts_per_second", number(each, "PutsRate"));
      }
      for (ObjectName each : members()) {
        String member = String.valueOf(each.getKeyProperty("member"));
        values.sum(member, "heap_used_bytes", number(each, "UsedMemory") * MEGABYTE);
        values.sum(member, "heap_max_bytes", number(each, "MaxMemory") * MEGABYTE);
        values.sum(member, "gc_seconds_total", number(each, "GarbageCollectionTime") / 1e3);
        values.sum(member, "jvm_pauses_total", number(each, "JVMPauses"));
      }
      for (ObjectName each :
          server.queryNames(new ObjectName("GemFire:service=CacheServer,type=Member,*"), null)) {
        String member = String.valueOf(each.getKeyProperty("member"));
        values.sum(member, "connections", number(each, "ClientConnectionCount"));
        values.max(member, "get_mean_seconds", number(each, "GetRequestAvgLatency") / 1e9);
        values.max(member, "put_mean_seconds", number(each, "PutRequestAvgLatency") / 1e9);
      }
      return values.values();
    } catch (JMException | RuntimeException e) {
      throw new IOException(address + " does not answer: " + e.getMessage(), e);
    }
  }

  /** Returns a numeric attribute of a bean. An attribute that is not measured is 0. */
  private double number(ObjectName bean, String attribute) throws IOException, JMException {
    return server.getAttribute(bean, attribute) instanceof Number number
        ? Math.max(0, number.doubleValue())
        : 0;
  }

  @Override
  public void close() throws IOException {
    connector.close();
  }
}
