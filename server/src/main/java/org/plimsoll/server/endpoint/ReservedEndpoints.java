package org.plimsoll.server.endpoint;

import io.javalin.http.Context;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.plimsoll.server.http.Bodies;
import org.plimsoll.server.http.Endpoint;
import org.plimsoll.server.http.Role;

/** The endpoints that are answered whatever else the server does. */
public final class ReservedEndpoints {
  private final Supplier<List<String>> stopAllLoad;

  /**
   * Endpoints that act on some runs.
   *
   * @param stopAllLoad aborts them, and returns their ids
   */
  public ReservedEndpoints(Supplier<List<String>> stopAllLoad) {
    this.stopAllLoad = stopAllLoad;
  }

  /** Tells that the server answers. */
  public List<Endpoint> health() {
    return List.of(
        Endpoint.get(
                Endpoint.HEALTH,
                "Whether the server answers; also under the heaviest load.",
                request -> Bodies.answer(request, Map.of("state", "up")))
            .needs(Role.ANYBODY));
  }

  /** Stop all load. */
  public List<Endpoint> stops() {
    return List.of(
        Endpoint.post(Endpoint.STOP_ALL_LOAD, "Stops all load: aborts every run.", this::stop)
            .body(Schemas.flags()),
        Endpoint.post(Endpoint.KILL, "Stops all load; the former path.", this::stop)
            .body(Schemas.flags()));
  }

  private void stop(Context request) {
    Bodies.object(request, "");
    Bodies.answer(request, Map.of("stopped", stopAllLoad.get()));
  }
}
