package org.plimsoll.driver.http;

import io.vertx.core.VertxException;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.StreamResetException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Outcome;

/** What Vert.x throws, as codes and as sentences. */
final class Failures {
  private Failures() {}

  static Outcome outcome(Throwable failure) {
    return Outcome.failed(codeOf(failure), failure);
  }

  static String codeOf(Throwable failure) {
    String code = null;
    for (Throwable t = failure; t != null && code == null; t = t.getCause()) {
      code = known(t);
    }
    return code == null ? Outcome.codeOf(failure) : code;
  }

  private static @Nullable String known(Throwable failure) {
    return switch (failure) {
      case HttpClosedException _ -> "connection-lost";
      case StreamResetException _ -> "stream-reset";
      case UnknownHostException _ -> "unknown-host";
      case ConnectException e when isTimeout(e) -> "connect-timeout";
      case ConnectException _ -> "connection-refused";
      case SSLException _ -> "tls";
      case SocketException _ -> "connection-lost";
      case TimeoutException _ -> "timeout";
      case VertxException e when String.valueOf(e.getMessage()).contains("closed") ->
          "connection-lost";
      case IOException _ -> "connection-lost";
      default -> null;
    };
  }

  private static boolean isTimeout(ConnectException e) {
    return String.valueOf(e.getMessage()).contains("timed out");
  }

  /** One sentence that says why the address could not be used. */
  static IOException unusable(Object address, Duration patience, Throwable failure) {
    String within = "did not answer within " + patience.toMillis() + " ms";
    String why =
        switch (codeOf(failure)) {
          case "connection-refused" -> "refused the connection: nothing listens there";
          case "connect-timeout", "timeout" -> within;
          case "unknown-host" -> "cannot be reached: no such host";
          case "tls" -> tls(failure);
          case "connection-lost" ->
              "closed the connection without an answer: it may speak another protocol";
          default -> other(root(failure));
        };
    return new IOException(address + " " + why, failure);
  }

  /** What came instead of TLS is in the library's sentence whole, in hexadecimal digits. */
  private static String tls(Throwable failure) {
    String root = root(failure);
    return root.startsWith("not an SSL/TLS record")
        ? "does not speak TLS: try http:// in place of https://"
        : "could not agree on TLS: " + root;
  }

  private static String other(String root) {
    return root.startsWith("First received frame was not SETTINGS")
        ? "does not speak HTTP/2 without TLS: try version=http1"
        : "cannot be used as an HTTP server: " + root;
  }

  private static String root(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage());
  }
}
