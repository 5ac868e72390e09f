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

/** The threads and options of Lettuce's clients, configured for load tests. */
public final class LettuceThreads implements AutoCloseable {
  /** Name prefix of I/O threads that poll. */
  public static final String POLLING = "plimsoll-redis-polling";

  private static final int FLUSH_AFTER_COMMANDS = 256;
  private static final Duration SHUTDOWN = Duration.ofSeconds(2);

  private final EventLoopGroupProvider eventLoops;
  private final ClientResources resources;
  private final ClosingConnections closing = new ClosingConnections();

  /**
   * Creates the threads.
   *
   * @param threads the number of I/O threads
   * @param polls whether they poll instead of sleeping
   */
  public LettuceThreads(DriverContext context, int threads, boolean polls) {
    eventLoops =
        polls ? new BusyPolling(threads, POLLING) : new DefaultEventLoopGroupProvider(threads);
    resources =
        ClientResources.builder()
            // Uses a custom provider, because Lettuce creates two threads if one is requested. On
            // one processor, two threads halve the throughput of fifty connections.
            .eventLoopGroupProvider(eventLoops)
            .computationThreadPoolSize(2)
            .addressResolverGroup(new CheckedAddresses(context))
            .commandLatencyRecorder(CommandLatencyRecorder.disabled())
            // Equal jitter doubles the delay each time. Half of the delay is random, so that
            // reconnects are spread.
            .reconnectDelay(
                Delay.equalJitter(
                    Duration.ofMillis(10), Duration.ofSeconds(1), 10, TimeUnit.MILLISECONDS))
            .nettyCustomizer(new FlushTogether())
            .build();
  }

  /**
   * Flushes all commands that are written in the same event loop iteration with one system call.
   * This needs a third of the CPU time.
   */
  private static final class FlushTogether implements NettyCustomizer {
    @Override
    public void afterChannelInitialized(Channel channel) {
      channel.pipeline().addFirst(new FlushConsolidationHandler(FLUSH_AFTER_COMMANDS, true));
    }
  }

  /** Returns the resources for creating clients. */
  public ClientResources resources() {
    return resources;
  }

  /** Sets the options for all clients. */
  public static void configure(ClientOptions.Builder options, Duration patience) {
    options
        .autoReconnect(true)
        // The engine measures time from the intended start. If Lettuce queued or retried commands
        // without the engine's knowledge, it would distort the measurement.
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
   * Stops a client, if it was created. Released connections are closed first, because the client
   * closes all connections that it still has.
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
      // An unresponsive server must not prevent the end of the run.
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
