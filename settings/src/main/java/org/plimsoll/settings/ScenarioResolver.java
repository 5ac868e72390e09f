package org.plimsoll.settings;

import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.Plugins;
import org.plimsoll.engine.spec.ScenarioSpec;
import org.plimsoll.engine.spec.ScenarioSpec.Role;
import org.plimsoll.engine.spec.WorkloadSpec;
import org.plimsoll.settings.text.Refusal;

/** Resolves one load, that is, its workload and its arrivals. */
final class ScenarioResolver {
  // Each operation in flight buffers a row, so a larger row is treated as a mistake.
  private static final long MAX_ROW_BYTES = 1L << 30;

  /** Estimated memory of an operation in flight, with its row, its key and its record. */
  private static final long IN_FLIGHT_BYTES = 16 << 10;

  private final GivenValues values;
  private final DriverSettings driver;
  private final Plugins plugins;

  ScenarioResolver(GivenValues values, DriverSettings driver, Plugins plugins) {
    this.values = values;
    this.driver = driver;
    this.plugins = plugins;
  }

  /** Resolves a load like {@link #resolve}, with the name of the scenario in messages. */
  ScenarioSpec resolveNamed(String name, Role role) {
    try {
      return resolve(name, role);
    } catch (InvalidSpecException e) {
      String of = role == Role.PROBE ? "probe: " : "scenario " + name + ": ";
      throw new InvalidSpecException(of + e.getMessage(), e);
    }
  }

  ScenarioSpec resolve(String name, Role role) {
    WorkloadSpec workload = workload();
    Parameters parameters =
        new LoadResolver(values, driver.operations(), heapBoundInFlight(), plugins)
            .resolve(workload);
    long keysEnd = Math.addExact(workload.keys().first(), workload.keys().count());
    if (keysEnd > SettingTypes.MAX_KEYS || keysEnd < 0) {
      throw values.refused(WorkloadSettings.FIRST_KEY, "must be at most 2^62 together with keys");
    }
    return new ScenarioSpec(name, parameters, values.count(LoadSettings.SESSIONS), role);
  }

  private WorkloadSpec workload() {
    long fields = values.get(WorkloadSettings.FIELDS).maximum();
    long maxValue = values.get(WorkloadSettings.VALUE_BYTES).maximum();
    if (maxValue != Long.MAX_VALUE && fields * maxValue > MAX_ROW_BYTES) {
      throw Refusal.of(
          "fields",
          "times value-bytes must be at most 1GiB",
          fields + "' times '" + values.text(WorkloadSettings.VALUE_BYTES));
    }
    KeyResolver keys = new KeyResolver(values, plugins);
    WorkloadSpec workload =
        new WorkloadSpec(
            new WorkloadSpec.Keys(
                values.get(WorkloadSettings.FIRST_KEY),
                keys.count(),
                keys.distribution(),
                values.get(WorkloadSettings.KEY_FORM),
                keys.locality()),
            new WorkloadSpec.Rows(
                values.get(WorkloadSettings.FIELDS),
                values.get(WorkloadSettings.UPDATE_FIELDS),
                values.get(WorkloadSettings.VALUE_BYTES),
                values.get(WorkloadSettings.COMPRESSIBILITY),
                values.get(WorkloadSettings.VALUES)),
            values.get(WorkloadSettings.SCAN_LENGTH),
            values.get(WorkloadSettings.BULK_SIZE),
            values.get(WorkloadSettings.VERIFY),
            values.get(WorkloadSettings.IGNORE_MISSING),
            OwnWorkload.loaded(values, plugins));
    if (workload.rows().updatesFields() && !driver.updatesFields()) {
      throw values.refused(
          WorkloadSettings.UPDATE_FIELDS,
          "must be all or fields ("
              + fields
              + "), because "
              + driver.name()
              + " writes whole rows with these settings");
    }
    return workload;
  }

  private static int heapBoundInFlight() {
    return Math.clamp(Runtime.getRuntime().maxMemory() / IN_FLIGHT_BYTES, 1, 10_000_000);
  }
}
