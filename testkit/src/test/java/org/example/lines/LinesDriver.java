package org.example.lines;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.plimsoll.api.Causes;
import org.plimsoll.api.Client;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;
import org.plimsoll.api.Setting;
import org.plimsoll.api.kit.AsyncSession;
import org.plimsoll.api.kit.InFlight;
import org.plimsoll.api.kit.RowFrame;

/** A driver for a store that is accessed over HTTP. The JDK's client answers on its own threads. */
public final class LinesDriver implements Driver {
  private static final int PORT = 8080; // if the address has none

  static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.duration("connect-timeout", "5s").describedAs("how long a new connection may take");

  @Override
  public String name() {
    return "lines";
  }

  @Override
  public String description() {
    return "A store with one HTTP resource for each row";
  }

  @Override
  public List<String> targetForms() {
    return List.of("lines://host:port");
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(CONNECT_TIMEOUT);
  }

  @Override
  public Set<OperationType> operations() {
    return Set.of(
        OperationType.READ, OperationType.INSERT, OperationType.UPDATE, OperationType.DELETE);
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.RETURNS_ROWS);
  }

  @Override
  public void checkAddress(String address) {
    server(address);
  }

  private static HostPort server(String address) {
    return HostPort.parse(address, PORT)
        .orElseThrow(
            () -> new IllegalArgumentException("must be host:port, was '" + address + "'"));
  }

  @Override
  public Client open(DriverContext context) throws IOException, InterruptedException {
    HostPort server = server(context.address());
    InetAddress allowed = context.resolve(server.host(), server.port())[0];
    LinesClient client =
        new LinesClient(context, new HostPort(allowed.getHostAddress(), server.port()));
    try {
      var _ = client.http.send(client.request("").build(), BodyHandlers.discarding());
      return client;
    } catch (ConnectException e) {
      client.close();
      throw new IOException(context.address() + " refused the connection", e);
    }
  }

  private static final class LinesClient implements Client {
    private static final int IN_FLIGHT = 8;

    private final DriverContext context;
    private final HostPort server;
    private final HttpClient http;
    private final RowFrame frame;
    private final Set<LinesSession> sessions = ConcurrentHashMap.newKeySet();

    LinesClient(DriverContext context, HostPort server) {
      this.context = context;
      this.server = server;
      frame = new RowFrame(context.fieldNames());
      http =
          HttpClient.newBuilder()
              .version(HttpClient.Version.HTTP_1_1)
              .connectTimeout(context.settings().get(CONNECT_TIMEOUT))
              .build();
    }

    HttpRequest.Builder request(String path) {
      return HttpRequest.newBuilder(URI.create("http://" + server + "/" + path));
    }

    @Override
    public Session openSession() {
      LinesSession session = new LinesSession(this);
      sessions.add(session);
      return session;
    }

    @Override
    public Map<String, String> facts() {
      return Map.of("server", context.address());
    }

    @Override
    public void close() {
      sessions.forEach(LinesSession::close);
      http.shutdownNow();
    }
  }

  private static final class LinesSession extends AsyncSession<InFlight> {
    private final LinesClient client;

    LinesSession(LinesClient client) {
      this.client = client;
    }

    @Override
    public int maxInFlight() {
      return LinesClient.IN_FLIGHT;
    }

    @Override
    protected InFlight begin(Operation operation, Completion completion) {
      return new InFlight(completion);
    }

    @Override
    protected void send(Operation operation, InFlight call) {
      HttpRequest.Builder request =
          client.request(HexFormat.of().formatHex(operation.key().bytes()));
      switch (operation.type().kind()) {
        case READ -> request.GET();
        // A copy, since the client reads it on its own thread, possibly after the operation has
        // ended.
        case INSERT, UPDATE ->
            request.PUT(BodyPublishers.ofByteArray(client.frame.encode(operation.row())));
        case DELETE -> request.DELETE();
        default -> throw new UnsupportedOperationException(operation.type().name());
      }
      long rowBytes = operation.type().row() ? operation.row().totalBytes() : 0;
      call.follow(
          client.http.sendAsync(request.build(), BodyHandlers.ofByteArray()),
          response -> outcome(response, rowBytes),
          LinesSession::failed);
    }

    private static Outcome failed(Throwable failure) {
      return Outcome.failed(FailureCode.of(failure), Causes.root(failure));
    }

    private Outcome outcome(HttpResponse<byte[]> response, long rowBytes) {
      byte[] value = response.body();
      return switch (response.statusCode()) {
        case 204 -> Outcome.succeeded(rowBytes);
        case 404 -> Outcome.notFound();
        case 200 -> client.frame.found(value, value.length);
        case 507 -> Outcome.failed(FailureCode.own("disk-full"));
        default -> Outcome.failed(FailureCode.Common.ERROR, "status " + response.statusCode());
      };
    }

    @Override
    protected void release() {
      client.sessions.remove(this);
    }
  }
}
