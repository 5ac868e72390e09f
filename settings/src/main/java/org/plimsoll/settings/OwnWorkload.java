package org.plimsoll.settings;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.custom.CustomWorkload;
import org.plimsoll.engine.spec.CustomClass;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Plugins;

/** Finds a workload of the user's, and refuses settings that speak of what it says itself. */
final class OwnWorkload {
  private OwnWorkload() {}

  /** The class that is named; null when none is. */
  static @Nullable CustomClass<CustomWorkload> found(RunResolver settings, Plugins plugins) {
    CustomClass<CustomWorkload> said = settings.find(RunSettings.WORKLOAD);
    if (said == null) {
      return null;
    }
    if (settings.get(RunSettings.KEY_REPEAT) > 0) {
      throw refused(settings, "key-repeat", "must be 0");
    }
    if (settings.isGiven(RunSettings.MIX)) {
      throw refused(settings, "mix", "must be left out");
    }
    return explained(settings, () -> said.lookFor(CustomWorkload.class, plugins));
  }

  /** The operations that it may ask for. */
  static List<OperationType> types(
      RunResolver settings, CustomClass<CustomWorkload> own, long keys) {
    List<OperationType> types =
        explained(
            settings, () -> own.make((found, arguments) -> found.over(keys, 0, arguments).types()));
    if (types.isEmpty()) {
      throw new InvalidSpecException(
          "workload: must be a class with at least one type of operation, was '"
              + settings.text("workload")
              + "'");
    }
    return types.stream().distinct().toList();
  }

  /** Its operations have one schedule, and one crew. */
  static InvalidSpecException oneLane(RunResolver settings, String by) {
    return refused(settings, by, "must be one for all operations");
  }

  private static InvalidSpecException refused(RunResolver settings, String name, String allowed) {
    return new InvalidSpecException(
        name
            + ": "
            + allowed
            + " with a workload of your own, was '"
            + settings.text(name)
            + "' with '"
            + settings.text("workload")
            + "'");
  }

  private static <T> T explained(RunResolver settings, Supplier<T> made) {
    try {
      return made.get();
    } catch (InvalidSpecException e) {
      throw new InvalidSpecException(
          "workload: " + e.getMessage() + ", was '" + settings.text("workload") + "'", e);
    }
  }
}
