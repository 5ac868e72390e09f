package org.plimsoll.driver.http;

import io.vertx.core.VertxException;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.StreamResetException;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Causes;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Outcome;

/** Converts exceptions of Vert.x to failure codes and to user messages. */
final class Failures {
  private Failures() {}

  static Outcome outcome(Throwable failure) {
    return Outcome.failed(codeOf(failure), failure);
  }

  static FailureCode codeOf(Throwable failure) {
    return FailureCode.of(failure, Failures::known);
  }

  private static @Nullable FailureCode known(Throwable failure) {
    return switch (failure) {
      case HttpClosedException _ -> Common.CONNECTION_LOST;
      case StreamResetException _ -> FailureCode.own("stream-reset");
      case ConnectException e when isTimeout(e) -> Common.CONNECT_TIMEOUT;
      case VertxException e when String.valueOf(e.getMessage()).contains("closed") ->
          Common.CONNECTION_LOST;
      default -> null;
    };
  }

  private static boolean isTimeout(ConnectException e) {
    return String.valueOf(e.getMessage()).contains("timed out");
  }

  /** Creates an exception whose message says in one sentence why the address cannot be used. */
  static IOException unusable(Object address, Duration patience, Throwable failure) {
    String within = "did not answer within " + patience.toMillis() + " ms";
    String why =
        switch (codeOf(failure)) {
          case Common.CONNECTION_REFUSED -> "refused the connection: nothing listens there";
          case Common.CONNECT_TIMEOUT, Common.TIMEOUT -> within;
          case Common.UNKNOWN_HOST -> "cannot be reached: no such host";
          case Common.TLS -> tls(failure);
          case Common.CONNECTION_LOST ->
              "closed the connection without an answer: it may speak another protocol";
          default -> other(root(failure));
        };
    return new IOException(address + " " + why, failure);
  }

  /**
   * Returns the message for a TLS failure, without the hexadecimal dump that the library appends if
   * an answer is not TLS.
   */
  private static String tls(Throwable failure) {
    String root = root(failure);
    return root.startsWith("not an SSL/TLS record")
        ? "does not speak TLS: try http:// instead of https://"
        : "failed the TLS handshake: " + root;
  }

  private static String other(String root) {
    return root.startsWith("First received frame was not SETTINGS")
        ? "does not speak HTTP/2 without TLS: try version=http1"
        : "cannot be used as an HTTP server: " + root;
  }

  private static String root(Throwable failure) {
    return String.valueOf(Causes.of(failure).getLast().getMessage());
  }
}
