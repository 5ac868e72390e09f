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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Driver;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.NearestName;
import org.plimsoll.engine.spec.Plugins;

/**
 * The available drivers. Each has its own folder and is loaded at its first use. Its class loader
 * exists as long as the process, so that native libraries load once.
 */
public final class Drivers implements Plugins {
  /**
   * Loaders by folders, for the whole process, since only one class loader can load a native
   * library.
   */
  private static final Map<List<Path>, DriverClassLoader> LOADERS = new ConcurrentHashMap<>();

  private static final Map<List<Path>, Driver> LOADED = new ConcurrentHashMap<>();

  /** Absolute paths of each driver's folder and of its add-ons, by the driver's name. */
  private final Map<String, List<Path>> folders;

  private final Map<String, Driver> given;

  /** Drivers without their libraries, by scheme. */
  private final Map<String, UninstalledDriver> uninstalled;

  /** Drivers by schemes other than their folders' names; null until needed. Guarded by this. */
  private @Nullable Map<String, Driver> others;

  private Drivers(
      Map<String, List<Path>> folders,
      Map<String, Driver> given,
      Map<String, UninstalledDriver> uninstalled) {
    this.folders = folders;
    this.given = given;
    this.uninstalled = uninstalled;
  }

  /**
   * Searches each root for folders that are named after their driver's scheme. The jars are in the
   * folder, in its subfolder {@code installed} or, in a source checkout, in {@code target/driver}.
   * Later roots take precedence. A folder that has the name of a driver but contains none is an
   * add-on: its jars are added to the driver's.
   */
  public static Drivers in(List<Path> roots) {
    Map<String, List<Path>> found = new TreeMap<>();
    Map<String, UninstalledDriver> uninstalled = new TreeMap<>();
    for (Path root : roots) {
      for (Path folder : children(root)) {
        UninstalledDriver.in(folder)
            .ifPresent(its -> its.schemes().forEach(scheme -> uninstalled.put(scheme, its)));
        Path jars =
            Stream.of("target/driver", UninstalledDriver.INSTALLED)
                .map(folder::resolve)
                .filter(Files::isDirectory)
                .findFirst()
                .orElse(folder);
        if (!jars(jars).isEmpty()) {
          found
              .computeIfAbsent(String.valueOf(folder.getFileName()), _ -> new ArrayList<>())
              .addFirst(jars.toAbsolutePath().normalize());
        }
      }
    }
    found.replaceAll((_, latestFirst) -> withAddOns(latestFirst));
    return new Drivers(found, Map.of(), uninstalled);
  }

  /** Selects the driver's folder from folders of the same name, and returns it with its add-ons. */
  private static List<Path> withAddOns(List<Path> latestFirst) {
    if (latestFirst.size() == 1) {
      return latestFirst; // does not open any jar
    }
    Map<Boolean, List<Path>> withDriver =
        latestFirst.stream()
            .collect(Collectors.partitioningBy(jars -> services(List.of(jars), Driver.class) > 0));
    List<Path> drivers = withDriver.getOrDefault(true, List.of());
    return drivers.isEmpty()
        ? List.of(latestFirst.getFirst())
        : Stream.concat(
                Stream.of(drivers.getFirst()), withDriver.getOrDefault(false, List.of()).stream())
            .toList();
  }

  /** Wraps drivers on the class path, for use as a library and in tests. */
  public static Drivers of(Driver... drivers) {
    Map<String, Driver> given = new TreeMap<>();
    for (Driver driver : drivers) {
      given.put(driver.name(), driver);
    }
    return new Drivers(Map.of(), given, Map.of());
  }

  /**
   * Returns the drivers without their libraries. Drivers that another root contains completely are
   * left out.
   */
  public List<UninstalledDriver> uninstalled() {
    return uninstalled.values().stream()
        .filter(driver -> !folders.containsKey(driver.name()))
        .distinct()
        .toList();
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
   * @throws InvalidSpecException if there is no such driver, or its folder contains no usable
   *     driver
   */
  @Override
  public Driver named(String scheme) {
    Driver here = given.get(scheme);
    if (here != null) {
      return here;
    }
    List<Path> its = folders.get(scheme);
    if (its == null) {
      Driver other = others().get(scheme);
      if (other == null) {
        throw new InvalidSpecException("target: " + missing(scheme));
      }
      return other;
    }
    Driver loaded = LOADED.get(its);
    if (loaded != null) {
      return loaded; // does not open any jar
    }
    return LOADED.computeIfAbsent(its, same -> load(Driver.class, scheme, same));
  }

  private String missing(String scheme) {
    UninstalledDriver driver = uninstalled.get(scheme);
    if (driver != null) {
      return "the driver '" + scheme + "' is not installed: " + driver.command();
    }
    return "no driver named '"
        + scheme
        + "'"
        + OtherNames.hint(scheme).orElseGet(() -> suggestion(scheme));
  }

  private String suggestion(String scheme) {
    String suggestion = NearestName.suggestion(scheme, names());
    return NearestName.nearest(scheme, names()).isPresent()
        ? suggestion
        : suggestion + "; --drivers adds a folder with drivers of your own";
  }

  /**
   * Returns drivers whose scheme is not the name of their folder: http and https, for example,
   * share a library. They are searched for once, because this opens every jar, and a run requests
   * its driver at each parameter change.
   */
  private synchronized Map<String, Driver> others() {
    Map<String, Driver> known = others;
    if (known == null) {
      known = new TreeMap<>();
      for (Map.Entry<String, List<Path>> each : folders.entrySet()) {
        if (services(each.getValue(), Driver.class) > 1) {
          ClassLoader loader = loader(each.getKey(), each.getValue());
          for (Driver driver : ServiceLoader.load(Driver.class, loader)) {
            if (!driver.name().equals(each.getKey())) {
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
    List<Path> its = folders.get(name);
    if (its == null) {
      List<String> known =
          folders.keySet().stream().filter(folderName -> offers(folderName, kind)).toList();
      throw new InvalidSpecException(
          "must be custom(name,…) with the name of a folder among the drivers"
              + NearestName.nearest(name, known)
                  .map(near -> " (did you mean '" + near + "'?)")
                  .orElse(""));
    }
    return load(kind, name, its);
  }

  private boolean offers(String name, Class<?> kind) {
    return services(Objects.requireNonNull(folders.get(name)), kind) > 0;
  }

  /**
   * Counts the service classes that the jars of the folders declare; 1 if the number is unknown.
   */
  private static long services(List<Path> folders, Class<?> kind) {
    String services = "META-INF/services/" + kind.getName();
    long count = 0;
    for (Path jar : jars(folders)) {
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

  private static <T> T load(Class<T> kind, String name, List<Path> folders) {
    Optional<T> found;
    try {
      found = ServiceLoader.load(kind, loader(name, folders)).findFirst();
    } catch (ServiceConfigurationError | LinkageError e) {
      throw new InvalidSpecException(
          "drivers: "
              + shown(folders)
              + " contains a class that cannot be loaded: "
              + e.getMessage(),
          e);
    }
    return found.orElseThrow(() ->
        new InvalidSpecException(
            "drivers: " + shown(folders) + " contains no META-INF/services/" + kind.getName()));
  }

  private static String shown(List<Path> folders) {
    return folders.stream().map(Path::toString).collect(Collectors.joining(" and "));
  }

  private static DriverClassLoader loader(String name, List<Path> folders) {
    return LOADERS.computeIfAbsent(
        folders,
        same -> {
          URL[] urls = jars(same).stream().map(Drivers::url).toArray(URL[]::new);
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

  private static List<Path> jars(List<Path> folders) {
    return folders.stream().flatMap(folder -> jars(folder).stream()).toList();
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
