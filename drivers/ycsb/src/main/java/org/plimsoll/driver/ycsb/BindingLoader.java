package org.plimsoll.driver.ycsb;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Enumeration;
import java.util.jar.JarFile;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Loads a binding's own classes before the driver's, since client libraries conflict, but takes
 * YCSB's interface from the driver: {@code Status.isOk} asks for identity, so that a second copy of
 * it, such as the core among a binding's jars, would fail every operation. Classes of bindings of
 * YCSB 0.5 to 0.16 are renewed on the way.
 */
final class BindingLoader extends URLClassLoader {
  static {
    registerAsParallelCapable();
  }

  private final ClassLoader driver;
  private final boolean legacy;
  private final boolean hashMaps;

  private BindingLoader(URL[] urls, boolean legacy, ClassLoader driver) throws IOException {
    super("ycsb-binding", urls, ClassLoader.getPlatformClassLoader());
    this.driver = driver;
    this.legacy = legacy;
    byte[] formerDb = legacy ? bytes("com/yahoo/ycsb/DB.class") : null;
    this.hashMaps = formerDb != null && LegacyClasses.takesHashMaps(formerDb);
  }

  static BindingLoader of(BindingFolder folder, ClassLoader driver) throws IOException {
    return new BindingLoader(folder.urls(), isLegacy(folder), driver);
  }

  private static boolean isLegacy(BindingFolder folder) throws IOException {
    for (var entry : folder.entries()) {
      if (entry.toString().endsWith(".jar")) {
        try (JarFile jar = new JarFile(entry.toFile())) {
          if (jar.stream().anyMatch(file -> file.getName().startsWith("com/yahoo/ycsb/"))) {
            return true;
          }
        } catch (ZipException e) {
          throw new IllegalArgumentException(
              "binding: '" + entry + "' is no jar that can be read: " + e.getMessage(), e);
        }
      } else if (entry.resolve("com/yahoo/ycsb").toFile().isDirectory()) {
        return true;
      }
    }
    return false;
  }

  /** Whether the binding is of a version before 0.17. */
  boolean isLegacy() {
    return legacy;
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    if (name.startsWith(LegacyClasses.PACKAGE)) {
      try {
        return driver.loadClass(name);
      } catch (ClassNotFoundException e) {
        return own(name); // the binding's own, in the same package
      }
    }
    try {
      return own(name);
    } catch (ClassNotFoundException e) {
      return driver.loadClass(name);
    }
  }

  private Class<?> own(String name) throws ClassNotFoundException {
    if (!legacy) {
      return super.findClass(name);
    }
    try {
      byte[] bytes = bytes(path(name));
      if (bytes == null && name.startsWith(LegacyClasses.PACKAGE)) {
        bytes = bytes(path(LegacyClasses.former(name)));
      }
      if (bytes == null || !LegacyClasses.areMentioned(bytes)) {
        return super.findClass(name);
      }
      byte[] renewed = LegacyClasses.renewed(bytes, hashMaps);
      return defineClass(name, renewed, 0, renewed.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  private byte @Nullable [] bytes(String path) throws IOException {
    URL found = findResource(path);
    if (found == null) {
      return null;
    }
    try (InputStream in = found.openStream()) {
      return in.readAllBytes();
    }
  }

  private static String path(String className) {
    return className.replace('.', '/') + ".class";
  }

  /** The binding's own resources alone. */
  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    return findResources(name);
  }
}
