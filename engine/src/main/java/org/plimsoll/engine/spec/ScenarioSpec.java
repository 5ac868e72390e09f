package org.plimsoll.engine.spec;

import java.util.List;
import java.util.stream.IntStream;

/**
 * One named load of a run, with operations, keys and parameters of its own.
 *
 * @param name {@link #ONLY} where the run has one load, which needs no name
 * @param parameters those that it begins with
 * @param sessions handles of the driver that take its operations; 0 = as many as the driver and the
 *     load want
 */
public record ScenarioSpec(String name, Parameters parameters, int sessions, Role role) {
  /** The name of a load that is alone, and of the sum of several. */
  public static final String ONLY = "all";

  /** The name of the probe. */
  public static final String PROBE = "probe";

  /** What becomes of its figures. */
  public enum Role {
    /** It is a part of the load that is measured. */
    LOAD,
    /** It stands beside the load, with a client of its own, and is reported apart. */
    PROBE
  }

  /** The names of the fields of a row, as a driver is told them: those of the widest. */
  public static List<String> fieldNames(List<ScenarioSpec> scenarios) {
    int fields =
        scenarios.stream()
            .mapToInt(scenario -> (int) scenario.parameters.workload().fields().maximum())
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
