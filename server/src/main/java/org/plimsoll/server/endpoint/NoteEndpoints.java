package org.plimsoll.server.endpoint;

import io.javalin.http.Context;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.plimsoll.server.http.Bodies;
import org.plimsoll.server.http.Caller;
import org.plimsoll.server.http.Endpoint;
import org.plimsoll.server.run.LiveRun;
import org.plimsoll.server.run.LiveRuns;
import org.plimsoll.server.run.NoteBook;
import org.plimsoll.server.run.RunRow;
import tools.jackson.databind.JsonNode;

/** The endpoints for notes at instants of a run. */
public final class NoteEndpoints {
  private static final int CHARACTERS_MAX = 2_000;

  private final LiveRuns runs;
  private final NoteBook notes;

  public NoteEndpoints(LiveRuns runs) {
    this.runs = runs;
    this.notes = new NoteBook(runs);
  }

  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.get("/runs/{run}/notes", "The notes at instants of a run.", this::list),
        Endpoint.post("/runs/{run}/notes", "Adds a note at an instant of a run.", this::add)
            .body(Schemas.note())
            .answers(201, Schemas.object("a note")),
        Endpoint.delete("/runs/{run}/notes/{note}", "Removes a note.", this::remove)
            .answers(204, Map.of()));
  }

  private void list(Context request) throws IOException {
    Bodies.answer(request, Map.of("notes", notes.of(request.pathParam("run"))));
  }

  private void add(Context request) throws IOException {
    String id = request.pathParam("run");
    LiveRun live = runs.live(id).orElse(null);
    RunRow row =
        live != null ? live.row() : runs.catalogue().row(id).orElseThrow(() -> Found.missing(id));
    JsonNode body = Bodies.object(request, "text", "at", "atNanos");
    String text = Bodies.text(body, "text");
    if (text == null || text.isBlank() || text.strip().length() > CHARACTERS_MAX) {
      String allowed = "a text of 1 to 2,000 characters";
      throw Bodies.invalid("text", "", allowed, "text: must be " + allowed);
    }
    long elapsedNanos =
        live != null && row.isLive()
            ? live.control().run().elapsedNanos()
            : row.status().elapsedNanos();
    long atNanos = instant(body, row, elapsedNanos);
    request.status(201);
    Bodies.answer(request, notes.add(id, atNanos, text.strip(), Caller.of(request).name()));
  }

  /** Returns the instant of a note; the current time by default, if the run is live. */
  private static long instant(JsonNode body, RunRow row, long elapsedNanos) {
    Instant startedAt = Instant.parse(row.status().startedAt());
    String at = Bodies.text(body, "at");
    JsonNode given = body.path("atNanos");
    if (at != null) {
      String allowed = "an instant of the run, which started at " + startedAt;
      return within(elapsedNanos, since(startedAt, at), "at", at, allowed);
    }
    if (given.isMissingNode() && row.isLive()) {
      return elapsedNanos;
    }
    String allowed = "nanoseconds since the start of the run, from 0 to " + elapsedNanos;
    long atNanos = given.isIntegralNumber() ? given.asLong(-1) : -1; // or out of the range of long
    return within(elapsedNanos, atNanos, "atNanos", given.asString(""), allowed);
  }

  private static long within(
      long elapsedNanos, long atNanos, String name, String given, String allowed) {
    if (atNanos < 0 || atNanos > elapsedNanos) {
      throw Bodies.invalid(name, given, allowed, name + ": must be " + allowed);
    }
    return atNanos;
  }

  /**
   * Returns the nanoseconds from the start to an instant; negative if the text is not an instant.
   */
  private static long since(Instant startedAt, String text) {
    try {
      return Duration.between(startedAt, Instant.parse(text)).toNanos();
    } catch (DateTimeException | ArithmeticException e) {
      return -1;
    }
  }

  private void remove(Context request) throws IOException {
    notes.remove(request.pathParam("run"), request.pathParam("note"));
    request.status(204);
  }
}
