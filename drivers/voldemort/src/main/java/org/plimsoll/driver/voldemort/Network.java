package org.plimsoll.driver.voldemort;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.ConnectionSettings;

/** The I/O threads of all connections, and the resolution of host names. */
final class Network implements AutoCloseable {
  private static final Duration SHUTDOWN = Duration.ofSeconds(2);

  private final DriverContext context;
  private final Duration patience;
  private final EventLoopGroup eventLoops;
  private final Bootstrap bootstrap;

  Network(DriverContext context) {
    this.context = context;
    SettingValues settings = context.settings();
    patience = settings.get(VoldemortSettings.CONNECT_TIMEOUT);
    boolean epoll = Epoll.isAvailable();
    eventLoops =
        new MultiThreadIoEventLoopGroup(
            ConnectionSettings.ioThreads(settings),
            new DefaultThreadFactory("voldemort-io", true),
            epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    bootstrap =
        new Bootstrap()
            .channel(epoll ? EpollSocketChannel.class : NioSocketChannel.class)
            .option(ChannelOption.TCP_NODELAY, true)
            .option(
                ChannelOption.CONNECT_TIMEOUT_MILLIS,
                (int) Math.clamp(patience.toMillis(), 1L, 1L << 30));
  }

  EventLoop next() {
    return eventLoops.next();
  }

  Bootstrap on(EventLoop eventLoop) {
    return bootstrap.clone(eventLoop);
  }

  /** The timeout for a connection and its handshake. */
  Duration patience() {
    return patience;
  }

  /** Resolves a node to an address that the engine allows. Blocks. */
  InetSocketAddress resolve(HostPort node) throws IOException {
    return new InetSocketAddress(context.resolve(node.host(), node.port())[0], node.port());
  }

  @Override
  public void close() {
    eventLoops
        .shutdownGracefully(0, SHUTDOWN.toMillis(), TimeUnit.MILLISECONDS)
        .awaitUninterruptibly(SHUTDOWN.toMillis());
  }
}
