package org.plimsoll.settings;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.InvalidSpecException;

/**
 * The values of one layer, such as a spec file or the command line, which are not checked yet.
 *
 * @param target the target's URI; null when this layer has none
 * @param values run settings by name
 * @param driverSettings settings of the driver by name
 * @param scenarios settings of scenarios by name; empty when the run has one load
 */
public record RunRequest(
    @Nullable Given target,
    Map<String, Given> values,
    Map<String, Given> driverSettings,
    Map<String, Map<String, Given>> scenarios) {
  public RunRequest {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    driverSettings = Collections.unmodifiableMap(new LinkedHashMap<>(driverSettings));
    scenarios = Collections.unmodifiableMap(new LinkedHashMap<>(scenarios));
  }

  /** A request for one load. */
  public RunRequest(
      @Nullable Given target, Map<String, Given> values, Map<String, Given> driverSettings) {
    this(target, values, driverSettings, Map.of());
  }

  /** A request without a value. */
  public static RunRequest empty() {
    return new RunRequest(null, Map.of(), Map.of());
  }

  /** A request from Java code, with texts as on the command line. */
  public static RunRequest of(@Nullable String target, Map<String, String> values) {
    Map<String, Given> given = new LinkedHashMap<>();
    values.forEach((name, text) -> given.put(name, new Given(text, "program")));
    return new RunRequest(target == null ? null : new Given(target, "program"), given, Map.of());
  }

  /**
   * This request with settings of scenarios.
   *
   * @param texts as on the command line, such as {@code checkout/rate=5k}
   */
  public RunRequest withScenarios(String... texts) {
    RunRequest upper =
        new RunRequest(null, Map.of(), Map.of(), ScenarioTexts.parse(List.of(texts), "program"));
    return overriddenBy(upper);
  }

  /** This request, overridden by another one. */
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
   * @throws InvalidSpecException if two do
   */
  public void requireConsistent() {
    String violation = Exclusions.violation(values);
    if (!violation.isEmpty()) {
      throw new InvalidSpecException(violation);
    }
  }
}
