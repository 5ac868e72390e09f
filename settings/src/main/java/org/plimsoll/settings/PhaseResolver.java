package org.plimsoll.settings;

import java.time.Duration;
import org.plimsoll.engine.spec.RunSpec.FillMode;
import org.plimsoll.engine.spec.RunSpec.FillSpec;
import org.plimsoll.engine.spec.RunSpec.PhasesSpec;
import org.plimsoll.settings.text.Shard;

/** Resolves the phases of a run: the fill, the warm-up and the measurement. */
final class PhaseResolver {
  private PhaseResolver() {}

  /**
   * Resolves the fill.
   *
   * @param workloadKeys the largest number of keys of any load
   * @param measures whether a measurement follows
   */
  static FillSpec fill(GivenValues values, long workloadKeys, boolean measures) {
    long keys =
        values.get(PhaseSettings.NO_FILL_FLAG)
            ? PhaseSettings.NO_FILL
            : values.get(PhaseSettings.FILL);
    if (!measures && keys == PhaseSettings.NO_FILL) {
      throw values.refused(PhaseSettings.FILL, "must be all or a number of keys for a fill");
    }
    if (keys > workloadKeys) {
      throw values.refused(
          PhaseSettings.FILL,
          "must be at most keys (" + workloadKeys + "), so that the workload finds them");
    }
    Shard shard = values.get(PhaseSettings.FILL_SHARD);
    Double rate = values.find(PhaseSettings.FILL_RATE);
    return new FillSpec(
        mode(values, keys, measures),
        Math.max(0, keys),
        shard.index(),
        shard.count(),
        values.count(PhaseSettings.FILL_WORKERS),
        rate == null ? 0 : rate,
        values.get(PhaseSettings.FILL_FROM),
        values.get(PhaseSettings.ALLOW_INCOMPLETE_FILL));
  }

  private static FillMode mode(GivenValues values, long keys, boolean measures) {
    if (keys == PhaseSettings.NO_FILL) {
      return FillMode.NONE;
    }
    boolean isAutomatic =
        keys == PhaseSettings.AUTO_FILL && measures && !values.isGiven(PhaseSettings.FILL_MODE);
    return isAutomatic ? FillMode.AUTO : values.get(PhaseSettings.FILL_MODE);
  }

  /** Resolves the warm-up and the measurement. */
  static PhasesSpec phases(GivenValues values) {
    boolean forever = values.get(PhaseSettings.FOREVER);
    Long operations = values.find(PhaseSettings.OPS);
    Duration length = values.get(PhaseSettings.FOR);
    boolean timed = !forever && (operations == null || values.isGiven(PhaseSettings.FOR));
    if (forever && values.get(PhaseSettings.ITERATIONS) > 1) {
      throw values.refused(PhaseSettings.ITERATIONS, "must be 1 with forever");
    }
    return new PhasesSpec(
        values.get(PhaseSettings.WARMUP).toNanos(),
        timed ? length.toNanos() : 0,
        operations == null ? 0 : operations,
        forever,
        values.count(PhaseSettings.ITERATIONS));
  }
}
