package org.plimsoll.driver.memcached;

import com.spotify.folsom.MemcacheStatus;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.HostPort;
import org.plimsoll.driver.memcached.MetaAnswer.Code;

/** Sends requests of the meta protocol, each to the server of its key. */
final class MetaConnection implements Connection {
  /**
   * The longest relative time to live. The server interprets larger values as a Unix time in
   * seconds, which must fit into an int.
   */
  private static final int RELATIVE_MAX_SECONDS = 30 * 24 * 60 * 60;

  private final List<MetaNode> nodes;
  private final KetamaRing<MetaNode> ring;

  MetaConnection(List<MetaNode> nodes) {
    this.nodes = nodes;
    Map<HostPort, MetaNode> byAddress = new LinkedHashMap<>();
    nodes.forEach(node -> byAddress.put(node.address(), node));
    ring = new KetamaRing<>(byAddress);
  }

  private MetaNode node(String key) {
    return nodes.size() == 1
        ? nodes.getFirst()
        : ring.find(key.getBytes(StandardCharsets.ISO_8859_1));
  }

  private <T> CompletionStage<T> send(String key, MetaRequest<T> request) {
    node(key).send(request);
    return request;
  }

  @Override
  public CompletionStage<byte[]> get(String key) {
    return send(key, new MetaRequest.One<>("mg " + key + " v", null, MetaConnection::value));
  }

  private static byte @Nullable [] value(MetaAnswer answer) throws MetaFailure {
    return isThere(answer, Code.VA) ? answer.value() : null;
  }

  private static boolean isThere(MetaAnswer answer, Code found) throws MetaFailure {
    if (answer.code() != found && answer.code() != Code.EN) {
      throw answer.refusal();
    }
    return answer.code() == found;
  }

  @Override
  public CompletionStage<List<byte[]>> get(List<String> keys) {
    byte[][] values = new byte[keys.size()][];
    Map<MetaNode, MetaRequest.Many> requests = new HashMap<>();
    for (int i = 0; i < values.length; i++) {
      requests
          .computeIfAbsent(node(keys.get(i)), _ -> new MetaRequest.Many(values))
          .add(keys.get(i), i);
    }
    requests.forEach(MetaNode::send);
    return CompletableFuture.allOf(requests.values().toArray(CompletableFuture[]::new))
        .thenApply(_ -> Arrays.asList(values));
  }

  @Override
  public CompletionStage<Long> version(String key) {
    return send(key, new MetaRequest.One<>("mg " + key + " c v", null, MetaConnection::versionOf));
  }

  private static @Nullable Long versionOf(MetaAnswer answer) throws MetaFailure {
    return isThere(answer, Code.VA) ? answer.number('c') : null;
  }

  @Override
  public CompletionStage<MemcacheStatus> store(
      Storing how, String key, byte[] value, int ttlSeconds) {
    String flags =
        switch (how) {
          case SET -> " T" + expiration(ttlSeconds);
          case ADD -> " ME T" + expiration(ttlSeconds);
          case REPLACE -> " MR T" + expiration(ttlSeconds);
          case APPEND -> " MA";
          case PREPEND -> " MP";
        };
    return store(key, value, flags);
  }

  @Override
  public CompletionStage<MemcacheStatus> store(
      String key, byte[] value, int ttlSeconds, long version) {
    String unchanged = " C" + Long.toUnsignedString(version);
    return store(key, value, unchanged + " T" + expiration(ttlSeconds));
  }

  private CompletionStage<MemcacheStatus> store(String key, byte[] value, String flags) {
    return send(
        key,
        new MetaRequest.One<>("ms " + key + ' ' + value.length + flags, value, MetaAnswer::status));
  }

  /** Converts a time to live to an expiration; zero means never. */
  private static long expiration(int ttlSeconds) {
    return ttlSeconds <= RELATIVE_MAX_SECONDS
        ? ttlSeconds
        : Math.min(Instant.now().getEpochSecond() + ttlSeconds, Integer.MAX_VALUE);
  }

  @Override
  public CompletionStage<MemcacheStatus> delete(String key) {
    return send(key, new MetaRequest.One<>("md " + key, null, MetaAnswer::status));
  }

  /** Updates the time to live with a read that does not request the value. */
  @Override
  public CompletionStage<MemcacheStatus> touch(String key, int ttlSeconds) {
    String line = "mg " + key + " T" + expiration(ttlSeconds);
    return send(key, new MetaRequest.One<>(line, null, MetaAnswer::status));
  }

  @Override
  public CompletionStage<Boolean> increment(String key, int ttlSeconds) {
    String line = "ma " + key + " J1 N" + expiration(ttlSeconds);
    return send(key, new MetaRequest.One<>(line, null, answer -> isThere(answer, Code.HD)));
  }

  /** Sends a no-op. */
  @Override
  public CompletionStage<MemcacheStatus> ping(String key) {
    return send(key, new MetaRequest.One<>("mn", null, MetaAnswer::status));
  }

  @Override
  public void shutdown() {
    nodes.forEach(MetaNode::shutdown);
  }
}
