package org.plimsoll.driver.gremlin;

import org.janusgraph.diskstorage.BackendException;
import org.janusgraph.diskstorage.configuration.Configuration;
import org.janusgraph.diskstorage.cql.CQLStoreManager;

/**
 * JanusGraph's storage on Cassandra, with {@linkplain CqlSessions sessions} of this driver.
 * JanusGraph creates an instance by class name, on the thread that opens or drops the graph.
 */
public final class CqlStorage extends CQLStoreManager {
  /** The sessions of the graph that the current thread opens or drops. */
  static final ScopedValue<CqlSessions> SESSIONS = ScopedValue.newInstance();

  /** Connects. Called by JanusGraph. */
  public CqlStorage(Configuration configuration) throws BackendException {
    super(
        configuration,
        DEFAULT_MUTATE_MANY_FUNCTION_BUILDER,
        DEFAULT_STORE_FEATURES_BUILDER,
        SESSIONS.get(),
        DEFAULT_PROGRAMMATIC_CONFIGURATION_LOADER_BUILDER);
  }
}
