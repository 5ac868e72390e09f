package org.plimsoll.server.security;

import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
  private static final Duration SESSION = Duration.ofHours(12);
  private static final int SESSIONS_MAX = 10_000;
  private static final double WRONG_PER_SECOND = 1 / 6.0;
  private static final int WRONG_MAX = 10;
  private static final String BEARER = "bearer ";
  private static final Caller NOBODY = new Caller("nobody", Role.ANYBODY);

  private final List<Credentials> credentials;
  private final boolean isSecure;
  private final InstantSource clock = InstantSource.system();
  private final Buckets wrong;
  private final @Nullable BrowserSignIn page;
  private final Map<String, Credentials.Known> sessions = new LinkedHashMap<>();

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
    this.isSecure = isSecure;
    this.wrong = new Buckets(WRONG_PER_SECOND, WRONG_MAX, System::nanoTime);
    this.page =
        flow == null ? null : new BrowserSignIn(flow, this, publicAddress, System::nanoTime);
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
    String id = request.cookie(cookie());
    return id == null ? NOBODY : ofSession(id).map(Credentials.Known::caller).orElse(NOBODY);
  }

  private Credentials.Known known(Context request, String token) {
    if (isLocked(request)) {
      throw Problem.tooMany(
          "Too many wrong tokens came from " + network(request.ip()) + "; wait a minute.");
    }
    Optional<Credentials.Known> known =
        credentials.stream().map(each -> each.whose(token)).flatMap(Optional::stream).findFirst();
    if (known.isEmpty()) {
      countWrong(request);
      throw Problem.unauthorized("This token is not known, or not any more.");
    }
    return known.get();
  }

  /** Whether too much that came from there was wrong. */
  boolean isLocked(Context request) {
    boolean isLocked = !wrong.has(network(request.ip()));
    if (isLocked) {
      request.header("Retry-After", "6");
    }
    return isLocked;
  }

  /** Remembers that something that came from there was wrong. */
  void countWrong(Context request) {
    wrong.take(network(request.ip()));
  }

  /** Who has an IPv6 address has 2^64 of them. */
  static String network(String address) {
    try {
      InetAddress parsed = InetAddress.ofLiteral(address);
      if (parsed instanceof Inet6Address) {
        byte[] bytes = parsed.getAddress();
        Arrays.fill(bytes, 8, 16, (byte) 0);
        return InetAddress.getByAddress(bytes).getHostAddress() + "/64";
      }
    } catch (IllegalArgumentException | UnknownHostException e) {
      // It stays as it is.
    }
    return address;
  }

  @Override
  public Caller signIn(Context request, String token) {
    Credentials.Known known = known(request, token);
    begin(request, known);
    return known.caller();
  }

  /** Begins a session of somebody. */
  void begin(Context request, Credentials.Known known) {
    Instant end = clock.instant().plus(SESSION);
    Instant until = known.until().isBefore(end) ? known.until() : end;
    String id = Tokens.generate();
    synchronized (sessions) {
      sessions.values().removeIf(each -> !each.until().isAfter(clock.instant()));
      if (sessions.size() >= SESSIONS_MAX) {
        sessions.remove(sessions.keySet().iterator().next());
      }
      sessions.put(key(id), new Credentials.Known(known.caller(), until));
    }
    request.cookie(cookie(id, (int) Duration.between(clock.instant(), until).toSeconds()));
  }

  @Override
  public void signOut(Context request) {
    String id = request.cookie(cookie());
    if (id != null) {
      synchronized (sessions) {
        sessions.remove(key(id));
      }
      request.cookie(cookie("", 0));
    }
  }

  private Optional<Credentials.Known> ofSession(String id) {
    synchronized (sessions) {
      Credentials.@Nullable Known known = sessions.get(key(id));
      return known == null || !known.until().isAfter(clock.instant())
          ? Optional.empty()
          : Optional.of(known);
    }
  }

  /** Sessions are found by digest, so that how long it takes says nothing about their ids. */
  private static String key(String id) {
    return Tokens.hex(id);
  }

  /** Whether browsers come over TLS. */
  boolean isSecure() {
    return isSecure;
  }

  /** A name that no other host or plain connection can set, where there is TLS. */
  String cookie() {
    return isSecure ? "__Host-plimsoll" : "plimsoll";
  }

  private Cookie cookie(String value, int seconds) {
    return new Cookie(cookie(), value, "/", seconds, isSecure, true, null, SameSite.STRICT);
  }
}
