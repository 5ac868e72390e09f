package org.plimsoll.api.embedded;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.SettingValues;

/**
 * An opened store of ordered keys and values in this process. Its methods are never called after
 * {@link #close}, and only {@link #failureCode} and {@link #runHook} while another one is running.
 * Operations use the {@link Access} of their session.
 */
public interface EmbeddedStore extends AutoCloseable {
  /** Opens the store for one more session. */
  Access access() throws Exception;

  /** Returns facts for the report, besides path, durability and size: version and settings. */
  Map<String, String> facts();

  /** Returns the engine's metrics; see {@link org.plimsoll.api.Client#telemetry}. */
  Map<String, Double> telemetry() throws Exception;

  /** Applies new values of the live settings. */
  default void settingsChanged(SettingValues settings) {}

  /** Returns the number of rows, exact or estimated. */
  long count() throws Exception;

  /** Deletes all rows. */
  void truncate() throws Exception;

  /** Returns the maintenance actions; see {@link org.plimsoll.api.Client#hooks}. */
  default Map<String, String> hooks() {
    return Map.of();
  }

  /** Runs one of the {@link #hooks}. */
  default String runHook(String name) throws Exception {
    throw new UnsupportedOperationException("no hook " + name);
  }

  /** Returns the code of an exception of the engine. A full disk is recognized by the caller. */
  FailureCode failureCode(Exception exception);

  @Override
  void close();

  /**
   * The calls of one session. One thread at a time calls it, but not always the same thread.
   * Threads are never interrupted while they are in a call.
   */
  interface Access extends AutoCloseable {
    /**
     * Reads a value.
     *
     * @param found receives the value
     * @return whether the key exists
     */
    boolean get(byte[] key, FoundValue found) throws Exception;

    /** Writes a value, whether or not the key exists. The array is valid until the call returns. */
    void put(byte[] key, byte[] value, int offset, int length) throws Exception;

    /**
     * Deletes a key. Returns false if it did not exist; true if the engine does not report this.
     */
    boolean delete(byte[] key) throws Exception;

    /** Returns up to {@code limit} values in the order of their keys, from a key on. */
    List<byte @Nullable []> scan(byte[] from, int limit) throws Exception;

    /** Returns the values of keys, with null for a missing one. */
    default List<byte @Nullable []> getAll(List<byte[]> keys) throws Exception {
      List<byte @Nullable []> values = new ArrayList<>(keys.size());
      FoundValue found = new FoundValue();
      for (byte[] key : keys) {
        values.add(get(key, found) ? found.copy() : null);
      }
      return values;
    }

    /** Writes values in one transaction, if the engine has transactions. */
    void putAll(List<byte[]> keys, List<byte[]> values) throws Exception;

    /** Makes a cheap call of the engine that touches no row. By default, makes none. */
    default void rehearse() throws Exception {}

    @Override
    default void close() {}
  }
}
