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
 * A class loader that prefers the classes of a binding to those of the driver, because client
 * libraries conflict. YCSB's interface always comes from the driver: {@code Status.isOk} compares
 * identities, so that a second copy, such as the YCSB core among a binding's jars, would make every
 * operation fail. Classes of bindings for YCSB 0.5 to 0.16 are converted while they are loaded.
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
              "binding: '" + entry + "' is not a readable jar: " + e.getMessage(), e);
        }
      } else if (entry.resolve("com/yahoo/ycsb").toFile().isDirectory()) {
        return true;
      }
    }
    return false;
  }

  /** Loads a class of the binding that must have the expected type. */
  <T> Class<? extends T> load(String name, Class<T> kind) {
    try {
      return Class.forName(name, true, this).asSubclass(kind);
    } catch (ClassNotFoundException e) {
      throw new IllegalArgumentException(
          "ycsb: there is no class '"
              + name
              + "'"
              + (getURLs().length == 0
                  ? "; name its folder with --set binding=FOLDER"
                  : " in the " + getURLs().length + " jars and folders of the binding"),
          e);
    } catch (ClassCastException e) {
      throw new IllegalArgumentException(
          "ycsb: '" + name + "' is not a " + kind.getName() + " of YCSB 0.5 to 0.17", e);
    } catch (LinkageError e) {
      throw new IllegalArgumentException("ycsb: '" + name + "' cannot be loaded: " + e, e);
    }
  }

  /** Whether the binding was made for a version before 0.17. */
  boolean isLegacy() {
    return legacy;
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    if (name.startsWith(LegacyClasses.PACKAGE)) {
      try {
        return driver.loadClass(name);
      } catch (ClassNotFoundException e) {
        return own(name); // A class of the binding in the same package.
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

  /** Finds only resources of the binding, and none of the driver. */
  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    return findResources(name);
  }
}
