package org.plimsoll.engine.driver;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Enumeration;

/**
 * A class loader that prefers a driver's own classes to the tool's, since client libraries
 * conflict. It shares only the JDK, the driver API and slf4j's API.
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

  /** Returns only the driver's own resources, so that no service of the tool is found twice. */
  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    return findResources(name);
  }

  private static boolean isShared(String name) {
    return name.startsWith("org.plimsoll.api.") || name.startsWith("org.slf4j.");
  }
}
