package org.plimsoll.driver.ndbench;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Loads a plugin's own classes before the driver's, and takes from that what both must mean the
 * same by: NDBench's interfaces, Guice and the configuration that NDBench reads; and where logs go.
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
          "javax.inject.",
          "org.aopalliance.",
          "org.slf4j.");

  /** Of NDBench itself; its core would also have log4j write to the terminal and into a file. */
  private static final Pattern OWN_JARS = Pattern.compile("ndbench-(api|core)-.*\\.jar");

  private static final List<String> JAR_FOLDERS = List.of("", "lib", "WEB-INF/lib");
  private static final List<String> CLASS_FOLDERS = List.of("", "WEB-INF/classes");

  private final ClassLoader driver;

  private PluginLoader(URL[] urls, ClassLoader driver) {
    super("ndbench-plugin", urls, ClassLoader.getPlatformClassLoader());
    this.driver = driver;
  }

  /**
   * A loader of the jars of a folder, which may be laid out as a web archive; of none where that is
   * empty.
   */
  static PluginLoader of(String folder, ClassLoader driver) throws IOException {
    List<URL> urls = new ArrayList<>();
    if (!folder.isEmpty()) {
      Path path = Path.of(folder);
      if (!Files.isDirectory(path)) {
        throw new IllegalArgumentException(
            "plugin: must be a folder with the jars of a plugin, was '" + folder + "'");
      }
      for (String classes : CLASS_FOLDERS) {
        if (Files.isDirectory(path.resolve(classes))) {
          urls.add(path.resolve(classes).toUri().toURL());
        }
      }
      for (String jars : JAR_FOLDERS) {
        addJars(path.resolve(jars), urls);
      }
    }
    return new PluginLoader(urls.toArray(URL[]::new), driver);
  }

  private static void addJars(Path folder, List<URL> to) throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path jar : files.sorted().toList()) {
        String name = String.valueOf(jar.getFileName());
        if (name.endsWith(".jar") && !OWN_JARS.matcher(name).matches()) {
          to.add(jar.toUri().toURL());
        }
      }
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    boolean shared = SHARED.stream().anyMatch(name::startsWith);
    try {
      return shared ? driver.loadClass(name) : super.findClass(name);
    } catch (ClassNotFoundException e) {
      return shared ? super.findClass(name) : driver.loadClass(name);
    }
  }

  /** The plugin's own resources alone. */
  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    return findResources(name);
  }
}
