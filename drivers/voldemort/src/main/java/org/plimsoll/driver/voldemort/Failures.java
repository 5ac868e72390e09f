package org.plimsoll.driver.voldemort;

import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.DecoderException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Causes;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.RefusedAddressException;

/** Converts connection failures to failure codes and user messages. */
final class Failures {
  private static final Failure LOST =
      Failure.of(Common.CONNECTION_LOST, "the server closed the connection");

  private Failures() {}

  /** Returns the failure of a request whose connection broke. */
  static Failure lost(@Nullable Throwable cause) {
    return switch (cause) {
      case null -> LOST;
      case DecoderException e ->
          Failure.of(Common.BAD_ANSWER, "the server " + Causes.root(e).getMessage());
      default -> Failure.of(Common.CONNECTION_LOST, Causes.line(cause));
    };
  }

  /** Returns the failure of requests to a node to which connections fail. Nothing was sent. */
  static Failure unreachable(Object node, Duration patience, Throwable cause) {
    FailureCode code =
        Causes.of(cause).stream().anyMatch(RefusedAddressException.class::isInstance)
            ? Common.ADDRESS_REFUSED
            : Common.NOT_CONNECTED;
    return Failure.unsent(code, node + " " + why(patience, cause));
  }

  /** Returns the part of the message that follows the address. */
  static String why(Duration patience, Throwable cause) {
    return switch (cause) {
      case ConnectTimeoutException _, TimeoutException _ ->
          "did not answer as Voldemort within " + patience.toMillis() + " ms";
      case ConnectException _ -> "refused the connection: nothing listens there";
      case UnknownHostException _ -> "cannot be reached: no such host";
      case RefusedAddressException e -> String.valueOf(e.getMessage());
      default -> "cannot be used as a Voldemort server: " + Causes.line(Causes.root(cause));
    };
  }
}
