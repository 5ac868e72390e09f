package org.plimsoll.settings.importing;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.InvalidSpecException;

/**
 * Reads the properties of another tool. Records which properties were read, and the result of each.
 */
final class PropertyReader {
  private final Properties properties;
  private final Imported.Builder into;
  private final Set<String> seen = new LinkedHashSet<>();

  PropertyReader(Properties properties, Imported.Builder into) {
    this.properties = properties;
    this.into = into;
  }

  /** Returns the value; null if the property is not given. */
  @Nullable String text(String name) {
    seen.add(name);
    String text = properties.getProperty(name);
    return text == null ? null : text.strip();
  }

  String text(String name, String byDefault) {
    String text = text(name);
    return text == null || text.isEmpty() ? byDefault : text;
  }

  boolean has(String name) {
    return text(name) != null;
  }

  /** Returns a whole number in the range of a long. */
  long whole(String name, long byDefault, long minimum) {
    String text = text(name, String.valueOf(byDefault));
    try {
      long value = Long.parseLong(text);
      if (value >= minimum) {
        return value;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw new InvalidSpecException(
        name + ": must be a whole number of at least " + minimum + ", was '" + text + "'");
  }

  double share(String name, double byDefault, double maximum) {
    String text = text(name, String.valueOf(byDefault));
    try {
      double value = Double.parseDouble(text);
      if (value >= 0 && value <= maximum) {
        return value;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw new InvalidSpecException(
        name + ": must be a number from 0 to " + maximum + ", was '" + text + "'");
  }

  boolean flag(String name, boolean byDefault) {
    return Boolean.parseBoolean(text(name, String.valueOf(byDefault)));
  }

  /** Returns a value that must be one of several words. */
  String oneOf(String name, String byDefault, List<String> allowed) {
    String text = text(name, byDefault);
    if (!allowed.contains(text)) {
      throw new InvalidSpecException(
          name + ": must be one of " + String.join(", ", allowed) + ", was '" + text + "'");
    }
    return text;
  }

  /** Sets a run setting that results from these properties. */
  void set(String setting, String text, String... because) {
    into.values.put(setting, text);
    became(setting + " " + text, because);
  }

  /** Sets a driver setting that results from these properties. */
  void setDriver(String setting, String text, String... because) {
    into.driverSettings.put(setting, text);
    became("set." + setting + " " + text, because);
  }

  /** Records the result of the given properties. */
  void became(String text, String... names) {
    for (String name : names) {
      if (has(name)) {
        into.notes.add(new Imported.Note(shown(name), true, text));
      }
    }
  }

  /** Records the reason why the given properties are not imported. */
  void refused(String why, String... names) {
    for (String name : names) {
      if (has(name)) {
        into.notes.add(new Imported.Note(shown(name), false, why));
      }
    }
  }

  /** Records the reasons from a table for the given options that have no equivalent. */
  void refused(List<ImportedOption> options, String prefix) {
    for (ImportedOption option : options) {
      if (!option.taken()) {
        refused(option.text().replace("`", ""), prefix + option.name());
      }
    }
  }

  /**
   * Passes properties to the driver in the settings {@code properties} and {@code
   * secret-properties}, for drivers that run the code of the other tool.
   */
  void giveToDriver(Predicate<String> which) {
    StringBuilder shown = new StringBuilder();
    StringBuilder secret = new StringBuilder();
    for (String name : properties.stringPropertyNames().stream().filter(which).sorted().toList()) {
      String value = properties.getProperty(name);
      (SecretNames.isSecret(name, value) ? secret : shown)
          .append(escaped(name))
          .append('=')
          .append(escaped(value))
          .append('\n');
    }
    if (!shown.isEmpty()) {
      into.driverSettings.put("properties", shown.toString());
    }
    if (!secret.isEmpty()) {
      into.driverSettings.put("secret-properties", secret.toString());
    }
  }

  /** Escapes a text so that {@link Properties#load} restores it. */
  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '\\', '=', ':', '#', '!', ' ' -> escaped.append('\\').append(c);
        case '\n' -> escaped.append("\\n");
        case '\r' -> escaped.append("\\r");
        case '\t' -> escaped.append("\\t");
        default -> escaped.append(c);
      }
    }
    return escaped.toString();
  }

  /** Returns the properties that were not read, in alphabetical order. */
  List<String> unseen() {
    Set<String> rest = new TreeSet<>(properties.stringPropertyNames());
    rest.removeAll(seen);
    return new ArrayList<>(rest);
  }

  private String shown(String name) {
    return name + "=" + (SecretNames.isSecret(name, text(name, "")) ? "***" : text(name, ""));
  }
}
