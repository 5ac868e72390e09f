package org.plimsoll.driver.redis;

import io.lettuce.core.resource.DefaultEventLoopGroupProvider;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SelectStrategy;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.util.concurrent.EventExecutorGroup;

/**
 * I/O threads that ask the kernel again and again instead of sleeping until it wakes them. A
 * wake-up takes 10 to 40 µs where processors halt when idle, and is inside the service time.
 */
final class BusyPolling extends DefaultEventLoopGroupProvider {
  static final String THREADS = "plimsoll-redis-polling";

  BusyPolling(int threads) {
    super(threads);
    if (!Epoll.isAvailable()) {
      throw new IllegalArgumentException("busy-poll: needs Linux's epoll, which is not here");
    }
  }

  @Override
  protected <T extends EventLoopGroup> EventExecutorGroup doCreateEventLoopGroup(
      Class<T> type, int threads, io.lettuce.core.resource.ThreadFactoryProvider threadFactories) {
    return new MultiThreadIoEventLoopGroup(
        threads,
        threadFactories.getThreadFactory(THREADS),
        EpollIoHandler.newFactory(
            0,
            () -> (selectNow, hasTasks) -> hasTasks ? selectNow.get() : SelectStrategy.BUSY_WAIT));
  }
}
