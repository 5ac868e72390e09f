package org.plimsoll.settings;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.InvalidSpecException;

/**
 * The values of one layer, such as a spec file or the command line, before they are checked.
 *
 * @param target the target's URI; null if this layer has none
 * @param values run settings by name
 * @param driverSettings settings of the driver by name
 * @param scenarios settings of scenarios by name; empty if the run has one load
 */
public record RunRequest(
    @Nullable Given target,
    Map<String, Given> values,
    Map<String, Given> driverSettings,
    Map<String, Map<String, Given>> scenarios) {
  /** Maximum length of one text. Longer data must be in files. */
  public static final int CHARACTERS_MAX = 8 * 1024;

  /** The maximum number of texts. */
  public static final int TEXTS_MAX = 1_000;

  /** Maximum depth of nested brackets in one text. */
  public static final int DEPTH_MAX = 64;

  /** Maximum length of a name in a message; longer names are truncated. */
  private static final int SHOWN_MAX = 60;

  /**
   * Copies the texts.
   *
   * @throws InvalidSpecException if a text is too long, or if there are too many texts
   */
  public RunRequest {
    if (target != null) {
      checkLength("target", target);
    }
    values.forEach(RunRequest::checkLength);
    driverSettings.forEach((name, given) -> checkLength("set." + name, given));
    scenarios.forEach((scenario, its) ->
        its.forEach((name, given) -> checkLength("scenario/" + scenario + "/" + name, given)));
    int count =
        values.size()
            + driverSettings.size()
            + scenarios.values().stream().mapToInt(its -> 1 + its.size()).sum();
    if (count > TEXTS_MAX) {
      throw new InvalidSpecException(
          "spec: must be at most " + TEXTS_MAX + " settings, was '" + count + "'");
    }
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    driverSettings = Collections.unmodifiableMap(new LinkedHashMap<>(driverSettings));
    scenarios = Collections.unmodifiableMap(new LinkedHashMap<>(scenarios));
  }

  private static void checkLength(String name, Given given) {
    check(name, given.text());
  }

  /**
   * Checks the length of a text and the nesting of its brackets, because parsers are recursive.
   *
   * @throws InvalidSpecException if a text is above its limit; the message does not quote the text
   */
  public static void check(String name, String text) {
    int length = Math.max(name.length(), text.length());
    if (depth(text) > DEPTH_MAX && length <= CHARACTERS_MAX) {
      throw new InvalidSpecException(
          name + ": must have at most " + DEPTH_MAX + " levels of brackets, had " + depth(text));
    }
    if (length > CHARACTERS_MAX) {
      throw new InvalidSpecException(
          name.substring(0, Math.min(SHOWN_MAX, name.length()))
              + ": must be at most "
              + CHARACTERS_MAX
              + " characters, was "
              + length);
    }
  }

  /** Returns the highest number of brackets that are open at the same time. */
  private static int depth(String text) {
    int open = 0;
    int most = 0;
    for (int i = 0; i < text.length(); i++) {
      switch (text.charAt(i)) {
        case '(', '[', '{' -> most = Math.max(most, ++open);
        case ')', ']', '}' -> open = Math.max(0, open - 1);
        default -> {}
      }
    }
    return most;
  }

  /** Creates a request for one load. */
  public RunRequest(
      @Nullable Given target, Map<String, Given> values, Map<String, Given> driverSettings) {
    this(target, values, driverSettings, Map.of());
  }

  /** Creates a request without values. */
  public static RunRequest empty() {
    return new RunRequest(null, Map.of(), Map.of());
  }

  /** Creates a request from Java code, with texts as on the command line. */
  public static RunRequest of(@Nullable String target, Map<String, String> values) {
    Map<String, Given> given = new LinkedHashMap<>();
    values.forEach((name, text) -> given.put(name, new Given(text, "program")));
    return new RunRequest(target == null ? null : new Given(target, "program"), given, Map.of());
  }

  /**
   * Returns a copy with settings of scenarios.
   *
   * @param texts as on the command line, such as {@code checkout/rate=5k}
   */
  public RunRequest withScenarios(String... texts) {
    RunRequest upper =
        new RunRequest(null, Map.of(), Map.of(), ScenarioTexts.parse(List.of(texts), "program"));
    return overriddenBy(upper);
  }

  /** Returns a copy in which the values of another request override these. */
  public RunRequest overriddenBy(RunRequest upper) {
    Map<String, Given> allValues = new LinkedHashMap<>(values);
    upper.values.forEach((name, given) -> {
      if (!given.text().equals("false")) {
        Exclusions.of(name).forEach(allValues::remove);
      }
    });
    allValues.putAll(upper.values);
    Map<String, Given> allSettings = new LinkedHashMap<>(driverSettings);
    allSettings.putAll(upper.driverSettings);
    return new RunRequest(
        upper.target == null ? target : upper.target,
        allValues,
        allSettings,
        ScenarioTexts.overlaid(scenarios, upper.scenarios));
  }

  /**
   * Checks that no two values exclude each other.
   *
   * @throws InvalidSpecException if two values exclude each other
   */
  public void requireConsistent() {
    String violation = Exclusions.violation(values);
    if (!violation.isEmpty()) {
      throw new InvalidSpecException(violation);
    }
  }
}
