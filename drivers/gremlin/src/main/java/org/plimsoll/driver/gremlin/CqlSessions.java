package org.plimsoll.driver.gremlin;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.internal.core.config.typesafe.DefaultDriverConfigLoader;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.janusgraph.diskstorage.PermanentBackendException;
import org.janusgraph.diskstorage.configuration.Configuration;
import org.janusgraph.diskstorage.cql.CQLConfigOptions;
import org.janusgraph.diskstorage.cql.CQLStoreManager;
import org.janusgraph.diskstorage.cql.builder.CQLProgrammaticConfigurationLoaderBuilder;
import org.janusgraph.diskstorage.cql.builder.CQLSessionBuilder;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.kit.SchemaUse;
import org.plimsoll.driver.netty.CheckedCqlSessions;

/**
 * Connects JanusGraph to Cassandra. Unlike the original class, it uses addresses that the engine
 * has allowed, and reconnects quickly.
 */
final class CqlSessions extends CQLSessionBuilder {
  /**
   * Options that replace a reconnection delay of up to a minute, and a delay of one second for each
   * schema statement.
   */
  private static final Config OWN =
      ConfigFactory.parseMap(
          Map.of(
              DefaultDriverOption.RECONNECTION_BASE_DELAY.getPath(), "50 ms",
              DefaultDriverOption.RECONNECTION_MAX_DELAY.getPath(), "1 s",
              DefaultDriverOption.METADATA_SCHEMA_WINDOW.getPath(), "20 ms"));

  private final DriverContext context;
  private boolean connectedBefore;
  private volatile boolean createsKeyspace;

  CqlSessions(DriverContext context) {
    this.context = context;
  }

  /**
   * Whether the keyspace did not exist when the graph was opened, so that JanusGraph created it.
   */
  boolean createsKeyspace() {
    return createsKeyspace;
  }

  @Override
  public CqlSession build(
      Configuration configuration,
      String[] hosts,
      int port,
      Duration timeout,
      CQLProgrammaticConfigurationLoaderBuilder base)
      throws PermanentBackendException {
    boolean withBase = configuration.get(CQLConfigOptions.BASE_PROGRAMMATIC_CONFIGURATION_ENABLED);
    DriverConfigLoader config =
        withBase ? over(OWN, base.build(configuration, List.of(hosts), timeout)) : null;
    Supplier<Config> given = given(configuration, !withBase).orElse(null);
    if (given != null) {
      config = config == null ? loader(given) : DriverConfigLoader.compose(loader(given), config);
    }
    CqlSession session =
        new CheckedCqlSessions(context)
            .withClassLoader(CqlSessions.class.getClassLoader())
            .withConfigLoader(config)
            .build();
    try {
      requireDatacenter(session, configuration.get(CQLConfigOptions.LOCAL_DATACENTER));
      requireKeyspace(session, CQLStoreManager.determineKeyspaceName(configuration));
      return session;
    } catch (PermanentBackendException e) {
      session.close();
      throw e;
    }
  }

  /** Returns a configuration in which options that are missing come from another one. */
  private static DriverConfigLoader over(Config config, DriverConfigLoader other) {
    return DriverConfigLoader.compose(loader(() -> config), other);
  }

  private static DriverConfigLoader loader(Supplier<Config> config) {
    return new DefaultDriverConfigLoader(config, false);
  }

  /**
   * Returns the configuration from the options {@code storage.cql.internal}. The method of
   * JanusGraph is not accessible, so it is called by reflection.
   */
  @SuppressWarnings("unchecked")
  private Optional<Supplier<Config>> given(Configuration configuration, boolean alone) {
    try {
      Method method =
          CQLSessionBuilder.class.getDeclaredMethod(
              "getInternalConfigSupplier", Configuration.class, boolean.class);
      method.setAccessible(true);
      return (Optional<Supplier<Config>>) method.invoke(this, configuration, alone);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("another version of JanusGraph", e);
    }
  }

  /** Refuses an unknown datacenter, because the library would find no node for any request. */
  private static void requireDatacenter(CqlSession session, String asked)
      throws PermanentBackendException {
    SortedSet<String> known = new TreeSet<>();
    session
        .getMetadata()
        .getNodes()
        .values()
        .forEach(node -> known.add(String.valueOf(node.getDatacenter())));
    if (!known.contains(asked)) {
      throw new PermanentBackendException(
          "local-datacenter: must be one of %s, was '%s'"
              .formatted(String.join(", ", known), asked));
    }
  }

  /** Refuses a missing keyspace if the run must not create one. JanusGraph would create it. */
  private void requireKeyspace(CqlSession session, String keyspace)
      throws PermanentBackendException {
    if (connectedBefore) {
      return;
    }
    boolean exists = session.getMetadata().getKeyspace(keyspace).isPresent();
    if (!exists && context.settings().get(GraphSettings.SCHEMA) == SchemaUse.NONE) {
      throw new PermanentBackendException(
          "keyspace: must exist with schema=none, was '%s'".formatted(keyspace));
    }
    createsKeyspace = !exists;
    connectedBefore = true;
  }
}
