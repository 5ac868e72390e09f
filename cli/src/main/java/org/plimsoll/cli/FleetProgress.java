package org.plimsoll.cli;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.result.RunEvent;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Follows a run of a fleet, and shows its progress like that of a run in this process. */
final class FleetProgress {
  /** Two polls per second, so that no second is missed. */
  private static final long POLL_MILLIS = 500;

  private final FleetClient client;
  private final String run;
  private final Console console;
  private final View view;

  /** Shows the state of a run. */
  interface View {
    /** Shows the changes since the last call. */
    void show(JsonNode row) throws IOException, InterruptedException;

    /** Called after the last row. */
    void end();
  }

  FleetProgress(FleetClient client, String run, Console console, View view) {
    this.client = client;
    this.run = run;
    this.console = console;
    this.view = view;
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
        view.show(row);
        if (!row.path("isLive").asBoolean()) {
          return row;
        }
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      }
    } finally {
      view.end();
    }
  }

  /** Reads the events of a run, each of them once. */
  static final class Events {
    private final FleetClient client;
    private final String run;
    private final Set<RunEvent> told = new HashSet<>();

    Events(FleetClient client, String run) {
      this.client = client;
      this.run = run;
    }

    void tell(Consumer<RunEvent> listener) throws IOException, InterruptedException {
      for (JsonNode each : client.get("/runs/" + run + "/events").path("events")) {
        RunEvent event = read(client, each, RunEvent.class);
        if (told.add(event)) {
          listener.accept(event);
        }
      }
    }
  }

  static <T> T read(FleetClient client, JsonNode node, Class<T> type) throws IOException {
    try {
      return ResultJson.mapper().treeToValue(node, type);
    } catch (JacksonException e) {
      throw new IOException(client.address() + " is a server of another version.", e);
    }
  }

  static String text(JsonNode node, String name) {
    return node.path(name).asString("");
  }
}
