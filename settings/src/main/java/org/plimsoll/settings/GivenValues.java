package org.plimsoll.settings;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.settings.text.Refusal;

/** The values in force for one load or for the whole run, by setting. */
final class GivenValues {
  private static final String SPEC = "spec ";

  private final Map<String, Given> values;
  private final ParsedTexts parsed;

  /**
   * Values of some texts.
   *
   * @param parsed the values of texts that were parsed before
   */
  GivenValues(Map<String, Given> values, ParsedTexts parsed) {
    this.parsed = parsed;
    this.values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /** The values by the names of their settings. */
  Map<String, Given> byName() {
    return values;
  }

  /** The value of a setting that has one. */
  Given given(Setting<?> setting) {
    return Objects.requireNonNull(values.get(setting.name()));
  }

  /** Whether a setting has a value, its default included. */
  boolean has(Setting<?> setting) {
    return values.containsKey(setting.name());
  }

  /** Whether a setting has a value that is not its default. */
  boolean isGiven(Setting<?> setting) {
    Given given = values.get(setting.name());
    return given != null && !given.isDefault();
  }

  /** The text of a setting's value; empty when it has none. */
  String text(Setting<?> setting) {
    return text(setting.name());
  }

  /** The text of a setting's value, by its name; empty when it has none. */
  String text(String name) {
    Given given = values.get(name);
    return given == null ? "" : given.text();
  }

  /** The value of a setting that has one. */
  <T> T get(Setting<T> setting) {
    return Objects.requireNonNull(find(setting));
  }

  /** The value of a setting as an {@code int}. */
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
   * A refused setting.
   *
   * @param must the requirement, starting with "must"
   */
  InvalidSpecException refused(Setting<?> setting, String must) {
    return Refusal.of(setting.name(), must, RunSettings.shown(setting.name(), text(setting)));
  }

  /** Some parsers have a more specific message than the setting. */
  private static String sentence(IllegalArgumentException e) {
    Throwable exact = e.getCause() instanceof InvalidSpecException known ? known : e;
    return String.valueOf(exact.getMessage());
  }

  private static String place(Given given) {
    String origin = given.origin();
    return origin.startsWith(SPEC) ? origin.substring(SPEC.length()) + ": " : "";
  }
}
