package org.plimsoll.driver.memcached;

import com.spotify.folsom.BackoffFunction;
import com.spotify.folsom.ExponentialBackoff;
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
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.ConnectionSettings;
import org.plimsoll.api.kit.ServersAddress;

/** The servers, and the I/O threads of all connections to them. */
final class Network implements AutoCloseable {
  /** The delay before a broken connection is reopened. */
  static final BackoffFunction BACKOFF = new ExponentialBackoff(10, 1000, 2);

  private static final Duration SHUTDOWN = Duration.ofSeconds(2);

  private final ServersAddress address;
  private final DriverContext context;
  private final Duration patience;
  private final EventLoopGroup eventLoops;
  private final Class<? extends SocketChannel> channels;

  Network(ServersAddress address, DriverContext context) {
    this.address = address;
    this.context = context;
    SettingValues settings = context.settings();
    patience = settings.get(MemcachedSettings.CONNECT_TIMEOUT);
    boolean epoll = Epoll.isAvailable();
    eventLoops =
        new MultiThreadIoEventLoopGroup(
            ConnectionSettings.ioThreads(settings),
            new DefaultThreadFactory("memcached-io", true),
            epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    channels = epoll ? EpollSocketChannel.class : NioSocketChannel.class;
  }

  ServersAddress address() {
    return address;
  }

  EventLoopGroup eventLoops() {
    return eventLoops;
  }

  Class<? extends SocketChannel> channels() {
    return channels;
  }

  /** The timeout for a connection and its first answer. */
  Duration patience() {
    return patience;
  }

  /** Resolves a node to an address that the engine allows. Blocks. */
  InetSocketAddress resolve(HostPort node) throws IOException {
    return new InetSocketAddress(context.resolve(node.host(), node.port())[0], node.port());
  }

  /**
   * Checks that every node accepts connections. This is necessary because a client would retry
   * without reporting the reason.
   */
  void reachAll() throws IOException {
    for (HostPort node : address.servers()) {
      try (Socket socket = new Socket()) {
        socket.connect(
            resolve(node), Math.toIntExact(Math.min(patience.toMillis(), Integer.MAX_VALUE)));
      } catch (IOException e) {
        throw Failures.unusable(node, patience, e);
      }
    }
  }

  static <T> T await(CompletableFuture<T> future, long deadlineNanos)
      throws InterruptedException, ExecutionException, TimeoutException {
    return future.get(Math.max(0, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() {
    eventLoops
        .shutdownGracefully(0, SHUTDOWN.toMillis(), TimeUnit.MILLISECONDS)
        .awaitUninterruptibly(SHUTDOWN.toMillis());
  }
}
