package org.plimsoll.engine.driver;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.plimsoll.api.Driver;
import org.plimsoll.engine.parameter.NearestName;
import org.plimsoll.engine.spec.InvalidSpecException;

/** The drivers in some folders. */
public final class Drivers {
  private final Map<String, Driver> drivers = new TreeMap<>();

  private Drivers() {}

  /** Finds the drivers in the children of these folders. */
  public static Drivers in(List<Path> roots) {
    Drivers found = new Drivers();
    for (Path root : roots) {
      try (Stream<Path> children = Files.list(root)) {
        children.sorted().forEach(found::load);
      } catch (IOException e) {
        throw new InvalidSpecException("drivers: must be a folder, was '" + root + "'", e);
      }
    }
    return found;
  }

  private void load(Path child) {
    Path built = child.resolve("target/driver");
    Path folder = Files.isDirectory(built) ? built : child;
    List<URL> jars = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path jar : files.filter(file -> file.toString().endsWith(".jar")).toList()) {
        jars.add(jar.toUri().toURL());
      }
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      return;
    }
    if (!jars.isEmpty()) {
      URLClassLoader loader =
          new URLClassLoader(jars.toArray(URL[]::new), Driver.class.getClassLoader());
      for (Driver driver : ServiceLoader.load(Driver.class, loader)) {
        drivers.putIfAbsent(driver.name(), driver);
      }
    }
  }

  /** The schemes that are known. */
  public List<String> names() {
    return List.copyOf(drivers.keySet());
  }

  /** The driver of a scheme. */
  public Driver named(String scheme) {
    Driver driver = drivers.get(scheme);
    if (driver == null) {
      throw new InvalidSpecException(
          "target: must have the scheme of a driver, was '"
              + scheme
              + ":'"
              + NearestName.suggestion(scheme, names()));
    }
    return driver;
  }
}
