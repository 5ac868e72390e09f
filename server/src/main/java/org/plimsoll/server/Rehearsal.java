package org.plimsoll.server;

import io.javalin.Javalin;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.plimsoll.fleet.StopAnswers;
import org.plimsoll.server.endpoint.ReservedEndpoints;
import org.plimsoll.server.http.Access;
import org.plimsoll.server.http.Endpoint;
import org.plimsoll.server.http.Routes;
import org.plimsoll.server.security.AuditLog;
import org.plimsoll.server.security.Listener;
import org.plimsoll.server.security.RequestGate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rehearses requests for health and for stopping all load on a temporary server without runs. The
 * first requests of a process load a thousand classes. This would delay a real request to stop all
 * load.
 */
public final class Rehearsal {
  private static final Logger LOG = LoggerFactory.getLogger(Rehearsal.class);
  private static final int ROUNDS = 3;
  private static final int TIMEOUT_MILLIS = 5_000;

  private Rehearsal() {}

  /**
   * Executes the requests on a free loopback port. Failures have no effect.
   *
   * @return the number of requests that were answered
   */
  public static int perform() {
    ReservedEndpoints reserved = new ReservedEndpoints(List::of, who -> StopAnswers.ALONE);
    List<Endpoint> endpoints =
        Stream.concat(reserved.health().stream(), reserved.stops().stream()).toList();
    int answered = 0;
    try (AuditLog audit = AuditLog.inMemory(Path.of(""))) {
      RequestGate gate =
          new RequestGate(Set.of("localhost"), ServerSettings.REQUESTS_PER_SECOND, audit);
      Javalin javalin =
          PlimsollServer.javalin(
              new Listener(ServerSettings.LOOPBACK, 0, null),
              routes -> Routes.add(routes, endpoints, Access.open(), gate));
      try {
        javalin.start();
        for (int round = 0; round < ROUNDS; round++) {
          for (Endpoint endpoint : endpoints) {
            answered += isAnswered(javalin.port(), endpoint) ? 1 : 0;
          }
        }
      } finally {
        javalin.stop();
      }
    } catch (IOException | RuntimeException e) {
      LOG.debug("Only the first request of a caller is slower", e);
    }
    return answered;
  }

  private static boolean isAnswered(int port, Endpoint endpoint) throws IOException {
    String body = endpoint.changes() ? "{}" : "";
    String request =
        endpoint.method().name()
            + " "
            + endpoint.address()
            + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json"
            + "\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body;
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      OutputStream out = socket.getOutputStream();
      out.write(request.getBytes(StandardCharsets.US_ASCII));
      out.flush();
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return answer.startsWith("HTTP/1.1 200");
    }
  }
}
