package org.plimsoll.engine.driver;

import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import org.plimsoll.api.Driver;
import org.plimsoll.api.Driver.Capability;

/** Creates the threads of blocking sessions. */
final class DriverThreads {
  private DriverThreads() {}

  /** Creates threads with the driver's context class loader. */
  static ExecutorService of(Driver driver) {
    Set<Capability> capabilities = driver.capabilities();
    boolean burns = capabilities.contains(Capability.BURNS_CPU);
    boolean each = capabilities.contains(Capability.THREAD_PER_SESSION);
    Thread.Builder builder =
        burns || each ? Thread.ofPlatform().daemon().name("driver") : Thread.ofVirtual();
    ThreadFactory factory =
        work -> {
          Thread thread = builder.unstarted(work);
          thread.setContextClassLoader(driver.getClass().getClassLoader());
          return thread;
        };
    if (burns) {
      int processors = Runtime.getRuntime().availableProcessors();
      return Executors.newFixedThreadPool(4 * processors, factory);
    }
    // Each session has one operation at a time, so there are at most as many threads as sessions.
    return each
        ? Executors.newCachedThreadPool(factory)
        : Executors.newThreadPerTaskExecutor(factory);
  }
}
