package org.plimsoll.server.security;

import io.javalin.http.Context;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.plimsoll.server.http.Access;
import org.plimsoll.server.http.Bodies;
import org.plimsoll.server.http.Caller;
import org.plimsoll.server.http.Endpoint;
import org.plimsoll.server.http.Problem;
import org.plimsoll.server.http.Role;

/** Signing in and out, and the log of who did what. */
public final class SessionEndpoints {
  private final Access access;
  private final AuditLog audit;
  private final BiConsumer<Context, Caller> answer;

  /**
   * @param answer answers with the session of somebody
   */
  public SessionEndpoints(Access access, AuditLog audit, BiConsumer<Context, Caller> answer) {
    this.access = access;
    this.audit = audit;
    this.answer = answer;
  }

  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.post("/session", "Signs in: the answer sets a cookie.", this::signIn)
            .needs(Role.ANYBODY)
            .body(
                Map.of(
                    "type",
                    "object",
                    "required",
                    List.of("token"),
                    "properties",
                    Map.of("token", Map.of("type", "string", "maxLength", 16_384)),
                    "additionalProperties",
                    false)),
        Endpoint.delete("/session", "Signs out.", this::signOut)
            .needs(Role.VIEWER)
            .answers(204, Map.of()),
        Endpoint.get("/audit", "Who did what, the newest first, at most 1,000.", this::audit)
            .needs(Role.ADMIN));
  }

  private void signIn(Context request) {
    String token = Bodies.text(Bodies.object(request, "token"), "token");
    if (token == null || token.isBlank()) {
      throw Problem.badRequest("token: must be a token that was given to you, was absent.");
    }
    Caller caller = access.signIn(request, token.strip());
    caller.attachTo(request);
    answer.accept(request, caller);
  }

  private void signOut(Context request) {
    access.signOut(request);
    request.status(204);
  }

  private void audit(Context request) {
    Bodies.answer(request, Map.of("entries", audit.latest(1_000)));
  }
}
