package org.plimsoll.driver.hbase;

import java.net.SocketAddress;
import org.apache.hbase.thirdparty.io.netty.channel.socket.nio.NioSocketChannel;

/**
 * A connection that asks the engine about its address before it is made: that of the target, or one
 * that the cluster reports for a region server or a master.
 */
public final class CheckedChannel extends NioSocketChannel {
  @Override
  protected boolean doConnect(SocketAddress remote, SocketAddress local) throws Exception {
    return super.doConnect(
        eventLoop().parent() instanceof CheckedLoops loops ? loops.checked(remote) : remote, local);
  }
}
