package org.plimsoll.server.security;

import io.javalin.http.Context;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plimsoll.server.http.Caller;
import org.plimsoll.server.http.Endpoint;
import org.plimsoll.server.http.Gate;
import org.plimsoll.server.http.Problem;
import org.plimsoll.server.http.Role;

/**
 * Rejects cross-site requests from browsers, and requests above the rate limit. Records changes in
 * the audit log.
 *
 * <p>A host name that is not the server's is rejected, since an attacker's name may resolve to the
 * server's address (DNS rebinding). An IP address as host is allowed. A change must come from a
 * page of this server, which browsers state in {@code Sec-Fetch-Site} and {@code Origin}. Other
 * clients send neither.
 */
public final class RequestGate implements Gate {
  private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|\\[[0-9a-fA-F:.]+]");
  private static final Pattern PORT = Pattern.compile(":\\d*$");
  private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS", "TRACE");
  static final double BURST_SECONDS = 4;
  static final double KILLS_PER_SECOND = 20;
  static final double KILLS_BURST = 100;
  private static final String RUN = "/runs/";

  private final Set<String> names;
  private final Buckets requests;

  /**
   * The limit for requests that stop all load. It is separate, so that a caller above the other
   * limit can still send these requests.
   */
  private final Buckets kills;

  private final Buckets unknown;
  private final AuditLog audit;

  /**
   * @param names host names of this server, in lower case
   * @param perSecond maximum requests per second of one caller, or of one address if not
   *     authenticated
   */
  public RequestGate(Set<String> names, double perSecond, AuditLog audit) {
    this.names = Set.copyOf(names);
    this.requests = new Buckets(perSecond, perSecond * BURST_SECONDS, System::nanoTime);
    this.kills = new Buckets(KILLS_PER_SECOND, KILLS_BURST, System::nanoTime);
    this.unknown = new Buckets(perSecond, perSecond * BURST_SECONDS, System::nanoTime);
    this.audit = audit;
  }

  @Override
  public void arrived(Context request) {
    checkHost(request.host());
    if (!READING.contains(request.method().name())) {
      checkOrigin(request);
    }
  }

  private void checkHost(@Nullable String host) {
    String name = name(host == null ? "" : host);
    if (!ADDRESS.matcher(name).matches() && !names.contains(name)) {
      throw Problem.of(
          421,
          "Wrong host",
          "The host name '" + name + "' is not one of this server; add it with --name.");
    }
  }

  private static String name(String host) {
    String name = PORT.matcher(host).replaceFirst("").toLowerCase(Locale.ROOT);
    return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
  }

  private static void checkOrigin(Context request) {
    String site = request.header("Sec-Fetch-Site");
    String origin = request.header("Origin");
    boolean isOurs = site == null || site.equals("same-origin") || site.equals("none");
    if (origin != null) {
      isOurs &= origin.replaceFirst("^https?://", "").equalsIgnoreCase(request.host());
    }
    if (!isOurs) {
      throw Problem.forbidden("A page of another site cannot send changes.");
    }
  }

  /** Rejects requests without credentials from a network that has sent too many of them. */
  @Override
  public void asked(Context request, Endpoint endpoint) {
    boolean hasCredentials =
        request.header("Authorization") != null || request.header("Cookie") != null;
    if (endpoint.needs() != Role.ANYBODY
        && !hasCredentials
        && !unknown.has(Sessions.network(request.ip()))) {
      throw tooMany(request);
    }
  }

  @Override
  public void unknown(Context request) {
    if (!unknown.take(Sessions.network(request.ip()))) {
      throw tooMany(request);
    }
  }

  private static Problem tooMany(Context request) {
    request.header("Retry-After", "1");
    return Problem.tooMany("Too many requests; wait a second.");
  }

  @Override
  public void admitted(Context request, Endpoint endpoint, Caller caller) {
    if (endpoint.path().equals(Endpoint.HEALTH)) {
      return;
    }
    String who = caller.role() == Role.ANYBODY ? "" : caller.name();
    Buckets limit = endpoint.stopsAllLoad() ? kills : requests;
    if (!limit.take(who.isEmpty() ? "from " + Sessions.network(request.ip()) : who)) {
      throw tooMany(request);
    }
    if (endpoint.changes() && hasBody(request)) {
      checkType(request, endpoint);
    }
  }

  private static boolean hasBody(Context request) {
    return request.req().getContentLengthLong() > 0 || request.header("Transfer-Encoding") != null;
  }

  private static void checkType(Context request, Endpoint endpoint) {
    String type = String.valueOf(request.contentType()).toLowerCase(Locale.ROOT);
    String plain = before(";", type).strip();
    List<String> allowed = endpoint.bodyTypes();
    if (!allowed.contains(plain)) {
      throw Problem.of(
          415,
          "Unsupported media type",
          "The body must be " + String.join(" or ", allowed) + ", was '" + plain + "'.");
    }
  }

  @Override
  public void answered(Context request) {
    String method = request.method().name();
    if (READING.contains(method)) {
      return;
    }
    AuditEntry entry =
        AuditEntry.of(
            Caller.found(request).map(Caller::name).orElse(null),
            String.valueOf(request.ip()),
            method + " " + request.path(),
            run(request),
            request.statusCode());
    if (RequestThreads.RESERVED.contains(request.path())) {
      audit.addSoon(entry);
    } else {
      audit.add(entry);
    }
  }

  private static @Nullable String run(Context request) {
    String made = request.res().getHeader("Location");
    String path = made == null ? request.path() : made;
    int at = path.indexOf(RUN);
    return at < 0 ? null : before("/", path.substring(at + RUN.length()));
  }

  /** Returns the text before the first occurrence of another text. */
  private static String before(String what, String text) {
    int at = text.indexOf(what);
    return at < 0 ? text : text.substring(0, at);
  }
}
