package org.plimsoll.metrics;

import com.codahale.metrics.graphite.Graphite;
import java.io.IOException;
import java.net.InetSocketAddress;
import javax.net.SocketFactory;

/** A Graphite client that records failures, which its reporter only logs. */
final class WatchedGraphite extends Graphite {
  private final Outage outage;

  WatchedGraphite(InetSocketAddress address, Outage outage) {
    super(address.getHostString(), address.getPort(), SocketFactory.getDefault());
    this.outage = outage;
  }

  @Override
  public void connect() throws IOException {
    try {
      super.connect();
    } catch (IOException | IllegalStateException e) {
      outage.failed(e);
      throw e;
    }
  }

  @Override
  public void flush() throws IOException {
    try {
      super.flush();
      outage.sent();
    } catch (IOException e) {
      outage.failed(e);
      throw e;
    }
  }
}
