package org.plimsoll.driver.memcached;

import com.spotify.folsom.MemcacheStatus;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * A connection to every server, in one of the protocols. Accepts requests from any thread. Answers
 * arrive on the I/O threads; failed requests complete with exceptions that {@link Failures} can
 * read.
 */
interface Connection {
  /** How a value is stored, depending on whether one exists. */
  enum Storing {
    SET,
    ADD,
    REPLACE,
    APPEND,
    PREPEND
  }

  /** Reads a value; null if there is none. */
  CompletionStage<byte[]> get(String key);

  /** Reads values in the order of the keys; null for each missing key. */
  CompletionStage<List<byte[]>> get(List<String> keys);

  /** Reads the version of a value; null if there is none. */
  CompletionStage<Long> version(String key);

  /** Stores a value; {@link Storing#APPEND} and PREPEND do not change its time to live. */
  CompletionStage<MemcacheStatus> store(Storing how, String key, byte[] value, int ttlSeconds);

  /** Stores a value if its version is unchanged. */
  CompletionStage<MemcacheStatus> store(String key, byte[] value, int ttlSeconds, long version);

  CompletionStage<MemcacheStatus> delete(String key);

  CompletionStage<MemcacheStatus> touch(String key, int ttlSeconds);

  /**
   * Adds 1 to a counter, and starts it at 1 if the protocol supports that. False if there is no
   * counter and the protocol does not.
   */
  CompletionStage<Boolean> increment(String key, int ttlSeconds);

  /** Sends a request that touches no value; to the server of the key, if the protocol can. */
  CompletionStage<MemcacheStatus> ping(String key);

  void shutdown();
}
