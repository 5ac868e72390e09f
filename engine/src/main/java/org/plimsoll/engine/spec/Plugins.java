package org.plimsoll.engine.spec;

import java.util.concurrent.Callable;
import org.plimsoll.api.Driver;

/** Finds drivers and users' classes, which settings refer to as {@code custom(name, …)}. */
@FunctionalInterface
public interface Plugins {
  /**
   * Returns the driver of a URI scheme.
   *
   * @throws InvalidSpecException if there is no such driver
   */
  Driver named(String scheme);

  /**
   * Loads a user's class.
   *
   * @param kind the interface that it implements
   * @param name name of the folder with the plugin's jars
   * @throws InvalidSpecException if there is no such class
   */
  default <T> T custom(Class<T> kind, String name) {
    throw new InvalidSpecException(
        "must not be custom(" + name + "): no driver folders are searched here");
  }

  /**
   * Runs work with a plugin's class loader as the thread's context class loader, where client
   * libraries look for their services.
   *
   * @throws Exception any exception of the work
   */
  static <T> T call(Object plugin, Callable<T> work) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(plugin.getClass().getClassLoader());
    try {
      return work.call();
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
