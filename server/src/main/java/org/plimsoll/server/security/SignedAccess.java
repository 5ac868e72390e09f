package org.plimsoll.server.security;

import io.javalin.http.Context;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plimsoll.server.http.Access;
import org.plimsoll.server.http.Caller;
import org.plimsoll.server.http.Problem;
import org.plimsoll.server.http.Role;
import org.plimsoll.server.http.SignInPage;

/**
 * Authenticates callers by a bearer token or by a session cookie. A network that sends wrong tokens
 * is locked for some time, so that tokens cannot be guessed.
 */
public final class SignedAccess implements Access {
  private static final String BEARER = "bearer ";
  private static final Caller NOBODY = new Caller("nobody", Role.ANYBODY);

  private final List<Credentials> credentials;
  private final Sessions sessions;
  private final @Nullable BrowserSignIn page;

  /**
   * @param isSecure whether cookies are sent over TLS only
   */
  public SignedAccess(List<Credentials> credentials, boolean isSecure) {
    this(credentials, isSecure, null, null);
  }

  /**
   * Creates access control with an issuer's login page.
   *
   * @param flow flow of the login page; null if there is none
   * @param publicAddress URL of this server for browsers; null = the host of the request is used
   */
  public SignedAccess(
      List<Credentials> credentials,
      boolean isSecure,
      @Nullable OidcCodeFlow flow,
      @Nullable URI publicAddress) {
    this.credentials = List.copyOf(credentials);
    this.sessions = new Sessions(isSecure);
    this.page =
        flow == null ? null : new BrowserSignIn(flow, sessions, publicAddress, System::nanoTime);
  }

  @Override
  public String kind() {
    boolean isOidc =
        page != null || credentials.stream().anyMatch(each -> each.kind().equals("oidc"));
    return isOidc ? "oidc" : "token";
  }

  @Override
  public boolean takesTokens() {
    return !credentials.isEmpty();
  }

  @Override
  public Optional<SignInPage> page() {
    return Optional.ofNullable(page);
  }

  @Override
  public Caller caller(Context request) {
    String header = request.header("Authorization");
    if (header != null) {
      if (!header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
        throw Problem.unauthorized("The header Authorization must be: Bearer TOKEN.");
      }
      return known(request, header.substring(BEARER.length()).strip()).caller();
    }
    return sessions.of(request).map(Credentials.Known::caller).orElse(NOBODY);
  }

  private Credentials.Known known(Context request, String token) {
    if (sessions.isLocked(request)) {
      throw Problem.tooMany(
          "Too many wrong tokens came from " + Sessions.network(request.ip()) + "; wait a minute.");
    }
    Optional<Credentials.Known> known =
        credentials.stream().map(each -> each.whose(token)).flatMap(Optional::stream).findFirst();
    if (known.isEmpty()) {
      sessions.countWrong(request);
      throw Problem.unauthorized("This token is unknown or has expired.");
    }
    return known.get();
  }

  @Override
  public Caller signIn(Context request, String token) {
    Credentials.Known known = known(request, token);
    sessions.begin(request, known);
    return known.caller();
  }

  @Override
  public void signOut(Context request) {
    sessions.end(request);
  }
}
