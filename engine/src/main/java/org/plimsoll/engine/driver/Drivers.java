package org.plimsoll.engine.driver;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Driver;
import org.plimsoll.api.custom.ObjectStore;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.NearestName;
import org.plimsoll.engine.spec.Plugins;

/**
 * The available drivers. Each has its own folder and is loaded at its first use. Its class loader
 * exists as long as the process, so that native libraries load once.
 */
public final class Drivers implements Plugins {
  /** By folder, for the whole process: a native library can be loaded by only one class loader. */
  private static final Map<Path, DriverClassLoader> LOADERS = new ConcurrentHashMap<>();

  private static final Map<Path, Driver> LOADED = new ConcurrentHashMap<>();

  private final Map<String, Path> folders;
  private final Map<String, Driver> given;

  /** Null until the first request. Guarded by this. */
  private @Nullable Map<String, Driver> others;

  private Drivers(Map<String, Path> folders, Map<String, Driver> given) {
    this.folders = folders;
    this.given = given;
  }

  /**
   * Searches each root for folders named as their driver's scheme. The jars are in the folder or,
   * in a source checkout, in its {@code target/driver}. Later roots take precedence.
   */
  public static Drivers in(List<Path> roots) {
    Map<String, Path> folders = new TreeMap<>();
    for (Path root : roots) {
      for (Path folder : children(root)) {
        Path built = folder.resolve("target/driver");
        Path jars = Files.isDirectory(built) ? built : folder;
        if (!jars(jars).isEmpty()) {
          folders.put(String.valueOf(folder.getFileName()), jars);
        }
      }
    }
    return new Drivers(folders, Map.of());
  }

  /** Drivers on the class path, for use as a library and in tests. */
  public static Drivers of(Driver... drivers) {
    Map<String, Driver> given = new TreeMap<>();
    for (Driver driver : drivers) {
      given.put(driver.name(), driver);
    }
    return new Drivers(Map.of(), given);
  }

  public List<String> names() {
    if (!given.isEmpty()) {
      return List.copyOf(given.keySet());
    }
    return Stream.concat(
            folders.keySet().stream().filter(name -> offers(name, Driver.class)),
            others().keySet().stream())
        .sorted()
        .distinct()
        .toList();
  }

  /**
   * Returns the driver of a scheme.
   *
   * @throws InvalidSpecException if there is none, or its folder contains no usable driver
   */
  @Override
  public Driver named(String scheme) {
    Driver here = given.get(scheme);
    if (here != null) {
      return here;
    }
    Path folder = folders.get(scheme);
    if (folder == null) {
      Driver other = others().get(scheme);
      if (other == null) {
        throw new InvalidSpecException(
            "target: no driver named '"
                + scheme
                + "'"
                + OtherNames.hint(scheme).orElseGet(() -> NearestName.suggestion(scheme, names())));
      }
      return other;
    }
    if (offers(scheme, ObjectStore.class) && !offers(scheme, Driver.class)) {
      throw new InvalidSpecException(
          "target: '"
              + scheme
              + "' is no target; its objects can be property sources, as in"
              + " --properties 'url("
              + scheme
              + "://…)'");
    }
    return LOADED.computeIfAbsent(
        folder.toAbsolutePath().normalize(), jars -> load(Driver.class, scheme, jars));
  }

  /**
   * Drivers with another scheme than the name of their folder: http and https share a library.
   * Searched once, since that opens every jar, and a run requests its driver at each change of a
   * parameter.
   */
  private synchronized Map<String, Driver> others() {
    Map<String, Driver> known = others;
    if (known == null) {
      known = new TreeMap<>();
      for (Map.Entry<String, Path> folder : folders.entrySet()) {
        if (services(folder.getKey(), Driver.class) > 1) {
          Path jars = folder.getValue().toAbsolutePath().normalize();
          for (Driver driver : ServiceLoader.load(Driver.class, loader(folder.getKey(), jars))) {
            if (!driver.name().equals(folder.getKey())) {
              known.putIfAbsent(driver.name(), driver);
            }
          }
        }
      }
      others = known;
    }
    return known;
  }

  @Override
  public <T> T custom(Class<T> kind, String name) {
    Path folder = folders.get(name);
    if (folder == null) {
      List<String> known =
          folders.keySet().stream().filter(folderName -> offers(folderName, kind)).toList();
      throw new InvalidSpecException(
          "must be custom(name,…) with the name of a folder among the drivers"
              + NearestName.nearest(name, known)
                  .map(near -> " (did you mean '" + near + "'?)")
                  .orElse(""));
    }
    return load(kind, name, folder.toAbsolutePath().normalize());
  }

  private boolean offers(String folder, Class<?> kind) {
    return services(folder, kind) > 0;
  }

  /** The number of classes that the jars of a folder name; 1 if it is unknown. */
  private long services(String folder, Class<?> kind) {
    String services = "META-INF/services/" + kind.getName();
    long count = 0;
    for (Path jar : jars(Objects.requireNonNull(folders.get(folder)))) {
      try (JarFile file = new JarFile(jar.toFile())) {
        ZipEntry entry = file.getEntry(services);
        if (entry != null) {
          String names = new String(file.getInputStream(entry).readAllBytes(), UTF_8);
          count += names.lines().map(String::strip).filter(Drivers::isClassName).count();
        }
      } catch (IOException e) {
        return 1; // the error is reported when the driver is used
      }
    }
    return count;
  }

  private static boolean isClassName(String line) {
    return !line.isEmpty() && !line.startsWith("#");
  }

  private static <T> T load(Class<T> kind, String name, Path folder) {
    Optional<T> found;
    try {
      found = ServiceLoader.load(kind, loader(name, folder)).findFirst();
    } catch (ServiceConfigurationError | LinkageError e) {
      throw new InvalidSpecException(
          "drivers: " + folder + " holds a class that cannot be loaded: " + e.getMessage(), e);
    }
    return found.orElseThrow(() ->
        new InvalidSpecException(
            "drivers: " + folder + " holds no META-INF/services/" + kind.getName()));
  }

  private static DriverClassLoader loader(String name, Path folder) {
    return LOADERS.computeIfAbsent(
        folder,
        jars -> {
          URL[] urls = jars(jars).stream().map(Drivers::url).toArray(URL[]::new);
          return new DriverClassLoader(name, urls, Drivers.class.getClassLoader());
        });
  }

  private static List<Path> children(Path root) {
    if (!Files.isDirectory(root)) {
      return List.of();
    }
    try (Stream<Path> list = Files.list(root)) {
      return list.filter(Files::isDirectory).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> jars(Path folder) {
    List<Path> jars = new ArrayList<>();
    try (Stream<Path> list = Files.list(folder)) {
      list.filter(file -> file.toString().endsWith(".jar")).sorted().forEach(jars::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return jars;
  }

  private static URL url(Path jar) {
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }
}
