package org.plimsoll.driver.etcd;

import io.grpc.ClientInterceptor;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.handler.ssl.SslContext;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.SettingValues;

/**
 * Creates channels, and keeps trying to connect those that have lost their connection: gRPC alone
 * would wait up to two minutes between attempts.
 */
final class Channels implements AutoCloseable {
  private static final Duration RECONNECT = Duration.ofMillis(50);

  /** How many times less often a member is tried again while others answer. */
  private static final int LESS_OFTEN = 20;

  private final DriverContext context;
  private final @Nullable SslContext tls;
  private final String policy;
  private final Set<ManagedChannel> channels = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService reconnects =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("etcd-reconnect").daemon().factory());
  private int checks; // only of that thread

  Channels(DriverContext context) throws Exception {
    this.context = context;
    SettingValues settings = context.settings();
    tls = Tls.http2(settings);
    policy = settings.get(EtcdSettings.BALANCE).policy();
    var _ =
        reconnects.scheduleWithFixedDelay(
            this::check, RECONNECT.toMillis(), RECONNECT.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** A channel to these members, which connects with its first request. */
  @SuppressWarnings("deprecation") // the replacement is a registry for the whole process
  ManagedChannel create(List<HostPort> members, ClientInterceptor... interceptors) {
    NettyChannelBuilder builder =
        NettyChannelBuilder.forTarget("etcd:///members")
            .nameResolverFactory(CheckedNames.factory(context, members))
            .defaultLoadBalancingPolicy(policy)
            .disableRetry()
            // Completes operations on the thread that has read the answer.
            .directExecutor()
            .maxInboundMessageSize(Integer.MAX_VALUE)
            .intercept(interceptors);
    ManagedChannel channel =
        (tls == null ? builder.usePlaintext() : builder.sslContext(tls)).build();
    channels.add(channel);
    return channel;
  }

  private void check() {
    checks++;
    channels.removeIf(ManagedChannel::isShutdown);
    for (ManagedChannel channel : channels) {
      ConnectivityState state = channel.getState(true);
      if (state == ConnectivityState.TRANSIENT_FAILURE || checks % LESS_OFTEN == 0) {
        channel.resetConnectBackoff();
      }
    }
  }

  /** Closes all channels, whose requests in flight fail. */
  @Override
  public void close() {
    var _ = reconnects.shutdownNow();
    channels.forEach(ManagedChannel::shutdownNow);
  }
}
