package org.plimsoll.engine.driver;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * A driver that the archive contains without its libraries, because they are large.
 *
 * <p>Its folder has a subfolder {@value #APART}. It contains the driver's own jars and the file
 * {@value #JARS} with the libraries to install. The file {@value #PROPERTIES} has the properties
 * that can be shown before the installation. After the installation, the subfolder {@value
 * #INSTALLED} contains all jars.
 *
 * @param name the name of its folder
 * @param folder the driver's folder
 * @param schemes URI schemes that the driver supports
 * @param description one sentence
 */
public record UninstalledDriver(
    String name, Path folder, List<String> schemes, String description) {
  /** The subfolder with the files of an uninstalled driver that the archive contains. */
  public static final String APART = "apart";

  /** The subfolder with the jars of a driver after its installation. */
  public static final String INSTALLED = "installed";

  /**
   * The file in {@value #APART} that lists the libraries: in each line a SHA-256 in hexadecimal,
   * two spaces, and the path in a Maven repository.
   */
  public static final String JARS = "jars.sha256";

  /** The file in {@value #APART} with the properties {@code schemes} and {@code description}. */
  public static final String PROPERTIES = "driver.properties";

  /** Returns the driver in a folder, or empty if the folder has none, or one that is installed. */
  static Optional<UninstalledDriver> in(Path folder) {
    Path file = folder.resolve(APART).resolve(PROPERTIES);
    if (!Files.isRegularFile(file) || Files.isDirectory(folder.resolve(INSTALLED))) {
      return Optional.empty();
    }
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String name = String.valueOf(folder.getFileName());
    String schemes = properties.getProperty("schemes", "");
    return Optional.of(
        new UninstalledDriver(
            name,
            folder,
            Arrays.stream((schemes.isBlank() ? name : schemes).split(","))
                .map(String::strip)
                .toList(),
            properties.getProperty("description", "")));
  }

  /** Returns the command that installs the driver. */
  public String command() {
    return "plimsoll drivers install " + name;
  }
}
