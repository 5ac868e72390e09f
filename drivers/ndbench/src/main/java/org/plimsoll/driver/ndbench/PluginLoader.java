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
 * A class loader that prefers the classes of a plugin to those of the driver. Some classes always
 * come from the driver: the interfaces of NDBench, Guice, the configuration that NDBench reads, and
 * logging.
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

  /**
   * Jars of NDBench itself, which are skipped. NDBench's core would also make log4j write to the
   * terminal and to a file.
   */
  private static final Pattern OWN_JARS = Pattern.compile("ndbench-(api|core)-.*\\.jar");

  private static final List<String> JAR_FOLDERS = List.of("", "lib", "WEB-INF/lib");
  private static final List<String> CLASS_FOLDERS = List.of("", "WEB-INF/classes");

  private final ClassLoader driver;

  private PluginLoader(URL[] urls, ClassLoader driver) {
    super("ndbench-plugin", urls, ClassLoader.getPlatformClassLoader());
    this.driver = driver;
  }

  /**
   * Creates a class loader for the jars of a folder, which may have the layout of a web archive. An
   * empty folder name means no jars.
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

  /** Finds only resources of the plugin, and none of the driver. */
  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    return findResources(name);
  }
}
