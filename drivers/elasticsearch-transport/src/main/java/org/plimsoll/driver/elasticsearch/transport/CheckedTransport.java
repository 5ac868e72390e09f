package org.plimsoll.driver.elasticsearch.transport;

import java.io.IOException;
import org.elasticsearch.Version;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.lease.Releasable;
import org.elasticsearch.common.network.NetworkService;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.PageCacheRecycler;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.ConnectionProfile;
import org.elasticsearch.transport.Transport;
import org.elasticsearch.transport.netty4.Netty4TcpChannel;
import org.elasticsearch.transport.netty4.Netty4Transport;

/** The library's connections, each of which is checked before it is made. */
final class CheckedTransport extends Netty4Transport {
  private final Network network;

  CheckedTransport(
      Network network,
      Settings settings,
      ThreadPool threadPool,
      NetworkService networkService,
      PageCacheRecycler pageCacheRecycler,
      NamedWriteableRegistry namedWriteableRegistry,
      CircuitBreakerService circuitBreakerService) {
    super(
        settings,
        Version.CURRENT,
        threadPool,
        networkService,
        pageCacheRecycler,
        namedWriteableRegistry,
        circuitBreakerService);
    this.network = network;
  }

  @Override
  protected Netty4TcpChannel initiateChannel(DiscoveryNode node) throws IOException {
    network.check(node.getAddress().address());
    return super.initiateChannel(node);
  }

  @Override
  public Releasable openConnection(
      DiscoveryNode node,
      ConnectionProfile profile,
      ActionListener<Transport.Connection> listener) {
    return super.openConnection(
        node,
        profile,
        ActionListener.wrap(
            listener::onResponse,
            failure -> {
              network.failed(failure);
              listener.onFailure(failure);
            }));
  }
}
