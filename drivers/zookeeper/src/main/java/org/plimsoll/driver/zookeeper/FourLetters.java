package org.plimsoll.driver.zookeeper;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.TlsSettings;

/** The commands of four letters that a server answers on the port of its clients. */
final class FourLetters {
  private final DriverContext context;
  private final Duration patience;
  private final @Nullable SSLSocketFactory tls;

  FourLetters(DriverContext context, Duration patience) throws GeneralSecurityException {
    this.context = context;
    this.patience = patience;
    tls = context.settings().get(TlsSettings.TLS) ? verifying(context.settings()) : null;
  }

  private static SSLSocketFactory verifying(SettingValues settings)
      throws GeneralSecurityException {
    TrustManagerFactory trust = TlsSettings.trust(settings);
    SSLContext verifying = SSLContext.getInstance("TLS");
    verifying.init(null, trust == null ? null : trust.getTrustManagers(), null);
    return verifying.getSocketFactory();
  }

  /** Sends a command and returns the whole answer. */
  String ask(HostPort server, String command) throws IOException {
    int millis = Math.toIntExact(Math.clamp(patience.toMillis(), 1, Integer.MAX_VALUE));
    InetAddress address = context.resolve(server.host(), server.port())[0];
    try (Socket plain = new Socket()) {
      plain.connect(new InetSocketAddress(address, server.port()), millis);
      plain.setSoTimeout(millis);
      try (Socket socket = secured(plain, server)) {
        socket.getOutputStream().write(command.getBytes(StandardCharsets.US_ASCII));
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      }
    }
  }

  private Socket secured(Socket plain, HostPort server) throws IOException {
    if (tls == null) {
      return plain;
    }
    SSLSocket socket = (SSLSocket) tls.createSocket(plain, server.host(), server.port(), true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    socket.setSSLParameters(parameters);
    return socket;
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
