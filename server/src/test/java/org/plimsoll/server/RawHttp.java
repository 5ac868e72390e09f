package org.plimsoll.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.plimsoll.report.folder.ResultJson;
import tools.jackson.databind.JsonNode;

/** Sends HTTP requests as bytes, with headers that a client library would not send. */
final class RawHttp {
  private static final int TIMEOUT_MILLIS = 20_000;

  private RawHttp() {}

  /** An answer; names of headers are in lower case. */
  record Answer(int status, Map<String, String> headers, String body) {
    JsonNode json() {
      return ResultJson.mapper().readTree(body);
    }

    String header(String name) {
      return headers.getOrDefault(name, "");
    }
  }

  /**
   * Sends a request line, headers and a body; with {@code Connection: close} unless the headers
   * contain another.
   */
  static Answer send(int port, String line, String headers, String body) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return send(socket, line, headers, body);
    }
  }

  static Answer send(Socket socket, String line, String headers, String body) throws IOException {
    socket.setSoTimeout(TIMEOUT_MILLIS);
    String connection = headers.contains("Connection: ") ? "" : "Connection: close\r\n";
    String request = line + "\r\n" + headers + connection + "\r\n" + body;
    socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().flush();
    String text = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int end = text.indexOf("\r\n\r\n");
    String[] lines = text.substring(0, end).split("\r\n", -1);
    Map<String, String> found = new TreeMap<>();
    for (int i = 1; i < lines.length; i++) {
      int colon = lines[i].indexOf(':');
      found.merge(
          lines[i].substring(0, colon).toLowerCase(Locale.ROOT),
          lines[i].substring(colon + 1).strip(),
          (one, other) -> one + "\n" + other);
    }
    return new Answer(Integer.parseInt(lines[0].split(" ", -1)[1]), found, text.substring(end + 4));
  }
}
