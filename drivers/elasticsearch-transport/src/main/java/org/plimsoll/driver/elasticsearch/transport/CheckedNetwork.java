package org.plimsoll.driver.elasticsearch.transport;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.network.NetworkService;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.PageCacheRecycler;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.Netty4Plugin;
import org.elasticsearch.transport.Transport;
import org.elasticsearch.transport.TransportInterceptor;

/** A network plug-in for the library whose connections check their addresses and do not retry. */
public final class CheckedNetwork extends Netty4Plugin {
  private final Network network = Network.OF_CLIENT.get();

  /** Called by the library, within the scope of {@link Network#OF_CLIENT}. */
  public CheckedNetwork() {}

  @Override
  public Map<String, Supplier<Transport>> getTransports(
      Settings settings,
      ThreadPool threadPool,
      PageCacheRecycler pageCacheRecycler,
      CircuitBreakerService circuitBreakerService,
      NamedWriteableRegistry namedWriteableRegistry,
      NetworkService networkService) {
    return Map.of(
        NETTY_TRANSPORT_NAME,
        () ->
            new CheckedTransport(
                network,
                settings,
                threadPool,
                networkService,
                pageCacheRecycler,
                namedWriteableRegistry,
                circuitBreakerService));
  }

  @Override
  public List<TransportInterceptor> getTransportInterceptors(
      NamedWriteableRegistry namedWriteableRegistry, ThreadContext threadContext) {
    return List.of(new OneAttempt(network::failed));
  }
}
