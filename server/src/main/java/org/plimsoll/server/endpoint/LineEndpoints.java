package org.plimsoll.server.endpoint;

import io.javalin.http.Context;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.server.http.Bodies;
import org.plimsoll.server.http.Endpoint;
import org.plimsoll.server.http.Problem;
import org.plimsoll.server.run.LiveRun;
import org.plimsoll.server.run.LiveRuns;
import tools.jackson.databind.JsonNode;

/** The endpoint for the result of a search: the maximum throughput within the SLO. */
public final class LineEndpoints {
  private final LiveRuns runs;

  public LineEndpoints(LiveRuns runs) {
    this.runs = runs;
  }

  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.get(
            "/runs/{run}/line",
            "The maximum throughput within the SLO that a search has found so far.",
            this::line));
  }

  private void line(Context request) throws IOException {
    String id = request.pathParam("run");
    LiveRun live = runs.live(id).orElse(null);
    JsonNode line = live != null ? of(live) : ofStored(id);
    if (line == null) {
      throw Problem.notFound(
          "The run '" + id + "' has no maximum throughput, because it is not a search.");
    }
    Bodies.answer(request, line);
  }

  private static @Nullable JsonNode of(LiveRun live) {
    return live.line().<JsonNode>map(ResultJson.mapper()::valueToTree).orElse(null);
  }

  private @Nullable JsonNode ofStored(String id) throws IOException {
    return runs.stored(id).orElseThrow(() -> Found.missing(id)).line();
  }
}
