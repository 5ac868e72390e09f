package org.plimsoll.driver.gremlin;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.janusgraph.core.JanusGraph;
import org.janusgraph.core.JanusGraphFactory;
import org.janusgraph.graphdb.configuration.JanusGraphConstants;
import org.janusgraph.util.stats.MetricManager;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Client;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.Credentials;
import org.plimsoll.api.kit.SchemaUse;

/** The client of an open embedded graph. */
final class JanusGraphTarget implements Client {
  private static final Duration END_PATIENCE = Duration.ofSeconds(30);

  private final DriverContext context;
  private final SettingValues settings;
  private final JanusGraph graph;
  private final @Nullable CqlSessions cql;
  private final JanusGraphSchema schema;
  private final Traversals traversals;
  private final Answers answers;
  private final @Nullable Uninterrupted threads;
  private final Set<JanusGraphSession> sessions = ConcurrentHashMap.newKeySet();
  private final Map<String, String> facts = new LinkedHashMap<>();
  private boolean closed;

  private JanusGraphTarget(DriverContext context, JanusGraph graph, @Nullable CqlSessions cql) {
    this.context = context;
    this.graph = graph;
    this.cql = cql;
    settings = context.settings();
    GraphShape shape = GraphShape.of(context);
    schema = new JanusGraphSchema(graph, shape);
    traversals = new Traversals(shape, context);
    answers = new Answers(shape, context);
    threads =
        JanusGraphAddress.parse(context.address()) instanceof JanusGraphAddress.BerkeleyDb
            ? new Uninterrupted()
            : null;
    facts.put("janusgraph version", JanusGraphConstants.VERSION);
    facts.put("storage", context.address());
  }

  static JanusGraphTarget open(DriverContext context) throws IOException {
    JanusGraphFactory.Builder builder = JanusGraphFactory.build();
    SettingValues settings = context.settings();
    CqlSessions cql = null;
    switch (JanusGraphAddress.parse(context.address())) {
      case JanusGraphAddress.InMemory _ -> builder.set("storage.backend", "inmemory");
      case JanusGraphAddress.BerkeleyDb(var folder) -> {
        Files.createDirectories(folder);
        builder.set("storage.backend", "berkeleyje").set("storage.directory", folder.toString());
      }
      case JanusGraphAddress.Cql(HostPort host) -> {
        cql = new CqlSessions(context);
        configure(builder, host, context);
      }
    }
    builder.set("metrics.enabled", settings.get(JanusGraphSettings.METRICS));
    settings.get(JanusGraphSettings.OPTIONS).forEach(builder::set);
    try {
      return new JanusGraphTarget(context, opened(builder, cql), cql);
    } catch (RuntimeException e) {
      String target = "janusgraph:" + context.address();
      throw new IOException(
          cql == null
              ? target + " cannot be opened: " + Outcome.sentenceOf(e)
              : CqlFailures.sentence(target, e),
          e);
    }
  }

  private static void configure(
      JanusGraphFactory.Builder builder, HostPort host, DriverContext context) throws IOException {
    SettingValues settings = context.settings();
    String address = context.resolve(host.host(), host.port())[0].getHostAddress();
    builder
        .set("storage.backend", CqlStorage.class.getName())
        // The port is required, because JanusGraph assumes that an address with colons has one.
        .set("storage.hostname", address + ":" + host.port())
        .set("storage.port", host.port())
        .set("storage.cql.keyspace", settings.get(JanusGraphSettings.KEYSPACE))
        .set("storage.cql.local-datacenter", settings.get(JanusGraphSettings.LOCAL_DATACENTER));
    Credentials.of(settings)
        .ifPresent(login ->
            builder
                .set("storage.username", login.user())
                .set("storage.password", login.password()));
  }

  private static JanusGraph opened(JanusGraphFactory.Builder builder, @Nullable CqlSessions cql) {
    return cql == null
        ? builder.open()
        : ScopedValue.where(CqlStorage.SESSIONS, cql).call(builder::open);
  }

  @Override
  public synchronized Session openSession() throws IOException {
    if (closed) {
      throw new IOException("the graph is closed");
    }
    sessions.removeIf(JanusGraphSession::isDone);
    JanusGraphSession session = new JanusGraphSession(graph, traversals, answers, threads);
    sessions.add(session);
    return context.blocking(session);
  }

  @Override
  public synchronized Map<String, String> facts() {
    if (!closed) {
      facts.put("instances", String.valueOf(schema.instances()));
      facts.put("indexes", String.join(", ", schema.indexes()));
    }
    return new LinkedHashMap<>(facts);
  }

  /** Returns the counters of JanusGraph in this process, if the setting {@code metrics} is true. */
  @Override
  public Map<String, Double> telemetry() {
    Map<String, Double> telemetry = new LinkedHashMap<>();
    if (settings.get(JanusGraphSettings.METRICS)) {
      MetricManager.INSTANCE
          .getRegistry()
          .getCounters()
          .forEach((name, counter) ->
              telemetry.merge(unified(name) + "_total", (double) counter.getCount(), Double::sum));
    }
    return telemetry;
  }

  private static String unified(String name) {
    return name.replaceFirst("^org\\.janusgraph\\.", "")
        .replaceAll("(?<=[a-z])(?=[A-Z])", "_")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^a-z0-9]+", "_");
  }

  @Override
  public void settingsChanged(SettingValues changed) {
    traversals.choose(changed);
  }

  @Override
  public void create() throws Exception {
    SchemaUse use = settings.get(GraphSettings.SCHEMA);
    if (use == SchemaUse.NONE) {
      return;
    }
    if (use != SchemaUse.CREATE) {
      schema.truncate();
    }
    schema.create();
  }

  @Override
  public void truncate() {
    schema.truncate();
  }

  @Override
  public OptionalLong count() {
    return OptionalLong.of(schema.count());
  }

  /** Waits for running calls, and then closes the graph. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (cql == null) {
      end();
    } else {
      endInTime();
    }
  }

  /**
   * Closes the graph with a timeout. Without Cassandra, JanusGraph retries for minutes, which would
   * delay the end of the run.
   */
  private void endInTime() {
    Thread ending = Thread.ofPlatform().daemon().name("graph-end").start(this::endOrGiveUp);
    try {
      var _ = ending.join(END_PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void endOrGiveUp() {
    try {
      end();
    } catch (RuntimeException e) {
      // Cassandra cannot be reached, so the instance remains registered.
    }
  }

  private void end() {
    sessions.forEach(JanusGraphSession::closeAndWait);
    sessions.clear();
    try {
      if (settings.get(GraphSettings.SCHEMA) == SchemaUse.TEMPORARY) {
        dropAll();
      }
    } catch (Exception e) {
      // The run has ended, so the failure is not reported; rows and indexes remain.
    }
    if (threads != null) {
      threads.close();
    }
    graph.close();
  }

  /** Drops the keyspace if this run has created it, or else the rows and indexes. */
  private void dropAll() throws Exception {
    if (cql != null && cql.createsKeyspace()) {
      ScopedValue.where(CqlStorage.SESSIONS, cql)
          .call(() -> {
            JanusGraphFactory.drop(graph);
            return true;
          });
      return;
    }
    schema.truncate();
    schema.drop();
  }
}
