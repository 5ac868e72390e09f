package org.plimsoll.server.security;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
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

/** The endpoints for logging in and out, and for the audit log. */
public final class SessionEndpoints {
  private final Access access;
  private final AuditLog audit;
  private final BiConsumer<Context, Caller> answer;

  /**
   * @param answer writes the caller's session as the response
   */
  public SessionEndpoints(Access access, AuditLog audit, BiConsumer<Context, Caller> answer) {
    this.access = access;
    this.audit = audit;
    this.answer = answer;
  }

  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.post("/session", "Logs in with a token and sets a session cookie.", this::signIn)
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
        Endpoint.get(
                "/session/login", "Redirects the browser to the issuer's login page.", this::leave)
            .needs(Role.ANYBODY)
            .query(query("to", "the page to return to, such as /runs/x"))
            .answers(303, Map.of()),
        Endpoint.get(
                "/session/callback",
                "Receives the issuer's redirect of the browser, and sets a session cookie.",
                this::comeBack)
            .needs(Role.ANYBODY)
            .query(
                query("state", "the state that the login started with"),
                query("code", "the authorization code"),
                query("error", "the error code, if there is no authorization code"),
                query("iss", "the name of the issuer"))
            .answers(303, Map.of()),
        Endpoint.delete("/session", "Logs out.", this::signOut)
            .needs(Role.VIEWER)
            .answers(204, Map.of()),
        Endpoint.get(
                "/audit",
                "The audit log: changes and their callers, the newest first, at most 1,000.",
                this::audit)
            .needs(Role.ADMIN));
  }

  private void signIn(Context request) {
    String token = Bodies.text(Bodies.object(request, "token"), "token");
    if (token == null || token.isBlank()) {
      throw Problem.badRequest("token: must be given: a token of this server.");
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

  /** Ends a login and records it in the audit log, since the gate does not record GET requests. */
  private void comeBack(Context request) {
    SignInPage.Return back = page().comeBack(request);
    Problem problem = back.problem();
    Caller caller = back.caller();
    audit.add(
        AuditEntry.of(
            caller == null ? null : caller.name(),
            String.valueOf(request.ip()),
            "GET " + request.path(),
            null,
            problem == null ? 303 : problem.status()));
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
        .orElseThrow(() -> Problem.notFound("This server has no login page of an issuer."));
  }

  private void signOut(Context request) {
    access.signOut(request);
    request.status(204);
  }

  private void audit(Context request) {
    Bodies.answer(request, Map.of("entries", audit.latest(1_000)));
  }
}
