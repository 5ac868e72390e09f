package org.plimsoll.driver.memcached;

import com.spotify.folsom.MemcacheStatus;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * A connection to every server, in one of the protocols. Takes requests from any thread; answers
 * come on the I/O threads, and what {@link Failures} can read where a request has failed.
 */
interface Connection {
  /** What becomes of a value that is there, or is not. */
  enum Storing {
    SET,
    ADD,
    REPLACE,
    APPEND,
    PREPEND
  }

  /** The value; null where there is none. */
  CompletionStage<byte[]> get(String key);

  /** The values, in the order of the keys; null in the place of one that is not there. */
  CompletionStage<List<byte[]>> get(List<String> keys);

  /** Reads the value, and says which version it has; null where there is none. */
  CompletionStage<Long> version(String key);

  /** Stores a value; {@link Storing#APPEND} and PREPEND leave its time to live as it is. */
  CompletionStage<MemcacheStatus> store(Storing how, String key, byte[] value, int ttlSeconds);

  /** Stores a value in the place of a version. */
  CompletionStage<MemcacheStatus> store(String key, byte[] value, int ttlSeconds, long version);

  CompletionStage<MemcacheStatus> delete(String key);

  CompletionStage<MemcacheStatus> touch(String key, int ttlSeconds);

  /**
   * Adds 1 to a counter, and begins it at 1 where the protocol can; false where there is none and
   * it cannot.
   */
  CompletionStage<Boolean> increment(String key, int ttlSeconds);

  void shutdown();
}
