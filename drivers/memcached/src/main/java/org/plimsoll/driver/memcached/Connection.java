package org.plimsoll.driver.memcached;

import com.spotify.folsom.MemcacheStatus;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * A connection to every server, with one of the protocols. It accepts requests from any thread.
 * Answers arrive on the I/O threads. Failed requests complete with exceptions that {@link Failures}
 * can convert.
 */
interface Connection {
  /** How a value is stored, depending on whether the key exists. */
  enum Storing {
    SET,
    ADD,
    REPLACE,
    APPEND,
    PREPEND
  }

  /** Reads a value. The result is null if there is no value. */
  CompletionStage<byte[]> get(String key);

  /** Reads values in the order of the keys. The result contains null for each missing key. */
  CompletionStage<List<byte[]>> get(List<String> keys);

  /** Reads the version of a value. The result is null if there is no value. */
  CompletionStage<Long> version(String key);

  /** Stores a value; {@link Storing#APPEND} and PREPEND do not change its time to live. */
  CompletionStage<MemcacheStatus> store(Storing how, String key, byte[] value, int ttlSeconds);

  /** Stores a value if its version is unchanged. */
  CompletionStage<MemcacheStatus> store(String key, byte[] value, int ttlSeconds, long version);

  CompletionStage<MemcacheStatus> delete(String key);

  CompletionStage<MemcacheStatus> touch(String key, int ttlSeconds);

  /**
   * Adds 1 to a counter. A missing counter starts at 1, if the protocol supports this. Otherwise,
   * the result is false.
   */
  CompletionStage<Boolean> increment(String key, int ttlSeconds);

  /**
   * Sends a request that accesses no value. It is sent to the server of the key, if the protocol
   * supports this.
   */
  CompletionStage<MemcacheStatus> ping(String key);

  void shutdown();
}
