package org.plimsoll.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.server.run.LiveRuns;

/** Connections that send nothing keep nobody out. */
@Timeout(180)
class IdleConnectionsTest {
  private static final int MORE_THAN_ALLOWED = 700;

  @TempDir Path folder;

  /** The watcher's connection is the oldest. */
  @Test
  void idleConnectionsAreClosedForNewOnesAndWatchersStay() throws Exception {
    List<Socket> idle = new ArrayList<>();
    try (PlimsollServer server =
        PlimsollServer.start(
            ServerSettings.local(0), new LiveRuns(Drivers.of(new SimDriver()), folder, 3))) {
      Http http = new Http(server.port());
      try (Http.Events watcher = http.events("/api/v1/stream", Map.of())) {
        watcher.next("runs");
        for (int i = 0; i < MORE_THAN_ALLOWED; i++) {
          idle.add(new Socket(InetAddress.getLoopbackAddress(), server.port()));
        }

        assertThat(
                RawHttp.send(server.port(), "GET /api/v1/runs HTTP/1.1", "Host: localhost\r\n", "")
                    .status())
            .isEqualTo(200);
        idle.getFirst().setSoTimeout(20_000);
        assertThat(idle.getFirst().getInputStream().read()).isEqualTo(-1);
        assertThat(watcher.next("runs").data().path("runs")).isEmpty();
      }
    } finally {
      for (Socket socket : idle) {
        socket.close();
      }
    }
  }
}
