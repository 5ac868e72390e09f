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
 * Creates channels, and reconnects those that have lost their connection. This is necessary because
 * gRPC waits up to two minutes between attempts.
 */
final class Channels implements AutoCloseable {
  private static final Duration RECONNECT = Duration.ofMillis(50);

  /** The factor by which attempts to reach a member are rarer while other members answer. */
  private static final int LESS_OFTEN = 20;

  private final DriverContext context;
  private final @Nullable SslContext tls;
  private final String policy;
  private final Set<ManagedChannel> channels = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService reconnects =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("etcd-reconnect").daemon().factory());
  private int checks; // Accessed only on that thread.

  Channels(DriverContext context) throws Exception {
    this.context = context;
    SettingValues settings = context.settings();
    tls = Tls.http2(settings);
    policy = settings.get(EtcdSettings.BALANCE).policy();
    var _ =
        reconnects.scheduleWithFixedDelay(
            this::check, RECONNECT.toMillis(), RECONNECT.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Creates a channel to the given members. It connects with its first request. */
  // The replacement of this method is a registry for the whole process.
  @SuppressWarnings("deprecation")
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

  /** Closes all channels. Their requests in flight fail. */
  @Override
  public void close() {
    var _ = reconnects.shutdownNow();
    channels.forEach(ManagedChannel::shutdownNow);
  }
}
