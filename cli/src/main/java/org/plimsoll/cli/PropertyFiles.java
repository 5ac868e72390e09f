package org.plimsoll.cli;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.plimsoll.engine.spec.InvalidSpecException;

/** Reads properties of other tools from files and from the command line. */
final class PropertyFiles {
  private PropertyFiles() {}

  /**
   * Reads the files in order; later ones override earlier ones, and {@code name=value} all files.
   */
  static Properties read(List<String> files, List<String> values) {
    Properties properties = new Properties();
    for (String file : files) {
      try (Reader reader = Files.newBufferedReader(Path.of(file))) {
        properties.load(reader);
      } catch (IOException | IllegalArgumentException e) {
        throw new InvalidSpecException(
            "properties: must be a readable property file, was '" + file + "'", e);
      }
    }
    for (String value : values) {
      int equals = value.indexOf('=');
      if (equals < 1) {
        throw new InvalidSpecException("-p: must be NAME=VALUE, was '" + value + "'");
      }
      properties.setProperty(value.substring(0, equals).strip(), value.substring(equals + 1));
    }
    return properties;
  }
}
