package org.plimsoll.server.security;

import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plimsoll.server.http.Caller;
import org.plimsoll.server.http.Endpoint;
import org.plimsoll.server.http.Problem;
import org.plimsoll.server.http.SignInPage;
import org.plimsoll.server.security.OidcCodeFlow.Attempt;
import org.plimsoll.server.security.PendingSignIns.Pending;
import org.plimsoll.server.security.SignInFailure.Failed;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Logs browsers in at an issuer's page. The session cookie is {@code SameSite=Strict}, so that a
 * browser does not send it when it comes from the issuer. A second cookie, {@code Lax}, only
 * identifies the browser that started the login. The page that the browser returns to needs no
 * cookie, and its own requests send the session cookie.
 */
final class BrowserSignIn implements SignInPage {
  static final String BACK = Endpoint.BASE + "/session/callback";

  private static final Logger LOG = LoggerFactory.getLogger(BrowserSignIn.class);
  private static final Pattern OURS = Pattern.compile("[A-Za-z0-9_-]{43}");
  private static final double BEGUN_PER_SECOND = 2;
  private static final int BEGUN_MAX = 100;

  private final OidcCodeFlow flow;
  private final Sessions sessions;
  private final @Nullable URI publicAddress;
  private final PendingSignIns pending;
  private final Buckets begun;

  BrowserSignIn(
      OidcCodeFlow flow, Sessions sessions, @Nullable URI publicAddress, LongSupplier nanoClock) {
    this.flow = flow;
    this.sessions = sessions;
    this.publicAddress = publicAddress;
    this.pending = new PendingSignIns(nanoClock);
    this.begun = new Buckets(BEGUN_PER_SECOND, BEGUN_MAX, nanoClock);
  }

  @Override
  public String host() {
    return flow.host();
  }

  @Override
  public String leave(Context request, @Nullable String to) {
    String site = request.header("Sec-Fetch-Site");
    if (site != null && !site.equals("same-origin") && !site.equals("none")) {
      throw Problem.forbidden("A page of another site cannot start a login.");
    }
    if (!begun.take(Sessions.network(request.ip()))) {
      request.header("Retry-After", "1");
      throw Problem.tooMany("Too many logins were started; wait a second.");
    }
    Attempt attempt = Attempt.to(back(request));
    String shown = request.cookie(cookie());
    String browser = // shared by the tabs of this browser
        shown != null && OURS.matcher(shown).matches() ? shown : Tokens.generate();
    pending.add(attempt, browser, ReturnAddress.of(to));
    request.cookie(cookie(browser, (int) PendingSignIns.PATIENCE.toSeconds()));
    return flow.address(attempt).toString();
  }

  /**
   * Returns the callback address with the host that the browser uses, which the gate has checked.
   */
  private URI back(Context request) {
    String base =
        publicAddress == null
            ? (sessions.isSecure() ? "https://" : "http://") + request.host()
            : publicAddress.toString();
    return URI.create(base + BACK);
  }

  @Override
  public Return comeBack(Context request) {
    String to = "/";
    try {
      if (sessions.isLocked(request)) {
        throw new Failed(SignInFailure.LOCKED, "too many logins failed");
      }
      Pending found = awaited(request);
      to = found.to();
      Caller caller = flow.finish(found.attempt(), request.queryParamMap());
      sessions.begin(request, new Credentials.Known(caller, Instant.MAX));
      return new Return(to, caller, null);
    } catch (Failed e) {
      if (isGuess(e.failure())) {
        sessions.countWrong(request);
      }
      LOG.atLevel(isOfPerson(e.failure()) ? Level.DEBUG : Level.WARN)
          .log("A login with {} failed: {}", flow.host(), e.getMessage());
      return new Return(
          ReturnAddress.with(to, e.failure()), null, e.failure().problem(flow.host()));
    }
  }

  private Pending awaited(Context request) throws Failed {
    String state = request.queryParam("state");
    Optional<Pending> found =
        state == null ? Optional.empty() : pending.take(state, request.cookie(cookie()));
    return found.orElseThrow(
        () -> new Failed(SignInFailure.EXPIRED, "no login is pending with this state"));
  }

  /**
   * Whether the user caused the failure. Such failures are logged at DEBUG, so that callers cannot
   * flood the log.
   */
  private static boolean isOfPerson(SignInFailure failure) {
    return switch (failure) {
      case DENIED, EXPIRED, ELSEWHERE, LOCKED -> true;
      case REJECTED, NO_ROLE, UNREACHABLE, UNTRUSTED, NO_CLIENT -> false;
    };
  }

  /** Whether the failure may be caused by a guessed code. */
  private static boolean isGuess(SignInFailure failure) {
    return failure == SignInFailure.UNTRUSTED || failure == SignInFailure.REJECTED;
  }

  private String cookie() {
    return sessions.cookie() + "-login";
  }

  private Cookie cookie(String value, int seconds) {
    return new Cookie(cookie(), value, "/", seconds, sessions.isSecure(), true, null, SameSite.LAX);
  }
}
