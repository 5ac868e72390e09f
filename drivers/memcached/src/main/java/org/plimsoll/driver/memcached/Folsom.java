package org.plimsoll.driver.memcached;

import com.spotify.folsom.ConnectFuture;
import com.spotify.folsom.ExponentialBackoff;
import com.spotify.folsom.MemcacheClient;
import com.spotify.folsom.MemcacheClientBuilder;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.SettingValues;

/** Folsom, set up for load: I/O threads, and connections that run on them. */
final class Folsom implements AutoCloseable {
  /** Folsom would close a connection with an answer that is older; deadlines are the engine's. */
  private static final Duration NEVER = Duration.ofDays(365);

  private static final int MAX_OUTSTANDING = 1_000_000;
  private static final int FLUSH_AFTER_REQUESTS = 256;
  private static final Duration SHUTDOWN = Duration.ofSeconds(2);

  private final MemcachedAddress address;
  private final SettingValues settings;
  private final Duration patience;
  private final NodeEvents events;
  private final EventLoopGroup eventLoops;
  private final Class<? extends SocketChannel> channels;

  Folsom(MemcachedAddress address, SettingValues settings, NodeEvents events) {
    this.address = address;
    this.settings = settings;
    this.events = events;
    patience = settings.get(MemcachedDriver.CONNECT_TIMEOUT);
    boolean epoll = Epoll.isAvailable();
    eventLoops =
        new MultiThreadIoEventLoopGroup(
            ioThreads(),
            new DefaultThreadFactory("memcached-io", true),
            epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    channels = epoll ? EpollSocketChannel.class : NioSocketChannel.class;
  }

  private int ioThreads() {
    int asked = Math.toIntExact(settings.get(MemcachedDriver.IO_THREADS));
    return asked > 0 ? asked : Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
  }

  /** Makes sure that something listens at every node: Folsom would try again, and not say why. */
  void reachAll() throws IOException {
    for (HostPort node : address.nodes()) {
      try (Socket socket = new Socket()) {
        InetSocketAddress host = new InetSocketAddress(node.host(), node.port());
        if (host.isUnresolved()) {
          throw new UnknownHostException(node.host());
        }
        socket.connect(host, Math.toIntExact(Math.min(patience.toMillis(), Integer.MAX_VALUE)));
      } catch (IOException e) {
        throw Failures.unusable(node, patience, e);
      }
    }
  }

  /** Connects to every node. */
  MemcacheClient<byte[]> connectAll() throws IOException, InterruptedException {
    return connect(true);
  }

  /** Connects to every node that is there, to one at least. */
  MemcacheClient<byte[]> connect() throws IOException, InterruptedException {
    return connect(false);
  }

  private MemcacheClient<byte[]> connect(boolean all) throws IOException, InterruptedException {
    NodeEvents.Listener listener = events.new Listener();
    MemcacheClient<byte[]> client = client(listener);
    long deadlineNanos = System.nanoTime() + patience.toNanos();
    CompletableFuture<Void> everyNode =
        ConnectFuture.fullyConnectedFuture(client).toCompletableFuture();
    boolean connected = false;
    try {
      var _ = await(CompletableFuture.anyOf(everyNode, listener.failed()), deadlineNanos);
      connected = true;
    } catch (ExecutionException | TimeoutException e) {
      Throwable why = Failures.cause(e);
      connected = !all && isConnectedSomewhere(client, deadlineNanos);
      if (!connected) {
        throw Failures.unusable(address, patience, why);
      }
    } finally {
      if (!connected) {
        client.shutdown();
      }
    }
    return client;
  }

  private static boolean isConnectedSomewhere(MemcacheClient<byte[]> client, long deadlineNanos)
      throws InterruptedException {
    try {
      var _ = await(ConnectFuture.connectFuture(client).toCompletableFuture(), deadlineNanos);
      return true;
    } catch (ExecutionException | TimeoutException e) {
      return client.isConnected();
    }
  }

  private static <T> T await(CompletableFuture<T> future, long deadlineNanos)
      throws InterruptedException, ExecutionException, TimeoutException {
    return future.get(Math.max(0, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
  }

  private MemcacheClient<byte[]> client(NodeEvents.Listener listener) {
    MemcacheClientBuilder<byte[]> builder =
        MemcacheClientBuilder.newByteArrayClient()
            .withKeyCharset(StandardCharsets.ISO_8859_1)
            .withEventLoopGroup(eventLoops)
            .withChannelClass(channels)
            .withReplyExecutor(null) // on the thread that saw the answer
            .withRetry(false)
            .withConnectionTimeoutMillis(NEVER.toMillis())
            .withMaxOutstandingRequests(MAX_OUTSTANDING)
            .withEventLoopThreadFlushMaxBatchSize(FLUSH_AFTER_REQUESTS)
            .withMaxSetLength(Integer.MAX_VALUE) // what is too large, the server says
            .withBackoff(new ExponentialBackoff(10, 1000, 2))
            .withReconnectionListener(listener);
    for (HostPort node : address.nodes()) {
      builder.withAddress(node.host(), node.port());
    }
    if (settings.get(MemcachedDriver.RING) == Ring.KETAMA) {
      builder.withNodeLocator(KetamaRing::new);
    }
    String user = settings.get(MemcachedDriver.USER);
    if (!user.isEmpty()) {
      builder.withUsernamePassword(user, settings.get(MemcachedDriver.PASSWORD));
    }
    return settings.get(MemcachedDriver.PROTOCOL) == Protocol.BINARY
        ? builder.connectBinary()
        : builder.connectAscii();
  }

  @Override
  public void close() {
    eventLoops
        .shutdownGracefully(0, SHUTDOWN.toMillis(), TimeUnit.MILLISECONDS)
        .awaitUninterruptibly(SHUTDOWN.toMillis());
  }
}
