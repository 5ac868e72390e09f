package org.plimsoll.driver.ycsb;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Enumeration;

/**
 * Loads a binding's own classes before the driver's, since client libraries conflict, but takes
 * YCSB's interface from the driver: {@code Status.isOk} asks for identity, so that a second copy of
 * it, such as the core among a binding's jars, would fail every operation.
 */
final class BindingLoader extends URLClassLoader {
  static {
    registerAsParallelCapable();
  }

  private static final String INTERFACE = "site.ycsb.";

  private final ClassLoader driver;

  BindingLoader(URL[] urls, ClassLoader driver) {
    super("ycsb-binding", urls, ClassLoader.getPlatformClassLoader());
    this.driver = driver;
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    if (name.startsWith(INTERFACE)) {
      try {
        return driver.loadClass(name);
      } catch (ClassNotFoundException e) {
        return super.findClass(name); // the binding's own, in the same package
      }
    }
    try {
      return super.findClass(name);
    } catch (ClassNotFoundException e) {
      return driver.loadClass(name);
    }
  }

  /** The binding's own resources alone. */
  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    return findResources(name);
  }
}
