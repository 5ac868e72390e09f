package org.plimsoll.server;

import io.javalin.Javalin;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.fleet.Fleet;
import org.plimsoll.fleet.FleetOfOne;
import org.plimsoll.fleet.NodeIdentity;
import org.plimsoll.fleet.NodeLabels;
import org.plimsoll.fleet.generator.FleetRuns;
import org.plimsoll.server.endpoint.ActionEndpoints;
import org.plimsoll.server.endpoint.BaselineEndpoints;
import org.plimsoll.server.endpoint.CallerRuns;
import org.plimsoll.server.endpoint.ComparisonEndpoints;
import org.plimsoll.server.endpoint.DiagnosisEndpoints;
import org.plimsoll.server.endpoint.ExportEndpoints;
import org.plimsoll.server.endpoint.FleetEndpoints;
import org.plimsoll.server.endpoint.GeneratorEndpoints;
import org.plimsoll.server.endpoint.HistoryEndpoints;
import org.plimsoll.server.endpoint.LineEndpoints;
import org.plimsoll.server.endpoint.MetricsEndpoint;
import org.plimsoll.server.endpoint.NodeEndpoints;
import org.plimsoll.server.endpoint.NoteEndpoints;
import org.plimsoll.server.endpoint.OtherNodes;
import org.plimsoll.server.endpoint.ParameterEndpoints;
import org.plimsoll.server.endpoint.ReservedEndpoints;
import org.plimsoll.server.endpoint.RunEndpoints;
import org.plimsoll.server.endpoint.ScheduleEndpoints;
import org.plimsoll.server.endpoint.ScopeEndpoints;
import org.plimsoll.server.endpoint.SettingEndpoints;
import org.plimsoll.server.endpoint.TemplateEndpoints;
import org.plimsoll.server.http.Access;
import org.plimsoll.server.http.Bodies;
import org.plimsoll.server.http.Caller;
import org.plimsoll.server.http.Endpoint;
import org.plimsoll.server.http.Gate;
import org.plimsoll.server.http.Problem;
import org.plimsoll.server.http.Role;
import org.plimsoll.server.http.Routes;
import org.plimsoll.server.http.SignInPage;
import org.plimsoll.server.http.Workers;
import org.plimsoll.server.openapi.DocumentEndpoints;
import org.plimsoll.server.run.LiveRuns;
import org.plimsoll.server.run.RunGenerators;
import org.plimsoll.server.security.AuditLog;
import org.plimsoll.server.security.Listener;
import org.plimsoll.server.security.RequestGate;
import org.plimsoll.server.security.SessionEndpoints;

/** The HTTP server of a generator: REST interface, event streams and web page. */
public final class PlimsollServer implements AutoCloseable {
  private static final String PAGE = "/org/plimsoll/web/page/";

  private final ServerSettings settings;
  private final LiveRuns runs;
  private final Access access;
  private final AuditLog audit;
  private final Workers workers = new Workers();
  private final List<Endpoint> endpoints;
  private final Instant startedAt = Instant.now();
  private final Javalin javalin;
  private volatile Fleet fleet;
  private volatile @Nullable FleetRuns directed;
  private final RunGenerators generators =
      new RunGenerators(
          () -> fleet.view(), () -> directed().map(FleetRuns::shares).orElse(Map.of()));

  private PlimsollServer(ServerSettings settings, LiveRuns runs) {
    this.settings = settings;
    this.runs = runs;
    this.access = settings.access();
    this.audit =
        access.isReadOnly() ? AuditLog.inMemory(runs.folder()) : new AuditLog(runs.folder());
    Set<String> names = new HashSet<>(settings.names());
    names.add("localhost");
    names.add(settings.host().toLowerCase(Locale.ROOT));
    Gate gate = new RequestGate(names, settings.requestsPerSecond(), audit);
    this.fleet = alone(settings.host());
    this.endpoints = DocumentEndpoints.with(endpoints(), version());
    this.javalin =
        javalin(
            new Listener(settings.host(), settings.port(), settings.tls()),
            routes -> {
              Routes.add(routes, endpoints, access, gate);
              routes.get("/*", PlimsollServer::page);
            });
  }

  /** Creates an HTTP server that has not started. */
  static Javalin javalin(Listener listener, Consumer<RoutesConfig> routes) {
    return Javalin.create(config -> {
      config.startup.showJavalinBanner = false;
      config.startup.showOldJavalinVersionWarning = false;
      config.concurrency.useVirtualThreads = true;
      config.http.prefer405over404 = true;
      listener.addTo(config);
      routes.accept(config.routes);
    });
  }

  /** Starts a server for the given runs. */
  public static PlimsollServer start(ServerSettings settings, LiveRuns runs) {
    PlimsollServer server = new PlimsollServer(settings, runs);
    server.javalin.start();
    server.fleet = server.alone(server.address());
    return server;
  }

  private Fleet alone(String page) {
    return new FleetOfOne(
        new NodeIdentity(runs.generator(), page, version(), NodeLabels.NONE), runs);
  }

  /**
   * Switches this server from serving only this node to serving its fleet.
   *
   * @param itsRuns runs that the fleet directs
   */
  public void join(Fleet joined, FleetRuns itsRuns) {
    directed = itsRuns;
    fleet = joined;
  }

  private Optional<FleetRuns> directed() {
    return Optional.ofNullable(directed);
  }

  /** Returns the generators of runs. */
  public RunGenerators generators() {
    return generators;
  }

  private List<Endpoint> endpoints() {
    ReservedEndpoints reserved =
        new ReservedEndpoints(runs::stopAllLoad, who -> fleet.stopAllLoad(who));
    return Stream.of(
            List.of(
                Endpoint.get(
                        "/session",
                        "The caller's session and the version of the server.",
                        request -> session(request, Caller.of(request)))
                    .needs(Role.ANYBODY)),
            reserved.health(),
            List.of(
                Endpoint.get(
                    "/generators", "The generators and their live runs.", this::generators)),
            new SessionEndpoints(access, audit, this::session).endpoints(),
            new SettingEndpoints(runs.drivers()).endpoints(),
            new RunEndpoints(runs, new CallerRuns(runs, settings.callerRuns()), workers)
                .endpoints(),
            reserved.stops(),
            new FleetEndpoints(() -> fleet, this::directed).endpoints(),
            new GeneratorEndpoints(runs, generators).endpoints(),
            new ScopeEndpoints(runs).endpoints(),
            new ParameterEndpoints(runs, workers).endpoints(),
            new ScheduleEndpoints(runs, workers).endpoints(),
            new ActionEndpoints(runs).endpoints(),
            new HistoryEndpoints(runs).endpoints(),
            new NodeEndpoints(runs, id -> directed().flatMap(its -> its.nodes(id))).endpoints(),
            new DiagnosisEndpoints(runs).endpoints(),
            new LineEndpoints(runs).endpoints(),
            new NoteEndpoints(runs).endpoints(),
            new BaselineEndpoints(runs).endpoints(),
            new TemplateEndpoints(runs, workers).endpoints(),
            new ExportEndpoints(runs).endpoints(),
            new ComparisonEndpoints(runs).endpoints(),
            new MetricsEndpoint(runs.exposition()).endpoints())
        .flatMap(List::stream)
        .map(new OtherNodes(runs, () -> fleet)::naming)
        .toList();
  }

  private void session(Context request, Caller caller) {
    boolean isKnown = caller.role() != Role.ANYBODY;
    Map<String, @Nullable Object> shown = new LinkedHashMap<>();
    shown.put("authentication", access.kind());
    shown.put("takesTokens", access.takesTokens());
    shown.put("signInHost", access.page().map(SignInPage::host).orElse(null));
    shown.put("user", isKnown ? caller.name() : null);
    shown.put("role", isKnown ? caller.role().text() : null);
    shown.put("version", version());
    shown.put("generator", generator());
    shown.put("startedAt", startedAt.toString());
    Bodies.answer(request, shown);
  }

  /** Returns the version of this server. */
  public static String version() {
    String version = PlimsollServer.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  private Map<String, Object> generator() {
    Runtime runtime = Runtime.getRuntime();
    return Map.of(
        "id",
        runs.generator(),
        "host",
        settings.host(),
        "processors",
        runtime.availableProcessors(),
        "heapMaxBytes",
        runtime.maxMemory());
  }

  private void generators(Context request) {
    Map<String, Object> here = new LinkedHashMap<>(generator());
    here.put("state", "up");
    List<String> ids = new ArrayList<>();
    runs.goingOn().forEach(run -> ids.add(run.id()));
    here.put("runs", ids);
    Bodies.answer(request, Map.of("generators", List.of(here)));
  }

  /** Serves the page: {@code index.html} for every address of the page, and its assets. */
  private static void page(Context request) throws IOException {
    if (request.path().startsWith("/api/") || request.path().equals("/api")) {
      throw Problem.notFound("This address does not exist.");
    }
    String path = request.path().substring(1);
    boolean isFile = path.matches("[A-Za-z0-9_-]+(/[A-Za-z0-9_.-]+)*\\.[a-z0-9]+");
    String name = isFile ? path : "index.html";
    String accepted = request.header("Accept-Encoding");
    InputStream packed =
        accepted != null && accepted.contains("gzip")
            ? PlimsollServer.class.getResourceAsStream(PAGE + name + ".gz")
            : null;
    try (InputStream file =
        packed != null ? packed : PlimsollServer.class.getResourceAsStream(PAGE + name)) {
      if (file == null) {
        request.status(404).contentType("text/plain").result("This address does not exist.\n");
        return;
      }
      if (packed != null) {
        request.disableCompression().header("Content-Encoding", "gzip");
      }
      request.contentType(type(name)).header("Vary", "Accept-Encoding").result(file.readAllBytes());
      request.header(
          "Cache-Control",
          isFile && path.startsWith("assets/")
              ? "public, max-age=31536000, immutable"
              : "no-cache");
    }
  }

  private static String type(String file) {
    return switch (file.substring(file.lastIndexOf('.') + 1)) {
      case "html" -> "text/html; charset=utf-8";
      case "js" -> "text/javascript; charset=utf-8";
      case "css" -> "text/css; charset=utf-8";
      case "svg" -> "image/svg+xml";
      case "json" -> "application/json";
      case "png" -> "image/png";
      case "woff2" -> "font/woff2";
      default -> "application/octet-stream";
    };
  }

  /** Returns the endpoints of this server, including the OpenAPI endpoints. */
  public List<Endpoint> table() {
    return endpoints;
  }

  /** Returns the URL of the page, with the scheme and port of this server. */
  public String address() {
    boolean isAny = settings.host().equals("0.0.0.0") || settings.host().equals("::");
    String host = isAny ? "localhost" : settings.host();
    return (settings.tls() == null ? "http://" : "https://")
        + (host.contains(":") ? "[" + host + "]" : host)
        + ":"
        + port();
  }

  /** Returns the port of this server. */
  public int port() {
    return javalin.port();
  }

  /** Stops the runs, and then the listener. */
  @Override
  public void close() {
    runs.close();
    javalin.stop();
    workers.close();
    audit.close();
  }
}
