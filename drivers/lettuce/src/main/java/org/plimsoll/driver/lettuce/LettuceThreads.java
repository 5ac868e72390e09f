package org.plimsoll.driver.lettuce;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultEventLoopGroupProvider;
import io.lettuce.core.resource.Delay;
import io.lettuce.core.resource.EventLoopGroupProvider;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.handler.flush.FlushConsolidationHandler;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.kit.ClosingConnections;
import org.plimsoll.driver.netty.CheckedAddresses;

/** The threads and options of Lettuce's clients, configured for load. */
public final class LettuceThreads implements AutoCloseable {
  /** Names of the I/O threads that poll start with this. */
  public static final String POLLING = "plimsoll-redis-polling";

  private static final int FLUSH_AFTER_COMMANDS = 256;
  private static final Duration SHUTDOWN = Duration.ofSeconds(2);

  private final EventLoopGroupProvider eventLoops;
  private final ClientResources resources;
  private final ClosingConnections closing = new ClosingConnections();

  /**
   * Creates the threads.
   *
   * @param threads number of I/O threads
   * @param polls whether they poll instead of sleeping
   */
  public LettuceThreads(DriverContext context, int threads, boolean polls) {
    eventLoops =
        polls ? new BusyPolling(threads, POLLING) : new DefaultEventLoopGroupProvider(threads);
    resources =
        ClientResources.builder()
            // Our own provider, since Lettuce creates two threads when asked for one. Two threads
            // on one processor halve the rate of fifty connections.
            .eventLoopGroupProvider(eventLoops)
            .computationThreadPoolSize(2)
            .addressResolverGroup(new CheckedAddresses(context))
            .commandLatencyRecorder(CommandLatencyRecorder.disabled())
            // Equal jitter doubles the delay each time; half of it is random, to spread reconnects.
            .reconnectDelay(
                Delay.equalJitter(
                    Duration.ofMillis(10), Duration.ofSeconds(1), 10, TimeUnit.MILLISECONDS))
            .nettyCustomizer(new FlushTogether())
            .build();
  }

  /**
   * Sends commands written in the same event loop iteration in one system call, which uses a third
   * of the CPU time.
   */
  private static final class FlushTogether implements NettyCustomizer {
    @Override
    public void afterChannelInitialized(Channel channel) {
      channel.pipeline().addFirst(new FlushConsolidationHandler(FLUSH_AFTER_COMMANDS, true));
    }
  }

  /** The resources that clients are created with. */
  public ClientResources resources() {
    return resources;
  }

  /** Sets the options that all clients share. */
  public static void configure(ClientOptions.Builder options, Duration patience) {
    options
        .autoReconnect(true)
        // The engine measures time from the intended start. Commands queued or retried here
        // without its knowledge would distort that.
        .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
        .replayFilter(_ -> true)
        .timeoutOptions(TimeoutOptions.builder().timeoutCommands(false).build())
        .maintNotificationsConfig(MaintNotificationsConfig.disabled())
        .socketOptions(
            SocketOptions.builder()
                .connectTimeout(patience)
                .keepAlive(true)
                .tcpNoDelay(true)
                .build());
  }

  /** Closes a connection without waiting. */
  public void release(StatefulConnection<?, ?> connection) {
    closing.add(connection.closeAsync());
  }

  /**
   * Stops a client, unless it was never created. The released connections are closed before, since
   * the client closes those that it still has.
   */
  public void stop(@Nullable AbstractRedisClient stopping) {
    if (stopping == null) {
      return;
    }
    closing.await();
    try {
      stopping
          .shutdownAsync(0, SHUTDOWN.toMillis(), TimeUnit.MILLISECONDS)
          .get(SHUTDOWN.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // A server that does not answer must not prevent the end of the run.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    resources
        .shutdown(0, SHUTDOWN.toMillis(), TimeUnit.MILLISECONDS)
        .awaitUninterruptibly(SHUTDOWN.toMillis());
    eventLoops
        .shutdown(0, SHUTDOWN.toMillis(), TimeUnit.MILLISECONDS)
        .awaitUninterruptibly(SHUTDOWN.toMillis());
  }
}
