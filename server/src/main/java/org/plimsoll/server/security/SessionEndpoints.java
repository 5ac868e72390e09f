package org.plimsoll.server.security;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.plimsoll.server.http.Access;
import org.plimsoll.server.http.Bodies;
import org.plimsoll.server.http.Caller;
import org.plimsoll.server.http.Endpoint;
import org.plimsoll.server.http.Endpoint.QueryParameter;
import org.plimsoll.server.http.Problem;
import org.plimsoll.server.http.Role;
import org.plimsoll.server.http.SignInPage;

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
        Endpoint.get("/session/login", "Leads a browser to the issuer's sign-in page.", this::leave)
            .needs(Role.ANYBODY)
            .query(query("to", "the page to come back to, such as /runs/x"))
            .answers(303, Map.of()),
        Endpoint.get(
                "/session/callback",
                "Where the issuer sends a browser back: the answer sets a cookie.",
                this::comeBack)
            .needs(Role.ANYBODY)
            .query(
                query("state", "as it was when the browser left"),
                query("code", "what the issuer gives for a token"),
                query("error", "why it gives none"),
                query("iss", "the issuer"))
            .answers(303, Map.of()),
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

  private static QueryParameter query(String name, String description) {
    return new QueryParameter(name, description, Map.of("type", "string"));
  }

  private void leave(Context request) {
    String address = page().leave(request, request.queryParam("to"));
    request.header("Cache-Control", "no-store");
    request.redirect(address, HttpStatus.SEE_OTHER);
  }

  /** It answers a GET, which the gate does not write down. */
  private void comeBack(Context request) {
    SignInPage.Return back = page().comeBack(request);
    Problem problem = back.problem();
    Caller caller = back.caller();
    audit.add(
        new AuditLog.Entry(
            Instant.now().toString(),
            caller == null ? null : caller.name(),
            String.valueOf(request.ip()),
            "GET " + request.path(),
            null,
            problem == null ? 303 : problem.status(),
            problem == null ? "done" : "refused"));
    request.header("Cache-Control", "no-store");
    String accepted = request.header("Accept");
    if (problem != null && (accepted == null || !accepted.contains("text/html"))) {
      throw problem;
    }
    request.redirect(back.to(), HttpStatus.SEE_OTHER);
  }

  private SignInPage page() {
    return access
        .page()
        .orElseThrow(() -> Problem.notFound("This server has no issuer's sign-in page."));
  }

  private void signOut(Context request) {
    access.signOut(request);
    request.status(204);
  }

  private void audit(Context request) {
    Bodies.answer(request, Map.of("entries", audit.latest(1_000)));
  }
}
