package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.ProgrammaticDriverConfigLoaderBuilder;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.ssl.ProgrammaticSslEngineFactory;
import com.datastax.oss.driver.internal.core.specex.ConstantSpeculativeExecutionPolicy;
import com.datastax.oss.driver.internal.core.time.ServerSideTimestampGenerator;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.TlsSettings;
import org.plimsoll.api.kit.ConnectionSettings;
import org.plimsoll.api.kit.Credentials;
import org.plimsoll.api.kit.ServersAddress;
import org.plimsoll.driver.netty.CheckedCqlSessions;

/** Configures the Apache Java driver for load tests, and connects with it. */
final class Library {
  private static final Duration SHUTDOWN = Duration.ofSeconds(2);
  private static final int QUIET_MILLIS = 20;

  /**
   * The window in which the library collects schema changes. Each schema statement waits for it;
   * the default is one second.
   */
  private static final Duration SCHEMA_WINDOW = Duration.ofMillis(20);

  private static final Duration SCHEMA_PATIENCE = Duration.ofSeconds(20);

  private final ServersAddress address;
  private final DriverContext context;
  private final SettingValues settings;
  private final Duration patience;
  private final NodeEvents events;

  Library(ServersAddress address, DriverContext context, NodeEvents events) {
    this.address = address;
    this.context = context;
    this.events = events;
    settings = context.settings();
    patience = settings.get(CassandraSettings.CONNECT_TIMEOUT);
  }

  /** Connects to the cluster. If this fails, the exception has a message for the user. */
  CqlSession connect() throws Exception {
    ClassLoader loader = Library.class.getClassLoader();
    CqlSessionBuilder builder =
        new CheckedCqlSessions(context)
            .withClassLoader(loader)
            .withConfigLoader(config(loader))
            .withApplicationName("Plimsoll")
            .withNodeStateListener(events)
            .addContactPoints(contactPoints());
    Credentials.of(settings)
        .ifPresent(login -> builder.withAuthCredentials(login.user(), login.password()));
    if (settings.get(TlsSettings.TLS)) {
      builder.withSslEngineFactory(
          new ProgrammaticSslEngineFactory(
              TlsSettings.context(settings), null, settings.get(TlsSettings.VERIFY)));
    }
    try {
      CqlSession session = builder.build();
      requireLocalDatacenter(session);
      requireLocalRack(session);
      return session;
    } catch (RuntimeException e) {
      throw unusable(e);
    }
  }

  /** Refuses an unknown datacenter, because the library would find no node for any request. */
  private void requireLocalDatacenter(CqlSession session) throws IOException {
    String asked = settings.get(CassandraSettings.LOCAL_DATACENTER);
    SortedSet<String> known = new TreeSet<>();
    for (Node node : session.getMetadata().getNodes().values()) {
      known.add(String.valueOf(node.getDatacenter()));
    }
    if (!asked.isEmpty() && !known.contains(asked)) {
      close(session);
      throw new IOException(
          "local-datacenter: must be one of %s, was '%s'"
              .formatted(String.join(", ", known), asked));
    }
  }

  /** Refuses a rack without nodes in the local datacenter. */
  private void requireLocalRack(CqlSession session) throws IOException {
    String asked = settings.get(CassandraSettings.LOCAL_RACK);
    SortedSet<String> known = new TreeSet<>();
    for (Node node : session.getMetadata().getNodes().values()) {
      if (node.getDistance() == NodeDistance.LOCAL) {
        known.add(String.valueOf(node.getRack()));
      }
    }
    if (!asked.isEmpty() && !known.contains(asked)) {
      close(session);
      throw new IOException(
          "local-rack: must be one of %s, was '%s'".formatted(String.join(", ", known), asked));
    }
  }

  /** Converts a failure to an exception with a message for the user. */
  IOException unusable(Throwable failure) {
    return Failures.unusable(address.toString(), patience, failure);
  }

  private List<InetSocketAddress> contactPoints() throws IOException {
    List<InetSocketAddress> addresses = new ArrayList<>();
    for (HostPort point : address.servers()) {
      try {
        addresses.add(
            new InetSocketAddress(context.resolve(point.host(), point.port())[0], point.port()));
      } catch (UnknownHostException e) {
        throw new IOException(point + " cannot be reached: no such host", e);
      }
    }
    return addresses;
  }

  private DriverConfigLoader config(ClassLoader loader) {
    ProgrammaticDriverConfigLoaderBuilder config =
        DriverConfigLoader.programmaticBuilder(loader)
            // The engine enforces the deadline of operations.
            .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ZERO)
            .withDuration(DefaultDriverOption.CONNECTION_CONNECT_TIMEOUT, patience)
            .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, patience)
            .withDuration(DefaultDriverOption.CONNECTION_SET_KEYSPACE_TIMEOUT, patience)
            .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, patience)
            .withDuration(DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, SCHEMA_PATIENCE)
            .withDuration(DefaultDriverOption.METADATA_SCHEMA_WINDOW, SCHEMA_WINDOW)
            .withStringList(
                DefaultDriverOption.METADATA_SCHEMA_REFRESHED_KEYSPACES, List.of(address.name()))
            .withDuration(
                DefaultDriverOption.HEARTBEAT_INTERVAL, settings.get(CassandraSettings.HEARTBEAT))
            .withDuration(DefaultDriverOption.RECONNECTION_BASE_DELAY, Duration.ofMillis(50))
            .withDuration(DefaultDriverOption.RECONNECTION_MAX_DELAY, Duration.ofSeconds(1))
            .withClass(DefaultDriverOption.RETRY_POLICY_CLASS, NeverRetry.class)
            .withInt(DefaultDriverOption.NETTY_IO_SIZE, ConnectionSettings.ioThreads(settings))
            .withInt(DefaultDriverOption.NETTY_ADMIN_SIZE, 1)
            .withInt(DefaultDriverOption.SESSION_LEAK_THRESHOLD, 0);
    ending(config);
    pool(config);
    routing(config);
    if (settings.get(CassandraSettings.TIMESTAMPS) == Timestamps.SERVER) {
      config.withClass(
          DefaultDriverOption.TIMESTAMP_GENERATOR_CLASS, ServerSideTimestampGenerator.class);
    }
    return config.build();
  }

  /**
   * Shortens the shutdown of the I/O threads, but leaves time for the library's own close events.
   */
  private static void ending(ProgrammaticDriverConfigLoaderBuilder config) {
    String unit = TimeUnit.MILLISECONDS.name();
    int timeout = Math.toIntExact(SHUTDOWN.toMillis());
    config
        .withString(DefaultDriverOption.NETTY_IO_SHUTDOWN_UNIT, unit)
        .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, QUIET_MILLIS)
        .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_TIMEOUT, timeout)
        .withString(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_UNIT, unit)
        .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, QUIET_MILLIS)
        .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_TIMEOUT, timeout);
  }

  private void pool(ProgrammaticDriverConfigLoaderBuilder config) {
    int connections = Math.toIntExact(settings.get(CassandraSettings.CONNECTIONS));
    int requests = Math.toIntExact(settings.get(CassandraSettings.REQUESTS_PER_CONNECTION));
    config
        .withInt(DefaultDriverOption.CONNECTION_POOL_LOCAL_SIZE, connections)
        .withInt(DefaultDriverOption.CONNECTION_POOL_REMOTE_SIZE, connections)
        .withInt(DefaultDriverOption.CONNECTION_MAX_REQUESTS, requests)
        .withInt(DefaultDriverOption.CONNECTION_MAX_ORPHAN_REQUESTS, Math.max(1, requests / 4));
  }

  private void routing(ProgrammaticDriverConfigLoaderBuilder config) {
    boolean tokenAware =
        settings.get(CassandraSettings.LOAD_BALANCING) == LoadBalancing.TOKEN_AWARE;
    config.withClass(
        DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS,
        tokenAware ? RackFirst.class : RoundRobin.class);
    String rack = settings.get(CassandraSettings.LOCAL_RACK);
    if (!rack.isEmpty()) {
      config.withString(RackFirst.LOCAL_RACK, rack);
    }
    String datacenter = settings.get(CassandraSettings.LOCAL_DATACENTER);
    if (!datacenter.isEmpty()) {
      config.withString(DefaultDriverOption.LOAD_BALANCING_LOCAL_DATACENTER, datacenter);
    }
    Duration speculativeDelay = settings.get(CassandraSettings.SPECULATIVE_DELAY);
    if (speculativeDelay.isPositive()) {
      int more = Math.toIntExact(settings.get(CassandraSettings.SPECULATIVE_EXECUTIONS));
      config
          .withClass(
              DefaultDriverOption.SPECULATIVE_EXECUTION_POLICY_CLASS,
              ConstantSpeculativeExecutionPolicy.class)
          .withInt(DefaultDriverOption.SPECULATIVE_EXECUTION_MAX, 1 + more)
          .withDuration(DefaultDriverOption.SPECULATIVE_EXECUTION_DELAY, speculativeDelay);
    }
  }

  /** Closes a session forcibly, so that an unresponsive node cannot delay the end of the run. */
  static void close(CqlSession session) {
    try {
      session
          .forceCloseAsync()
          .toCompletableFuture()
          .get(SHUTDOWN.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // The session closes in the background.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
