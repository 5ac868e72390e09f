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
 * I/O threads that start to connect only after the calling task has ended. This works around a bug
 * of the SDK (HttpOrHttp2ChannelPool, seen in 2.41.0 and 2.57.8). If a connection is refused while
 * the pool is still requesting it, the SDK forgets the first request of the pool. That request then
 * waits for the next one, or times out.
 */
final class IoThreads extends NioEventLoopGroup {
  private IoThreads(int threads) {
    super(threads, new DefaultThreadFactory("aws-java-sdk-NettyEventLoop", true));
  }

  /** Creates threads whose channels check their addresses with the engine. */
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
