package org.plimsoll.driver.elasticsearch;

import java.io.IOException;
import java.time.InstantSource;
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

/** The client of an opened index, with the REST client that all sessions share. */
final class ElasticsearchTarget implements Client {
  private static final int SESSIONS = 64;

  private final RestClients clients;
  private final IndexNames names;
  private final Commands commands;
  private final Schema schema;
  private final Maintenance maintenance;
  private final Cluster cluster;
  private final Set<ElasticsearchSession> sessions = ConcurrentHashMap.newKeySet();
  private boolean made;
  private volatile boolean closed;

  private ElasticsearchTarget(
      ServersAddress address, RestClients clients, Documents documents, DriverContext context) {
    this.clients = clients;
    SettingValues settings = context.settings();
    names =
        new IndexNames(
            address.name(), settings.get(ElasticsearchSettings.ROLL), InstantSource.system());
    commands = new Commands(names, documents, context);
    Admin admin = new Admin(clients::client, address.toString(), address.servers().size());
    schema = new Schema(admin, names, documents, settings);
    maintenance = new Maintenance(schema);
    cluster = new Cluster(admin);
  }

  static ElasticsearchTarget open(DriverContext context) throws Exception {
    ServersAddress address = ElasticsearchSettings.ADDRESS.parse(context.address());
    SettingValues settings = context.settings();
    Documents documents =
        new Documents(
            context.fieldNames(),
            settings.get(IndexSettings.VALUE_FORM),
            settings.get(IndexSettings.GROUPS));
    RestClients clients = new RestClients(address, context);
    try {
      ElasticsearchTarget target = new ElasticsearchTarget(address, clients, documents, context);
      long patienceNanos = settings.get(ElasticsearchSettings.CONNECT_TIMEOUT).toNanos();
      if (target.cluster.root(patienceNanos).path("version").path("number").isMissingNode()) {
        throw new IOException(address + " answered, but not as Elasticsearch or OpenSearch does");
      }
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
    ElasticsearchSession session = new ElasticsearchSession(commands, clients, sessions::remove);
    sessions.add(session);
    return session;
  }

  @Override
  public Map<String, String> facts() {
    return cluster.facts(names);
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
    return runHook(name, "");
  }

  @Override
  public String runHook(String name, String argument) throws Exception {
    return maintenance.run(name, argument);
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    sessions.forEach(ElasticsearchSession::close);
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
