package org.plimsoll.driver.zookeeper;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.kit.CheckedSockets;

/** Sends four-letter commands, which a server answers on its client port. */
final class FourLetters {
  private final CheckedSockets sockets;
  private final Duration patience;

  FourLetters(DriverContext context, Duration patience) throws GeneralSecurityException {
    sockets = CheckedSockets.verifying(context);
    this.patience = patience;
  }

  /** Sends a command and returns the whole answer. */
  String ask(HostPort server, String command) throws IOException {
    try (Socket socket = sockets.connect(server, patience)) {
      socket.getOutputStream().write(command.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /**
   * Returns the values of the answer to {@code srvr}, by name, for example {@code leader} for
   * {@code Mode}. Every server allows this command.
   */
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
