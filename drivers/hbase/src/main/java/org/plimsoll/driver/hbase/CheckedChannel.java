package org.plimsoll.driver.hbase;

import java.net.SocketAddress;
import org.apache.hbase.thirdparty.io.netty.channel.socket.nio.NioSocketChannel;

/**
 * A channel that checks its address with the engine before it connects. The address comes from the
 * target, or from the cluster, which reports region servers and masters.
 */
public final class CheckedChannel extends NioSocketChannel {
  @Override
  protected boolean doConnect(SocketAddress remote, SocketAddress local) throws Exception {
    return super.doConnect(
        eventLoop().parent() instanceof CheckedLoops loops ? loops.checked(remote) : remote, local);
  }
}
