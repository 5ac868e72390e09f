package org.plimsoll.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.server.run.LiveRuns;

/** A client that sends bodies slowly, and so holds a connection and a thread for each. */
@Timeout(180)
class SlowBodyTest {
  private static final int DROPS_MAX = 2_000;

  @TempDir Path folder;

  @Test
  void slowBodiesAreRefusedLongBeforeTheirEndAlsoBesideFastOnes() throws Exception {
    try (PlimsollServer server =
            PlimsollServer.start(
                ServerSettings.local(0), new LiveRuns(Drivers.of(new SimDriver()), folder, 1));
        HttpClient fast = HttpClient.newHttpClient();
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      URI runs = URI.create("http://127.0.0.1:" + server.port() + "/api/v1/runs");
      HttpRequest large =
          HttpRequest.newBuilder(runs)
              .header("Content-Type", "application/json")
              .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[900_000]))
              .build();
      assertThat(fast.send(large, HttpResponse.BodyHandlers.ofString()).statusCode())
          .isEqualTo(413);
      String head =
          "POST /api/v1/runs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
              + "Content-Length: "
              + DROPS_MAX
              + "\r\n\r\n";
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      int drops = 0;
      while (drops < DROPS_MAX && socket.getInputStream().available() == 0 && drips(socket)) {
        drops++;
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
      }

      assertThat(drops).isLessThan(DROPS_MAX / 2);
      byte[] answer = socket.getInputStream().readNBytes(12);
      assertThat(new String(answer, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 408");
    }
  }

  private static boolean drips(Socket socket) {
    try {
      socket.getOutputStream().write(' ');
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
