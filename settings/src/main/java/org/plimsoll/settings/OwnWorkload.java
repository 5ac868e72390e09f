package org.plimsoll.settings;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;
import org.plimsoll.api.custom.CustomWorkload;
import org.plimsoll.engine.spec.CustomClass;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Plugins;

/** Loads a user's workload class, and refuses settings that the class replaces. */
final class OwnWorkload {
  private OwnWorkload() {}

  /** Returns the class; null if none is configured. */
  static @Nullable CustomClass<CustomWorkload> loaded(GivenValues settings, Plugins plugins) {
    CustomClass<CustomWorkload> own = settings.find(WorkloadSettings.WORKLOAD);
    if (own == null) {
      return null;
    }
    if (settings.get(WorkloadSettings.KEY_REPEAT) > 0) {
      throw refused(settings, WorkloadSettings.KEY_REPEAT, "must be 0");
    }
    if (settings.isGiven(WorkloadSettings.MIX)) {
      throw refused(settings, WorkloadSettings.MIX, "must be left out");
    }
    return explained(settings, () -> own.lookFor(CustomWorkload.class, plugins));
  }

  /** Returns the operations that the class may request. */
  static List<OperationType> types(
      GivenValues settings, CustomClass<CustomWorkload> own, long keys) {
    List<OperationType> types =
        explained(
            settings, () -> own.make((found, arguments) -> found.over(keys, 0, arguments).types()));
    if (types.isEmpty()) {
      throw settings.refused(
          WorkloadSettings.WORKLOAD, "must be a class with at least one type of operation");
    }
    return types.stream().distinct().toList();
  }

  /** Creates the error for rates or workers that differ between operations of a custom workload. */
  static InvalidSpecException oneLane(GivenValues settings, Setting<?> by) {
    return refused(settings, by, "must be one value for all operations");
  }

  private static InvalidSpecException refused(
      GivenValues settings, Setting<?> setting, String must) {
    return settings.refused(setting, must + " with a workload of your own");
  }

  private static <T> T explained(GivenValues settings, Supplier<T> made) {
    try {
      return made.get();
    } catch (InvalidSpecException e) {
      throw settings.refused(WorkloadSettings.WORKLOAD, String.valueOf(e.getMessage()));
    }
  }
}
