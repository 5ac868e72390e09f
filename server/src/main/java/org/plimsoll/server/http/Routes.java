package org.plimsoll.server.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.plimsoll.fleet.FleetUnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds a route for each endpoint. Each route authenticates the caller before it handles the
 * request.
 */
public final class Routes {
  private static final Logger LOG = LoggerFactory.getLogger(Routes.class);

  private Routes() {}

  /** Adds the routes of the endpoints, and the handlers of failures. */
  public static void add(RoutesConfig routes, List<Endpoint> endpoints, Access access, Gate gate) {
    routes.before(gate::arrived);
    routes.after(gate::answered);
    for (Endpoint endpoint : endpoints) {
      routes.addEndpoint(
          new io.javalin.router.Endpoint(
              endpoint.method(),
              endpoint.address(),
              request -> {
                admit(request, endpoint, access, gate);
                endpoint.handler().handle(request);
              }));
    }
    routes.exception(Problem.class, (problem, request) -> problem.answer(request));
    routes.exception(
        IllegalArgumentException.class, (refused, request) -> Bodies.of(refused).answer(request));
    routes.exception(
        FleetUnavailableException.class,
        (e, request) ->
            Problem.of(503, "Fleet unavailable", String.valueOf(e.getMessage())).answer(request));
    routes.exception(
        HttpResponseException.class,
        (e, request) -> Unanswerable.answer(request, e.getStatus(), endpoints));
    routes.exception(
        Exception.class,
        (e, request) -> {
          OptionalInt status = Unanswerable.statusOf(e);
          if (status.isPresent()) {
            Unanswerable.answer(request, status.getAsInt(), endpoints);
            return;
          }
          Optional<Problem> storage = Storage.problemOf(e);
          if (storage.isPresent()) {
            LOG.warn("{} {}: {}", request.method().name(), request.path(), e.toString());
            storage.get().answer(request);
            return;
          }
          LOG.error("{} {}", request.method().name(), request.path(), e);
          Problem.unexpected().answer(request);
        });
  }

  private static void admit(Context request, Endpoint endpoint, Access access, Gate gate) {
    gate.asked(request, endpoint);
    Caller caller = access.caller(request);
    caller.attachTo(request);
    if (!caller.role().covers(endpoint.needs())) {
      if (caller.role() == Role.ANYBODY) {
        gate.unknown(request);
      }
      throw caller.role() == Role.ANYBODY
          ? Problem.unauthorized("Log in first: POST " + Endpoint.BASE + "/session with a token.")
          : Problem.forbidden(
              "This request needs the role "
                  + endpoint.needs().text()
                  + "; your role is "
                  + caller.role().text()
                  + ".");
    }
    gate.admitted(request, endpoint, caller);
  }
}
