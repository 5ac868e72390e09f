package org.plimsoll.engine.driver;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Enumeration;

/**
 * Loads a driver's own classes before the tool's, since client libraries conflict. Only the JDK,
 * the driver API and slf4j's API are shared.
 */
final class DriverClassLoader extends URLClassLoader {
  static {
    registerAsParallelCapable();
  }

  private final ClassLoader shared;

  DriverClassLoader(String name, URL[] jars, ClassLoader shared) {
    super("driver-" + name, jars, ClassLoader.getPlatformClassLoader());
    this.shared = shared;
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    return isShared(name) ? shared.loadClass(name) : super.findClass(name);
  }

  /** The driver's own resources alone, so that no service of the tool is found twice. */
  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    return findResources(name);
  }

  private static boolean isShared(String name) {
    return name.startsWith("org.plimsoll.api.") || name.startsWith("org.slf4j.");
  }
}
