package org.plimsoll.metrics;

import com.codahale.metrics.graphite.Graphite;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import javax.net.SocketFactory;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.engine.spec.InvalidSpecException;

/** A Graphite client that records failures, which its reporter only logs. */
final class WatchedGraphite extends Graphite {
  private final URI uri;
  private final HostCheck hosts;
  private final Outage outage;

  WatchedGraphite(InetSocketAddress address, URI uri, HostCheck hosts, Outage outage) {
    super(address.getHostString(), address.getPort(), SocketFactory.getDefault());
    this.uri = uri;
    this.hosts = hosts;
    this.outage = outage;
  }

  @Override
  public void connect() throws IOException {
    try {
      hosts.reaches(Outage.METRICS, uri);
      super.connect();
    } catch (InvalidSpecException e) {
      outage.failed(e);
      throw new IOException(e);
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
