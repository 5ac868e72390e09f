package org.plimsoll.driver.ndbench;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Loads a plugin's own classes before the driver's, and takes from that what both must mean the
 * same by: NDBench's interfaces, Guice and the configuration that NDBench reads.
 */
final class PluginLoader extends URLClassLoader {
  static {
    registerAsParallelCapable();
  }

  private static final List<String> SHARED =
      List.of(
          "com.netflix.ndbench.api.",
          "com.netflix.ndbench.core.",
          "com.netflix.archaius.",
          "com.google.inject.",
          "javax.inject.");

  private final ClassLoader driver;

  private PluginLoader(URL[] urls, ClassLoader driver) {
    super("ndbench-plugin", urls, ClassLoader.getPlatformClassLoader());
    this.driver = driver;
  }

  /** A loader of the jars of a folder; of none where that is empty. */
  static PluginLoader of(String folder, ClassLoader driver) throws IOException {
    List<URL> urls = new ArrayList<>();
    if (!folder.isEmpty()) {
      Path path = Path.of(folder);
      if (!Files.isDirectory(path)) {
        throw new IllegalArgumentException(
            "plugin: must be a folder with the jars of a plugin, was '" + folder + "'");
      }
      urls.add(path.toUri().toURL());
      try (Stream<Path> files = Files.list(path)) {
        for (Path jar : files.filter(file -> file.toString().endsWith(".jar")).sorted().toList()) {
          urls.add(jar.toUri().toURL());
        }
      }
    }
    return new PluginLoader(urls.toArray(URL[]::new), driver);
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    if (SHARED.stream().anyMatch(name::startsWith)) {
      return driver.loadClass(name);
    }
    try {
      return super.findClass(name);
    } catch (ClassNotFoundException e) {
      return driver.loadClass(name);
    }
  }

  /** The plugin's own resources alone. */
  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    return findResources(name);
  }
}
