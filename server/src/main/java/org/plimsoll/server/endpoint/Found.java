package org.plimsoll.server.endpoint;

import io.javalin.http.Context;
import org.plimsoll.server.http.Problem;
import org.plimsoll.server.run.LiveRun;
import org.plimsoll.server.run.LiveRuns;

/** Finds the run of a request, or the problem why there is none. */
final class Found {
  private Found() {}

  static Problem missing(String id) {
    return Problem.notFound("There is no run '" + id + "'.");
  }

  /** The live run of the path; a problem when it has ended or is unknown. */
  static LiveRun goingOn(LiveRuns runs, Context request) {
    String id = request.pathParam("run");
    LiveRun live = runs.live(id).orElse(null);
    if (live == null) {
      throw runsKnow(runs, id) ? Problem.conflict("The run '" + id + "' has ended.") : missing(id);
    }
    if (!live.isGoingOn()) {
      throw Problem.conflict("The run '" + id + "' has ended.");
    }
    return live;
  }

  private static boolean runsKnow(LiveRuns runs, String id) {
    try {
      return runs.catalogue().row(id).isPresent();
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
