package org.plimsoll.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Setting;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.result.Interval;
import org.plimsoll.result.RunEvent;
import org.plimsoll.settings.PhaseSettings;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Follows a run of a fleet, and prints its progress as that of a run in this process. */
final class FleetProgress {
  /** Twice a second, so that no second is missed. */
  private static final long POLL_MILLIS = 500;

  private static final long SECOND_NANOS = 1_000_000_000L;

  private final FleetClient client;
  private final String run;
  private final Console console;
  private final boolean hasTable;
  private final long everyNanos;
  private final Set<RunEvent> told = new HashSet<>();
  private @Nullable Progress progress;
  private long toldNanos;

  /**
   * The progress of a run.
   *
   * @param hasTable whether a table follows, which has the findings
   * @param everyNanos time between two lines; each shows its last second
   */
  FleetProgress(
      FleetClient client, String run, Console console, boolean hasTable, long everyNanos) {
    this.client = client;
    this.run = run;
    this.console = console;
    this.hasTable = hasTable;
    this.everyNanos = everyNanos;
  }

  /** Waits for the end of the run and prints nothing; returns its last state. */
  static JsonNode awaitEnd(FleetClient client, String run)
      throws IOException, InterruptedException {
    JsonNode row = client.get("/runs/" + run);
    while (row.path("isLive").asBoolean()) {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      row = client.get("/runs/" + run);
    }
    return row;
  }

  /** Prints the progress until the run has ended; returns its last state. */
  JsonNode follow() throws IOException, InterruptedException {
    console.say("run " + run + " at " + client.address());
    try {
      while (true) {
        JsonNode row = client.get("/runs/" + run);
        show(row);
        if (!row.path("isLive").asBoolean()) {
          return row;
        }
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      }
    } finally {
      Progress its = progress;
      if (its != null) {
        its.end();
      }
    }
  }

  private void show(JsonNode row) throws IOException, InterruptedException {
    JsonNode spec = row.path("spec");
    Progress its = progress;
    if (its == null) {
      its = new Progress(console, loadNanos(spec), hasTable);
      progress = its;
      console.say("target " + row.path("target").asString("") + ", seed " + text(spec, "seed"));
    }
    // Before the interval: the end of a fill is an event.
    for (JsonNode each : client.get("/runs/" + run + "/events").path("events")) {
      RunEvent event = read(each, RunEvent.class);
      if (told.add(event)) {
        its.event(event);
      }
    }
    JsonNode last = row.path("interval");
    if (last.isObject()) {
      Interval interval = read(last, Interval.class);
      long atNanos = interval.window().atNanos();
      // A second ends some milliseconds late on a busy machine.
      if (atNanos - toldNanos > everyNanos - SECOND_NANOS / 2) {
        toldNanos = atNanos;
        its.interval(interval, Map.of());
      }
    }
  }

  private <T> T read(JsonNode node, Class<T> type) throws IOException {
    try {
      return ResultJson.mapper().treeToValue(node, type);
    } catch (JacksonException e) {
      throw new IOException(client.address() + " is a server of another version.", e);
    }
  }

  /** The length of warm-up and measurement; 0 if it is not known. */
  private static long loadNanos(JsonNode spec) {
    boolean isOpenEnded =
        text(spec, PhaseSettings.FOREVER.name()).equals("true")
            || !text(spec, PhaseSettings.OPS.name()).isEmpty();
    return isOpenEnded ? 0 : nanos(spec, PhaseSettings.WARMUP) + nanos(spec, PhaseSettings.FOR);
  }

  private static long nanos(JsonNode spec, Setting<Duration> setting) {
    String text = text(spec, setting.name());
    return text.isEmpty() ? 0 : setting.value().parser().apply(text).toNanos();
  }

  private static String text(JsonNode node, String name) {
    return node.path(name).asString("");
  }
}
