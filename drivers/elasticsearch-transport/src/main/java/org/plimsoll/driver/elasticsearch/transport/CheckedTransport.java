package org.plimsoll.driver.elasticsearch.transport;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import javax.net.ssl.SSLEngine;
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
import org.plimsoll.api.HostPort;

/** A transport of the library that checks each address before it connects. */
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

  /** Connections with TLS below the protocol, as nodes have them with a security plug-in. */
  @Override
  protected ChannelHandler getClientChannelInitializer(DiscoveryNode node) {
    InetSocketAddress address = node.getAddress().address();
    return new ClientChannelInitializer() {
      @Override
      protected void initChannel(Channel channel) throws Exception {
        super.initChannel(channel);
        SSLEngine engine = network.encryption(HostPort.of(address));
        if (engine != null) {
          SslHandler tls = new SslHandler(engine);
          tls.setHandshakeTimeoutMillis(network.patience().toMillis());
          tls.handshakeFuture().addListener(shaken -> network.encrypted(shaken.cause()));
          channel.pipeline().addFirst(tls);
        }
      }
    };
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
