package org.plimsoll.api;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * An opened target. It holds the state that its sessions share, and has the calls that concern the
 * whole store.
 */
public interface Client extends AutoCloseable {
  /**
   * Opens one more session. The engine may call this while other sessions are under load. It also
   * calls this to replace a session that was closed because it had stopped answering.
   *
   * @throws Exception when the target cannot be reached
   */
  Session openSession() throws Exception;

  /** Returns the number of sessions for an open load when the user sets none. */
  default int preferredSessions() {
    return 16;
  }

  /**
   * Returns facts for the report, such as server version, nodes and topology, in the order in which
   * the report shows them. Facts must not contain secrets.
   */
  default Map<String, String> facts() {
    return Map.of();
  }

  /**
   * Returns metrics of the server, such as memory, connections, evictions and queues. The charts
   * show them next to the client's measurements.
   *
   * <p>A separate thread calls this every few seconds, in parallel with the load. Calls never
   * overlap. If the server does not answer, this method may throw or block.
   *
   * <p>Names are lower case with the unit at the end, such as {@code used_memory_bytes}. A name
   * that ends in {@code _total} is a counter since the server's start and is shown as a rate. With
   * {@code x_hits_total} and {@code x_misses_total}, {@code x_hit_ratio} is shown too. A latency
   * ends in {@code _mean_seconds} or {@code _p99_seconds}; a chart shows it with the client's
   * latency. If there are several nodes, the name of a node's value has the node in braces: {@code
   * used_memory_bytes{node="10.0.0.1:6379"}}. Contains no secrets.
   */
  default Map<String, Double> telemetry() throws Exception {
    return Map.of();
  }

  /** Applies new values of the settings that are {@linkplain Setting#live live}. */
  default void settingsChanged(SettingValues settings) {}

  /**
   * Reports the nodes that discovery has found to the client. Called once after {@link Driver#open}
   * and then for each change, only if the driver {@linkplain Driver.Capability#FOLLOWS_NODES
   * follows nodes}. Calls never overlap, and are in parallel with the load.
   *
   * @param nodes the healthy nodes, the nearest to this generator first; at least one
   * @param nearest number of nodes at the start of the list that are nearest: those in the
   *     generator's zone; if there are none, those in its region; otherwise all nodes
   */
  default void nodesChanged(List<DiscoveredNode> nodes, int nearest) throws Exception {}

  /** Creates the schema that the operations need. Does nothing if the schema exists. */
  default void create() throws Exception {}

  /** Prepares the store for load after a fill, for example by a refresh of an index or a flush. */
  default void filled() throws Exception {}

  /**
   * Deletes all rows that this driver's operations could have written.
   *
   * @throws UnsupportedOperationException when the store has no safe way to do so
   */
  default void truncate() throws Exception {
    throw new UnsupportedOperationException("this driver cannot truncate");
  }

  /** Returns the number of rows, exact or the store's own estimate; empty if it is unknown. */
  default OptionalLong count() throws Exception {
    return OptionalLong.empty();
  }

  /**
   * Returns the maintenance actions that a user can start during a run, such as a compaction, a
   * flush or a snapshot. Keys are names: lower-case words joined by hyphens. Values are
   * descriptions of one sentence, including the argument.
   */
  default Map<String, String> hooks() {
    return Map.of();
  }

  /**
   * Runs one of the {@link #hooks}, in parallel with the load, and waits until it has finished.
   *
   * @return the result, as text for the user
   */
  default String runHook(String name) throws Exception {
    throw new UnsupportedOperationException("this driver has no hook " + name);
  }

  /**
   * Runs one of the {@link #hooks} with an argument, such as the column that it adds.
   *
   * @param argument the argument; empty for a hook without one
   * @return the result, as text for the user
   * @throws IllegalArgumentException when the argument is not allowed; the message is for the user
   */
  default String runHook(String name, String argument) throws Exception {
    if (!argument.isEmpty()) {
      throw new IllegalArgumentException(
          "the hook " + name + " takes no argument, was '" + argument + "'");
    }
    return runHook(name);
  }

  /** Closes the client and its sessions. Operations that are in flight complete as failed. */
  @Override
  void close();
}
