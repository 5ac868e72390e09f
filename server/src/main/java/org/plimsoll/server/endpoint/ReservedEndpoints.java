package org.plimsoll.server.endpoint;

import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.plimsoll.fleet.StopAnswers;
import org.plimsoll.server.http.Bodies;
import org.plimsoll.server.http.Caller;
import org.plimsoll.server.http.Endpoint;
import org.plimsoll.server.http.Role;

/** The endpoints that are always answered, even under the highest load. */
public final class ReservedEndpoints {
  private final Supplier<List<String>> own;
  private final Function<String, StopAnswers> others;

  /**
   * Creates the endpoints.
   *
   * @param own aborts the runs of this node and returns their ids
   * @param others stops the runs of the other nodes; receives the name of the caller
   */
  public ReservedEndpoints(Supplier<List<String>> own, Function<String, StopAnswers> others) {
    this.own = own;
    this.others = others;
  }

  /** Returns the endpoint for health checks. */
  public List<Endpoint> health() {
    return List.of(
        Endpoint.get(
                Endpoint.HEALTH,
                "Health check. It answers also under the heaviest load.",
                request -> Bodies.answer(request, Map.of("state", "up")))
            .needs(Role.ANYBODY));
  }

  /** Returns the endpoints that stop all load. */
  public List<Endpoint> stops() {
    return List.of(
        Endpoint.post(
                Endpoint.STOP_ALL_LOAD,
                "Stops all load: aborts every run, on every node of the fleet.",
                this::stop)
            .body(Schemas.flags()),
        Endpoint.post(
                Endpoint.KILL, "Stops all load. Deprecated: use `/stop-all-load`.", this::stop)
            .body(Schemas.flags()));
  }

  private void stop(Context request) {
    Bodies.object(request, "");
    // This node comes first, regardless of the state of the fleet.
    List<String> stopped = new ArrayList<>(own.get());
    StopAnswers answers = others.apply(Caller.of(request).name());
    stopped.addAll(answers.stopped());
    Bodies.answer(
        request,
        Map.of("stopped", stopped, "reached", answers.reached(), "unreached", answers.unreached()));
  }
}
