package org.plimsoll.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Setting;
import org.plimsoll.result.Interval;
import org.plimsoll.settings.PhaseSettings;
import tools.jackson.databind.JsonNode;

/** Prints the progress of a run of a fleet, like that of a run in this process. */
final class FleetRunProgress implements FleetProgress.View {
  private static final long SECOND_NANOS = 1_000_000_000L;

  private final FleetClient client;
  private final Console console;
  private final boolean hasTable;
  private final long everyNanos;
  private final FleetProgress.Events events;
  private @Nullable Progress progress;
  private long toldNanos;

  /**
   * Creates the progress display of a run.
   *
   * @param hasTable whether a table with the findings follows
   * @param everyNanos time between two lines; each shows its last second
   */
  FleetRunProgress(
      FleetClient client, String run, Console console, boolean hasTable, long everyNanos) {
    this.client = client;
    this.console = console;
    this.hasTable = hasTable;
    this.everyNanos = everyNanos;
    this.events = new FleetProgress.Events(client, run);
  }

  @Override
  public void show(JsonNode row) throws IOException, InterruptedException {
    JsonNode spec = row.path("spec");
    Progress its = progress;
    if (its == null) {
      its = new Progress(console, loadNanos(spec), hasTable);
      progress = its;
      console.say(
          "target "
              + FleetProgress.text(row, "target")
              + ", seed "
              + FleetProgress.text(spec, "seed"));
    }
    // Events come before the interval, because the end of a fill is an event.
    events.tell(its::event);
    JsonNode last = row.path("interval");
    if (last.isObject()) {
      Interval interval = FleetProgress.read(client, last, Interval.class);
      long atNanos = interval.window().atNanos();
      // A second ends some milliseconds late on a busy machine.
      if (atNanos - toldNanos > everyNanos - SECOND_NANOS / 2) {
        toldNanos = atNanos;
        its.interval(interval, Map.of());
      }
    }
  }

  @Override
  public void end() {
    if (progress != null) {
      progress.end();
    }
  }

  /** Returns the length of warm-up and measurements; 0 if it is not known. */
  private static long loadNanos(JsonNode spec) {
    boolean isOpenEnded =
        FleetProgress.text(spec, PhaseSettings.FOREVER.name()).equals("true")
            || !FleetProgress.text(spec, PhaseSettings.OPS.name()).isEmpty();
    return isOpenEnded
        ? 0
        : nanos(spec, PhaseSettings.WARMUP) + iterations(spec) * nanos(spec, PhaseSettings.FOR);
  }

  private static long iterations(JsonNode spec) {
    String text = FleetProgress.text(spec, PhaseSettings.ITERATIONS.name());
    return text.isEmpty() ? 1 : PhaseSettings.ITERATIONS.value().parser().apply(text);
  }

  private static long nanos(JsonNode spec, Setting<Duration> setting) {
    String text = FleetProgress.text(spec, setting.name());
    return text.isEmpty() ? 0 : setting.value().parser().apply(text).toNanos();
  }
}
