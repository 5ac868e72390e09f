package org.plimsoll.engine.spec;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A named load of a run, with its own operations, keys and parameters.
 *
 * @param name {@link #ONLY} if the run has a single, unnamed load
 * @param parameters initial parameters
 * @param sessions number of driver sessions; 0 = chosen by the driver and the load
 */
public record ScenarioSpec(String name, Parameters parameters, int sessions, Role role) {
  /** The name of a single load, and of the sum of several. */
  public static final String ONLY = "all";

  /** The name of the probe. */
  public static final String PROBE = "probe";

  /** How the figures of a load are reported. */
  public enum Role {
    /** Part of the measured load. */
    LOAD,
    /** An independent light load with its own client, reported separately. */
    PROBE
  }

  /**
   * Returns the field names of a row, as passed to drivers: those of the scenario with the most
   * fields.
   */
  public static List<String> fieldNames(List<ScenarioSpec> scenarios) {
    int fields =
        scenarios.stream()
            .mapToInt(scenario -> (int) scenario.parameters.workload().rows().fields().maximum())
            .max()
            .orElseThrow();
    return IntStream.range(0, fields).mapToObj(i -> "field" + i).toList();
  }

  public boolean isNamed() {
    return !name.equals(ONLY);
  }

  public boolean isProbe() {
    return role == Role.PROBE;
  }
}
