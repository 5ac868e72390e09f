package org.plimsoll.driver.zookeeper;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;

/** The commands of four letters that a server answers on the port of its clients. */
final class FourLetters {
  private final DriverContext context;
  private final Duration patience;

  FourLetters(DriverContext context, Duration patience) {
    this.context = context;
    this.patience = patience;
  }

  /** Sends a command and returns the whole answer. */
  String ask(HostPort server, String command) throws IOException {
    int millis = Math.toIntExact(Math.clamp(patience.toMillis(), 1, Integer.MAX_VALUE));
    InetAddress address = context.resolve(server.host(), server.port())[0];
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(address, server.port()), millis);
      socket.setSoTimeout(millis);
      socket.getOutputStream().write(command.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** What {@code srvr} says, which every server allows: {@code Mode} is {@code leader}. */
  Map<String, String> state(HostPort server) throws IOException {
    Map<String, String> state = new LinkedHashMap<>();
    ask(server, "srvr")
        .lines()
        .forEach(line -> {
          int colon = line.indexOf(": ");
          if (colon > 0) {
            state.put(line.substring(0, colon), line.substring(colon + 2).strip());
          }
        });
    return state;
  }
}
