package org.plimsoll.driver.dynomite;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.protocol.ProtocolVersion;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.ConnectionSettings;
import org.plimsoll.driver.lettuce.Failures;
import org.plimsoll.driver.lettuce.LettuceThreads;
import org.plimsoll.driver.lettuce.RowCodec;

/**
 * Connects to nodes with Lettuce. The connections use RESP2, without HELLO and CLIENT, because
 * Dynomite closes a connection when it receives an unknown command.
 */
final class Connections implements AutoCloseable {
  private final LettuceThreads threads;
  private final RedisClient client;
  private final Duration patience;

  Connections(DriverContext context) {
    SettingValues settings = context.settings();
    patience = settings.get(DynomiteSettings.CONNECT_TIMEOUT);
    threads =
        new LettuceThreads(
            context,
            ConnectionSettings.ioThreads(settings),
            settings.get(DynomiteSettings.BUSY_POLL));
    client = RedisClient.create(threads.resources());
    ClientOptions.Builder options = ClientOptions.builder();
    LettuceThreads.configure(options, patience);
    client.setOptions(options.protocolVersion(ProtocolVersion.RESP2).build());
  }

  /**
   * Opens a connection for the load.
   *
   * @param broken called with the node when the connection breaks
   */
  Wire connect(RingNode node, Consumer<RingNode> broken) throws IOException {
    return new Wire(node, connect(node, RowCodec.INSTANCE), broken, this::release);
  }

  /** Opens a connection for everything except the load. */
  StatefulRedisConnection<byte[], byte[]> connectApart(RingNode node) throws IOException {
    return connect(node, ByteArrayCodec.INSTANCE);
  }

  private <V> StatefulRedisConnection<byte[], V> connect(RingNode node, RedisCodec<byte[], V> codec)
      throws IOException {
    HostPort address = node.address();
    RedisURI uri =
        RedisURI.Builder.redis(address.host(), address.port()).withTimeout(patience).build();
    uri.setLibraryName("");
    uri.setLibraryVersion("");
    try {
      return client.connect(codec, uri);
    } catch (RedisException e) {
      throw Failures.unusable(address.toString(), patience, e);
    }
  }

  /** Closes a connection without waiting. */
  void release(StatefulRedisConnection<?, ?> connection) {
    threads.release(connection);
  }

  @Override
  public void close() {
    threads.stop(client);
    threads.close();
  }
}
