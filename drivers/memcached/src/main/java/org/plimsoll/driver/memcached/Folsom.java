package org.plimsoll.driver.memcached;

import com.spotify.folsom.ConnectFuture;
import com.spotify.folsom.MemcacheClient;
import com.spotify.folsom.MemcacheClientBuilder;
import com.spotify.folsom.RawMemcacheClient;
import com.spotify.folsom.ketama.AddressAndClient;
import com.spotify.folsom.ketama.NodeLocator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.Credentials;

/** Configures Folsom for load tests. */
final class Folsom implements Connector {
  /**
   * The response timeout of Folsom, after which it closes a connection. It is never reached,
   * because the engine enforces deadlines.
   */
  private static final Duration NEVER = Duration.ofDays(365);

  private static final int MAX_OUTSTANDING = 1_000_000;
  private static final int FLUSH_AFTER_REQUESTS = 256;

  private final Network network;
  private final SettingValues settings;
  private final NodeEvents events;

  Folsom(Network network, SettingValues settings, NodeEvents events) {
    this.network = network;
    this.settings = settings;
    this.events = events;
  }

  @Override
  public FolsomConnection connect(boolean toAll) throws IOException, InterruptedException {
    NodeEvents.Listener listener = events.new Listener();
    MemcacheClient<byte[]> client = client(listener);
    FolsomConnection connection = new FolsomConnection(client, listener);
    long deadlineNanos = System.nanoTime() + network.patience().toNanos();
    CompletableFuture<Void> everyNode =
        ConnectFuture.fullyConnectedFuture(client).toCompletableFuture();
    boolean connected = false;
    try {
      var _ = Network.await(CompletableFuture.anyOf(everyNode, listener.failed()), deadlineNanos);
      connected = true;
    } catch (ExecutionException | TimeoutException e) {
      connected = !toAll && isConnectedSomewhere(client, deadlineNanos);
      if (!connected) {
        throw Failures.unusable(network.address(), network.patience(), Failures.cause(e));
      }
    } finally {
      if (!connected) {
        connection.shutdown();
      }
    }
    return connection;
  }

  private static boolean isConnectedSomewhere(MemcacheClient<byte[]> client, long deadlineNanos)
      throws InterruptedException {
    try {
      var _ =
          Network.await(ConnectFuture.connectFuture(client).toCompletableFuture(), deadlineNanos);
      return true;
    } catch (ExecutionException | TimeoutException e) {
      return client.isConnected();
    }
  }

  private MemcacheClient<byte[]> client(NodeEvents.Listener listener) {
    MemcacheClientBuilder<byte[]> builder =
        MemcacheClientBuilder.newByteArrayClient()
            .withKeyCharset(StandardCharsets.ISO_8859_1)
            .withEventLoopGroup(network.eventLoops())
            .withChannelClass(network.channels())
            .withReplyExecutor(null) // This runs on the thread that has read the answer.
            .withRetry(false)
            .withConnectionTimeoutMillis(NEVER.toMillis())
            .withMaxOutstandingRequests(MAX_OUTSTANDING)
            .withEventLoopThreadFlushMaxBatchSize(FLUSH_AFTER_REQUESTS)
            .withMaxSetLength(Integer.MAX_VALUE) // The server decides which values are too large.
            .withBackoff(Network.BACKOFF)
            .withReconnectionListener(listener);
    for (HostPort node : network.address().servers()) {
      builder.withAddress(node.host(), node.port());
    }
    if (settings.get(MemcachedSettings.RING) == Ring.KETAMA) {
      builder.withNodeLocator(Folsom::ketama);
    }
    Credentials.of(settings)
        .ifPresent(login -> builder.withUsernamePassword(login.user(), login.password()));
    return settings.get(MemcachedSettings.PROTOCOL) == Protocol.BINARY
        ? builder.connectBinary()
        : builder.connectAscii();
  }

  private static NodeLocator ketama(Collection<AddressAndClient> nodes) {
    Map<HostPort, RawMemcacheClient> servers = new LinkedHashMap<>();
    for (AddressAndClient node : nodes) {
      servers.put(NodeEvents.hostPort(node.getAddress()), node.getClient());
    }
    return new KetamaRing<>(servers)::find;
  }
}
