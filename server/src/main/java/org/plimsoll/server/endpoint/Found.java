package org.plimsoll.server.endpoint;

import io.javalin.http.Context;
import java.util.Optional;
import org.plimsoll.server.http.Problem;
import org.plimsoll.server.run.LiveRun;
import org.plimsoll.server.run.LiveRuns;

/** Finds the run of a request, or throws a problem document. */
final class Found {
  private Found() {}

  static Problem missing(String id) {
    return Problem.notFound("There is no run '" + id + "'.");
  }

  /**
   * Returns the live run that the path names. Throws a problem if the run has ended or is unknown.
   */
  static LiveRun goingOn(LiveRuns runs, Context request) {
    return ifGoingOn(runs, request)
        .orElseThrow(
            () -> Problem.conflict("The run '" + request.pathParam("run") + "' has ended."));
  }

  /** Returns a live run of this server; empty if the run has ended or is unknown. */
  static Optional<LiveRun> ifGoingOn(LiveRuns runs, Context request) {
    String id = request.pathParam("run");
    Optional<LiveRun> live = runs.live(id);
    if (live.isEmpty() && !runsKnow(runs, id)) {
      throw missing(id);
    }
    return live.filter(LiveRun::isGoingOn);
  }

  private static boolean runsKnow(LiveRuns runs, String id) {
    try {
      return runs.catalogue().row(id).isPresent();
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
