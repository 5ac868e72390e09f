package org.plimsoll.driver.aws;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelPromise;
import io.netty.channel.EventLoop;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import org.plimsoll.api.DriverContext;
import software.amazon.awssdk.http.nio.netty.SdkEventLoopGroup;

/**
 * I/O threads that begin to connect once the caller's task has ended. The SDK forgets the first
 * request of a pool whose connection is refused while the pool still asks for it
 * (HttpOrHttp2ChannelPool, seen in 2.41.0 and 2.57.8): it waits for the next request, or ends with
 * a time-out.
 */
final class IoThreads extends NioEventLoopGroup {
  private IoThreads(int threads) {
    super(threads, new DefaultThreadFactory("aws-java-sdk-NettyEventLoop", true));
  }

  /** Threads whose connections ask the engine about their addresses. */
  static SdkEventLoopGroup of(int threads, DriverContext context) {
    return SdkEventLoopGroup.create(new IoThreads(threads), () -> new CheckedChannel(context));
  }

  @Override
  public ChannelFuture register(Channel channel) {
    EventLoop chosen = next();
    for (EventExecutor each : this) {
      if (each.inEventLoop()) {
        ChannelPromise registered = new DefaultChannelPromise(channel, chosen);
        each.execute(() -> {
          var _ = chosen.register(registered);
        });
        return registered;
      }
    }
    return chosen.register(channel);
  }
}
