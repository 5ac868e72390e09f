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
 * Knows people by a bearer token, or by the cookie of a session that began with one. An address
 * that shows wrong tokens is not listened to for a while, so that tokens cannot be guessed.
 */
public final class SignedAccess implements Access {
  private static final String BEARER = "bearer ";
  private static final Caller NOBODY = new Caller("nobody", Role.ANYBODY);

  private final List<Credentials> credentials;
  private final Sessions sessions;
  private final @Nullable BrowserSignIn page;

  /**
   * @param isSecure whether cookies go over TLS alone
   */
  public SignedAccess(List<Credentials> credentials, boolean isSecure) {
    this(credentials, isSecure, null, null);
  }

  /**
   * The same with an issuer's sign-in page.
   *
   * @param flow null when there is none
   * @param publicAddress where browsers find this server; null when that is what they say
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
        throw Problem.unauthorized("Authorization must be: Bearer TOKEN.");
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
      throw Problem.unauthorized("This token is not known, or not any more.");
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
