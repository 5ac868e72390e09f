package org.plimsoll.api;

import java.util.Map;
import java.util.OptionalLong;

/** An opened target: what its sessions share, and what can be asked of the store as a whole. */
public interface Client extends AutoCloseable {
  /**
   * Opens one more session. May be called while other sessions carry load, also to replace a
   * session that was closed because it had stopped answering.
   *
   * @throws Exception when the target cannot be reached
   */
  Session openSession() throws Exception;

  /** How many sessions an open load should have when the user does not say. */
  default int preferredSessions() {
    return 16;
  }

  /** Facts for the report, in order: server version, nodes, topology. Never a secret. */
  default Map<String, String> facts() {
    return Map.of();
  }

  /**
   * Numbers that the server tells of itself, for the charts beside the client's view: memory,
   * connections, evictions, queues. Asked for every few seconds by one thread of its own, beside
   * the load, never twice at once; a server that does not answer may throw, or take its time.
   *
   * <p>Names are lower case with the unit at the end, such as {@code used_memory_bytes}. One that
   * ends in {@code _total} counts since the server's start, and is shown as a rate. No secrets.
   */
  default Map<String, Double> telemetry() throws Exception {
    return Map.of();
  }

  /** Takes new values of those settings that are {@linkplain Setting#live live}. */
  default void settingsChanged(SettingValues settings) {}

  /** Makes the schema that the operations need; does nothing where it exists. */
  default void create() throws Exception {}

  /** A fill has ended, and load follows: refreshes an index, writes out what is in memory. */
  default void filled() throws Exception {}

  /**
   * Deletes all rows that this driver's operations could have written.
   *
   * @throws UnsupportedOperationException when the store has no safe way to do so
   */
  default void truncate() throws Exception {
    throw new UnsupportedOperationException("this driver cannot truncate");
  }

  /** The number of rows, exact or the store's own estimate; empty when it cannot be told. */
  default OptionalLong count() throws Exception {
    return OptionalLong.empty();
  }

  /**
   * What a user may have done to the store while a run goes on, beyond operations: a compaction, a
   * flush, a snapshot. By name, lower-case words joined by hyphens, with one sentence each.
   */
  default Map<String, String> hooks() {
    return Map.of();
  }

  /**
   * Does one of the {@link #hooks}, beside the load, and waits for its end.
   *
   * @return what came of it, for the user
   */
  default String runHook(String name) throws Exception {
    throw new UnsupportedOperationException("this driver has no hook " + name);
  }

  /** Closes what is open, sessions too. Operations still under way complete as failed. */
  @Override
  void close();
}
