package org.plimsoll.cli;

import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Interval;
import org.plimsoll.result.TuneResult.TrialResult;
import org.plimsoll.settings.TuneSettings;
import tools.jackson.databind.JsonNode;

/** Prints the progress of a search of a fleet, like that of a search in this process. */
final class FleetSearchProgress implements FleetProgress.View {
  private final FleetClient client;
  private final String run;
  private final Console console;
  private final FleetProgress.Events events;
  private @Nullable SearchProgress progress;
  private int told;

  FleetSearchProgress(FleetClient client, String run, Console console) {
    this.client = client;
    this.run = run;
    this.console = console;
    this.events = new FleetProgress.Events(client, run);
  }

  @Override
  public void show(JsonNode row) throws IOException, InterruptedException {
    JsonNode spec = row.path("spec");
    SearchProgress its = progress;
    if (its == null) {
      String closed = FleetProgress.text(spec, TuneSettings.CLOSED.name());
      its = new SearchProgress(console, closed.equals("true"));
      progress = its;
      its.begin(FleetProgress.text(row, "target"), FleetProgress.text(spec, "seed"));
    }
    events.tell(its::event);
    for (JsonNode each : client.get("/runs/" + run + "/line").path("trials")) {
      TrialResult trial = FleetProgress.read(client, each, TrialResult.class);
      if (trial.number() > told) {
        told = trial.number();
        its.tried(trial);
      }
    }
    JsonNode last = row.path("interval");
    if (last.isObject() && row.path("isLive").asBoolean()) {
      its.interval(FleetProgress.read(client, last, Interval.class), Map.of());
    }
  }

  @Override
  public void end() {
    if (progress != null) {
      progress.end();
    }
  }
}
