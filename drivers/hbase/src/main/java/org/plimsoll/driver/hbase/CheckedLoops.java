package org.plimsoll.driver.hbase;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;
import org.apache.hbase.thirdparty.io.netty.channel.nio.NioEventLoopGroup;
import org.apache.hbase.thirdparty.io.netty.util.concurrent.DefaultThreadFactory;
import org.plimsoll.api.DriverContext;

/** The event loops of a target, which know the addresses to which connections are allowed. */
final class CheckedLoops extends NioEventLoopGroup implements AutoCloseable {
  private final DriverContext context;

  CheckedLoops(DriverContext context, int threads) {
    super(threads, new DefaultThreadFactory("hbase-io", true));
    this.context = context;
  }

  /**
   * Returns the address to which to connect.
   *
   * @throws IOException if the address is not allowed
   */
  SocketAddress checked(SocketAddress address) throws IOException {
    return address instanceof InetSocketAddress named ? context.resolve(named) : address;
  }

  @Override
  public void close() {
    var _ = shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}
