package org.plimsoll.driver.elasticsearch.transport;

import java.io.IOException;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.plimsoll.api.Client;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Session;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.ServersAddress;
import org.plimsoll.driver.elastic.IndexSettings;

/** The client of an opened index, with the library's client that all sessions share. */
final class TransportTarget implements Client {
  private static final int SESSIONS = 4;

  private final Clients clients;
  private final int inFlight;
  private final Commands commands;
  private final Schema schema;
  private final Maintenance maintenance;
  private final Cluster cluster;
  private final Set<TransportSession> sessions = ConcurrentHashMap.newKeySet();
  private boolean made;
  private volatile boolean closed;

  private TransportTarget(
      ServersAddress address, Clients clients, Documents documents, DriverContext context) {
    this.clients = clients;
    SettingValues settings = context.settings();
    inFlight = Math.toIntExact(settings.get(TransportSettings.IN_FLIGHT));
    Rows rows = Rows.of(address.name(), documents, settings);
    commands = new Commands(rows, context);
    Admin admin = new Admin(clients.pool()::current, address.toString());
    schema = new Schema(admin, rows, settings);
    maintenance = new Maintenance(admin, address.name());
    cluster = new Cluster(admin, address.name());
  }

  static TransportTarget open(DriverContext context) throws IOException {
    ServersAddress address = TransportSettings.ADDRESS.parse(context.address());
    SettingValues settings = context.settings();
    Documents documents =
        new Documents(
            context.fieldNames(),
            settings.get(IndexSettings.VALUE_FORM),
            settings.get(TransportSettings.CONTENT),
            settings.get(IndexSettings.GROUPS));
    Clients clients;
    try {
      clients = new Clients(address, context);
    } catch (IOException e) {
      throw Failures.unusable(address.toString(), e);
    }
    try {
      TransportTarget target = new TransportTarget(address, clients, documents, context);
      target.cluster.check(clients.network());
      return target;
    } catch (IOException | RuntimeException e) {
      clients.close();
      throw e;
    }
  }

  @Override
  public int preferredSessions() {
    return SESSIONS;
  }

  @Override
  public Session openSession() {
    clients.pool().renewIfSuspect();
    TransportSession session =
        new TransportSession(commands, clients.pool(), inFlight, sessions::remove);
    sessions.add(session);
    return session;
  }

  @Override
  public Map<String, String> facts() {
    return cluster.facts();
  }

  @Override
  public Map<String, Double> telemetry() throws IOException {
    return cluster.telemetry();
  }

  @Override
  public void settingsChanged(SettingValues changed) {
    commands.settingsChanged(changed);
  }

  @Override
  public void create() throws IOException {
    schema.create();
    made = true;
  }

  /** Refreshes the index, so that the loaded rows are searchable. */
  @Override
  public void filled() throws IOException {
    schema.refresh();
  }

  @Override
  public void truncate() throws IOException {
    schema.truncate();
  }

  @Override
  public OptionalLong count() throws IOException {
    return schema.count();
  }

  @Override
  public Map<String, String> hooks() {
    return Maintenance.HOOKS;
  }

  @Override
  public String runHook(String name) throws Exception {
    return maintenance.run(name);
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    sessions.forEach(TransportSession::close);
    if (made) {
      try {
        schema.end();
      } catch (IOException e) {
        // The run has ended, so the failure is not reported and the index remains.
      }
    }
    clients.close();
  }
}
