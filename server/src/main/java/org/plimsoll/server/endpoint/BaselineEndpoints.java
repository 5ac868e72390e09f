package org.plimsoll.server.endpoint;

import io.javalin.http.Context;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.plimsoll.server.http.Bodies;
import org.plimsoll.server.http.Endpoint;
import org.plimsoll.server.http.Problem;
import org.plimsoll.server.run.Baselines;
import org.plimsoll.server.run.LiveRun;
import org.plimsoll.server.run.LiveRuns;
import org.plimsoll.server.run.RunRow;

/** The endpoints for the baseline run of each target. */
public final class BaselineEndpoints {
  private final LiveRuns runs;
  private final Baselines baselines;

  public BaselineEndpoints(LiveRuns runs) {
    this.runs = runs;
    this.baselines = new Baselines(runs);
  }

  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.get("/baselines", "The baseline run of each target.", this::list),
        Endpoint.post(
                "/runs/{run}/baseline",
                "Sets a run that has ended as the baseline of its target.",
                this::mark)
            .body(Schemas.flags())
            .answers(201, Schemas.object("a baseline")),
        Endpoint.delete(
                "/runs/{run}/baseline",
                "Removes the baseline of the target of a run.",
                this::unmark)
            .answers(204, Map.of()));
  }

  private void list(Context request) throws IOException {
    Bodies.answer(request, Map.of("baselines", baselines.all()));
  }

  private void mark(Context request) throws IOException {
    Bodies.object(request, "");
    String id = request.pathParam("run");
    if (runs.live(id).filter(LiveRun::isGoingOn).isPresent()) {
      throw Problem.conflict(
          "The run '" + id + "' is live. Only a run that has ended can be a baseline.");
    }
    RunRow row = runs.catalogue().row(id).orElseThrow(() -> Found.missing(id));
    request.status(201);
    Bodies.answer(request, baselines.put(row.identity()));
  }

  private void unmark(Context request) throws IOException {
    String id = request.pathParam("run");
    if (!baselines.remove(id)) {
      throw Problem.notFound("The run '" + id + "' is not a baseline.");
    }
    request.status(204);
  }
}
