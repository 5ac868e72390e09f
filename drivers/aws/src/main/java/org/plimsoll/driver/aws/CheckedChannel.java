package org.plimsoll.driver.aws;

import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.plimsoll.api.DriverContext;

/** A channel that checks with the engine whether its address is allowed before it connects. */
final class CheckedChannel extends NioSocketChannel {
  private final DriverContext context;

  CheckedChannel(DriverContext context) {
    this.context = context;
  }

  @Override
  protected boolean doConnect(SocketAddress remote, SocketAddress local) throws Exception {
    return super.doConnect(
        remote instanceof InetSocketAddress named ? context.resolve(named) : remote, local);
  }
}
