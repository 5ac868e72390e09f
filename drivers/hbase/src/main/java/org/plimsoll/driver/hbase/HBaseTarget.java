package org.plimsoll.driver.hbase;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.VersionInfo;
import org.plimsoll.api.Client;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.Session;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.SharedConnections;

/**
 * The client of an opened table: the connections that sessions share, and a separate connection for
 * other requests.
 */
final class HBaseTarget implements Client {
  private final SettingValues settings;
  private final HBaseAddress address;
  private final Connector connector;
  private final Admin admin;
  private final Cluster cluster;
  private final Schema schema;
  private final RowCount rowCount;
  private final Maintenance maintenance;
  private final Operations operations;
  private final SharedConnections<Hub> connections;
  private volatile boolean closed;

  private HBaseTarget(
      DriverContext context, HBaseAddress address, TableName table, Connector connector) {
    this.address = address;
    this.connector = connector;
    settings = context.settings();
    Duration patience = settings.get(HBaseSettings.CONNECT_TIMEOUT);
    admin = new Admin(connector, address.toString());
    cluster = new Cluster(admin, table, patience, context::event);
    schema = new Schema(admin, settings, address, table);
    rowCount = new RowCount(admin, settings.get(HBaseSettings.FAMILY));
    maintenance = new Maintenance(admin, table);
    operations = new Operations(settings, context.fieldNames(), context.counter("stale-reads"));
    connections =
        new SharedConnections<>(
            Math.toIntExact(settings.get(HBaseSettings.CONNECTIONS)),
            () -> admin.register(connector.connect()),
            hub -> {
              admin.unregister(hub);
              Connector.close(hub);
            });
  }

  static HBaseTarget open(DriverContext context) throws IOException, InterruptedException {
    HBaseAddress address =
        HBaseAddress.parse(context.address(), context.settings().get(HBaseSettings.REGISTRY));
    TableName table = TableName.valueOf(address.namespace(), address.table());
    Connector connector = new Connector(context, address, table);
    HBaseTarget target;
    try {
      target = new HBaseTarget(context, address, table, connector);
    } catch (RuntimeException e) {
      connector.close();
      throw e;
    }
    try {
      target.requireAllowed(context);
      return target;
    } catch (IOException | InterruptedException | RuntimeException e) {
      target.disconnect();
      throw e;
    }
  }

  /** Refuses a cluster immediately if connections to any of its servers are forbidden. */
  private void requireAllowed(DriverContext context) throws IOException, InterruptedException {
    for (HostPort server : cluster.servers()) {
      try {
        var _ = context.resolve(server.host(), server.port());
      } catch (IOException e) {
        throw Failures.unusable(address + ", whose cluster has " + server + ",", e);
      }
    }
  }

  @Override
  public Session openSession() throws Exception {
    schema.requireFits();
    int inFlight = Math.toIntExact(settings.get(HBaseSettings.IN_FLIGHT));
    HBaseSession session =
        connections.openSession(link -> new HBaseSession(link, inFlight, operations));
    if (closed) {
      session.close();
    }
    return session;
  }

  @Override
  public int preferredSessions() {
    return connections.count();
  }

  @Override
  public Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("client", "HBase " + VersionInfo.getVersion());
    facts.put("table", address.tableText());
    try {
      schema.descriptor().ifPresent(its -> facts.put("families", families(its)));
      facts.putAll(cluster.facts());
    } catch (IOException e) {
      facts.put("server", "unknown: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    facts.put("connections", String.valueOf(connections.count()));
    facts.put("key", Setting.choiceText(settings.get(HBaseSettings.KEY)));
    return facts;
  }

  private static String families(TableDescriptor table) {
    return String.join(
        "; ",
        Arrays.stream(table.getColumnFamilies())
            .map(each ->
                each.getNameAsString()
                    + ": "
                    + each.getMaxVersions()
                    + " versions, compression "
                    + each.getCompressionType().getName()
                    + ", Bloom filter "
                    + each.getBloomFilterType())
            .toList());
  }

  @Override
  public Map<String, Double> telemetry() throws IOException, InterruptedException {
    return cluster.telemetry();
  }

  @Override
  public void settingsChanged(SettingValues changed) {
    operations.change(changed);
  }

  @Override
  public void create() throws IOException, InterruptedException {
    schema.create();
  }

  @Override
  public OptionalLong count() throws IOException, InterruptedException {
    return schema.descriptor().isEmpty() ? OptionalLong.of(0) : rowCount.count();
  }

  @Override
  public void truncate() throws IOException, InterruptedException {
    schema.truncate();
  }

  @Override
  public Map<String, String> hooks() {
    return Maintenance.hooks();
  }

  @Override
  public String runHook(String name) throws IOException, InterruptedException {
    return runHook(name, "");
  }

  @Override
  public String runHook(String name, String argument) throws IOException, InterruptedException {
    return maintenance.run(name, argument);
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    connections.closeSessions();
    try {
      schema.end();
    } catch (IOException e) {
      // The run has ended, so the failure is not reported and the table remains.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    disconnect();
  }

  private void disconnect() {
    connections.close();
    admin.close();
    connector.close();
  }
}
