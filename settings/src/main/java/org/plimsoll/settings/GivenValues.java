package org.plimsoll.settings;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.settings.text.Refusal;

/** The values of the settings of one load or of the whole run, by setting. */
final class GivenValues {
  private static final String SPEC = "spec ";

  private final Map<String, Given> values;
  private final ParsedTexts parsed;

  /**
   * Creates values from texts.
   *
   * @param parsed the values of texts that were parsed earlier
   */
  GivenValues(Map<String, Given> values, ParsedTexts parsed) {
    this.parsed = parsed;
    this.values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /** Returns the values by the names of their settings. */
  Map<String, Given> byName() {
    return values;
  }

  /** Returns the value of a setting that has one. */
  Given given(Setting<?> setting) {
    return Objects.requireNonNull(values.get(setting.name()));
  }

  /** Returns whether a setting has a value, its default included. */
  boolean has(Setting<?> setting) {
    return values.containsKey(setting.name());
  }

  /** Returns whether a setting has a value that is not its default. */
  boolean isGiven(Setting<?> setting) {
    Given given = values.get(setting.name());
    return given != null && !given.isDefault();
  }

  /** Returns the text of a setting's value; empty when it has none. */
  String text(Setting<?> setting) {
    return text(setting.name());
  }

  /** Returns the text of a setting's value, by its name; empty when it has none. */
  String text(String name) {
    Given given = values.get(name);
    return given == null ? "" : given.text();
  }

  /** Returns the value of a setting that has one. */
  <T> T get(Setting<T> setting) {
    return Objects.requireNonNull(find(setting));
  }

  /** Returns the value of a setting as an {@code int}. */
  int count(Setting<Long> setting) {
    return Math.toIntExact(get(setting));
  }

  /**
   * The value of a setting; null when it has none.
   *
   * @throws InvalidSpecException if the text is refused, with the line of a spec file
   */
  <T> @Nullable T find(Setting<T> setting) {
    Given given = values.get(setting.name());
    if (given == null) {
      return null;
    }
    try {
      return parsed.parse(setting, given.text());
    } catch (IllegalArgumentException e) {
      throw new InvalidSpecException(place(given) + sentence(e), e);
    }
  }

  /**
   * Creates the exception for a setting whose value is refused.
   *
   * @param must the requirement, starting with "must"
   */
  InvalidSpecException refused(Setting<?> setting, String must) {
    return Refusal.of(setting.name(), must, RunSettings.shown(setting.name(), text(setting)));
  }

  /** Returns the message of an exception, or the message of its cause if that is more specific. */
  private static String sentence(IllegalArgumentException e) {
    Throwable exact = e.getCause() instanceof InvalidSpecException known ? known : e;
    return String.valueOf(exact.getMessage());
  }

  private static String place(Given given) {
    String origin = given.origin();
    return origin.startsWith(SPEC) ? origin.substring(SPEC.length()) + ": " : "";
  }
}
