package org.plimsoll.server.endpoint;

import io.javalin.http.Context;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.plimsoll.server.http.Bodies;
import org.plimsoll.server.http.Endpoint;
import org.plimsoll.server.run.LiveRun;
import org.plimsoll.server.run.LiveRuns;
import org.plimsoll.server.run.RunGenerators;

/** The endpoint for the generators of a run. */
public final class GeneratorEndpoints {
  private final LiveRuns runs;
  private final RunGenerators generators;

  public GeneratorEndpoints(LiveRuns runs, RunGenerators generators) {
    this.runs = runs;
    this.generators = generators;
  }

  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.get(
            "/runs/{run}/generators",
            "The generators of a run, each with its validity.",
            this::show));
  }

  private void show(Context request) throws IOException {
    String id = request.pathParam("run");
    LiveRun live = runs.live(id).orElse(null);
    Path folder = runs.folder(id).orElse(null);
    if (live == null && folder == null) {
      throw Found.missing(id);
    }
    boolean isGoingOn = live != null && live.isGoingOn();
    Optional<RunGenerators.Listed> recorded =
        isGoingOn || folder == null ? Optional.empty() : RunGenerators.read(folder);
    Bodies.answer(request, recorded.orElseGet(() -> generators.of(id)));
  }
}
