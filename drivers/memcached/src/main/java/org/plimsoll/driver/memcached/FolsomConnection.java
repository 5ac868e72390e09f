package org.plimsoll.driver.memcached;

import com.spotify.folsom.AsciiMemcacheClient;
import com.spotify.folsom.BinaryMemcacheClient;
import com.spotify.folsom.MemcacheClient;
import com.spotify.folsom.MemcacheStatus;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/** A connection of Folsom's client, with the text or the binary protocol. */
record FolsomConnection(MemcacheClient<byte[]> client, NodeEvents.Listener listener)
    implements Connection {
  @Override
  public CompletionStage<byte[]> get(String key) {
    return client.get(key);
  }

  @Override
  public CompletionStage<List<byte[]>> get(List<String> keys) {
    return client.get(keys);
  }

  @Override
  public CompletionStage<Long> version(String key) {
    return client.casGet(key).thenApply(found -> found == null ? null : found.getCas());
  }

  @Override
  public CompletionStage<MemcacheStatus> store(
      Storing how, String key, byte[] value, int ttlSeconds) {
    return switch (how) {
      case SET -> client.set(key, value, ttlSeconds);
      case ADD -> client.add(key, value, ttlSeconds);
      case REPLACE -> client.replace(key, value, ttlSeconds);
      case APPEND -> client.append(key, value);
      case PREPEND -> client.prepend(key, value);
    };
  }

  @Override
  public CompletionStage<MemcacheStatus> store(
      String key, byte[] value, int ttlSeconds, long version) {
    return client.set(key, value, ttlSeconds, version);
  }

  @Override
  public CompletionStage<MemcacheStatus> delete(String key) {
    return client.delete(key);
  }

  @Override
  public CompletionStage<MemcacheStatus> touch(String key, int ttlSeconds) {
    return client.touch(key, ttlSeconds);
  }

  /** Increments a counter. The text protocol increments only existing counters. */
  @Override
  public CompletionStage<Boolean> increment(String key, int ttlSeconds) {
    CompletionStage<Long> number = // The value is null if there is none.
        client instanceof BinaryMemcacheClient<byte[]> binary
            ? binary.incr(key, 1, 1, ttlSeconds)
            : ((AsciiMemcacheClient<byte[]>) client).incr(key, 1);
    return number.thenApply(Objects::nonNull);
  }

  /**
   * Sends a no-op. Folsom has none for the text protocol, so every server is asked for its
   * statistics instead.
   */
  @Override
  public CompletionStage<MemcacheStatus> ping(String key) {
    CompletionStage<?> answer =
        client instanceof BinaryMemcacheClient<byte[]> binary ? binary.noop() : client.getStats("");
    return answer.thenApply(_ -> MemcacheStatus.OK);
  }

  @Override
  public void shutdown() {
    listener.close();
    client.shutdown();
  }
}
