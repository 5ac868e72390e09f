package org.plimsoll.driver.lettuce;

import io.lettuce.core.resource.DefaultEventLoopGroupProvider;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SelectStrategy;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.util.concurrent.EventExecutorGroup;

/**
 * I/O threads that poll the kernel instead of sleeping until they are woken up. On processors that
 * halt when idle, a wake-up takes 10 to 40 µs, which is part of the service time.
 */
final class BusyPolling extends DefaultEventLoopGroupProvider {
  private final String threadName;

  BusyPolling(int threads, String threadName) {
    super(threads);
    this.threadName = threadName;
    if (!Epoll.isAvailable()) {
      throw new IllegalArgumentException("busy-poll: needs epoll of Linux, which is not available");
    }
  }

  @Override
  protected <T extends EventLoopGroup> EventExecutorGroup doCreateEventLoopGroup(
      Class<T> type, int threads, io.lettuce.core.resource.ThreadFactoryProvider threadFactories) {
    return new MultiThreadIoEventLoopGroup(
        threads,
        threadFactories.getThreadFactory(threadName),
        EpollIoHandler.newFactory(
            0,
            () -> (selectNow, hasTasks) -> hasTasks ? selectNow.get() : SelectStrategy.BUSY_WAIT));
  }
}
