package org.plimsoll.driver.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisException;
import io.lettuce.core.cluster.PartitionSelectorException;
import io.lettuce.core.protocol.RedisProtocolException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Outcome;

/** Failures as stable codes, and as sentences for the user. */
final class Failures {
  private Failures() {}

  /** The code of an error reply such as {@code WRONGTYPE Operation against a key …}. */
  static String codeOfAnswer(String error) {
    int space = error.indexOf(' ');
    return switch (space < 0 ? error : error.substring(0, space)) {
      case "WRONGTYPE" -> "wrong-type";
      case "OOM" -> "out-of-memory";
      case "LOADING" -> "loading";
      case "READONLY" -> "readonly";
      case "MOVED" -> "moved";
      case "ASK" -> "ask";
      case "CLUSTERDOWN" -> "cluster-down";
      case "CROSSSLOT" -> "cross-slot";
      case "TRYAGAIN" -> "try-again";
      case "MASTERDOWN" -> "master-down";
      case "NOREPLICAS" -> "no-replicas";
      case "MISCONF" -> "misconfigured";
      case "BUSY" -> "busy";
      case "NOAUTH", "WRONGPASS", "NOPERM" -> "auth";
      default -> {
        if (error.contains("max number of clients")) {
          yield "rejected";
        }
        yield error.contains("not an integer") ? "not-an-integer" : "error";
      }
    };
  }

  /** What Lettuce threw as a failed operation. */
  static Outcome outcome(Throwable failure) {
    return Outcome.failed(codeOf(failure), failure);
  }

  /** The code of what Lettuce threw. */
  static String codeOf(Throwable failure) {
    for (Throwable cause : causes(failure)) {
      String message = String.valueOf(cause.getMessage());
      String code =
          switch (cause) {
            case RedisCommandExecutionException _ -> codeOfAnswer(message);
            case RedisCommandTimeoutException _ -> "timeout";
            case PartitionSelectorException _ -> "cluster-down";
            case ConnectException _ -> "connection-refused";
            case IOException _ -> "connection-lost";
            case RedisException _ -> codeOfState(message);
            default -> null;
          };
      if (code != null) {
        return code;
      }
    }
    return Outcome.codeOf(failure);
  }

  private static @Nullable String codeOfState(String message) {
    if (message.contains("not connected")) {
      return "not-connected";
    }
    if (message.contains("queue size exceeded")) {
      return "rejected";
    }
    boolean lost = message.contains("disconnected") || message.contains("closed");
    return lost ? "connection-lost" : null;
  }

  /** One sentence that says why {@code address} could not be used. Never holds a password. */
  static IOException unusable(String address, Duration patience, Throwable failure) {
    List<Throwable> causes = causes(failure);
    for (Throwable cause : causes.reversed()) {
      String message = String.valueOf(cause.getMessage());
      switch (cause) {
        case ConnectException e -> {
          return new IOException(address + " refused the connection: nothing listens there", e);
        }
        case RedisCommandExecutionException e -> {
          return new IOException(address + " " + refusal(message), e);
        }
        case RedisCommandTimeoutException e -> {
          return new IOException(
              address
                  + " accepted the connection but did not answer as Redis within "
                  + patience.toMillis()
                  + " ms",
              e);
        }
        case RedisProtocolException e -> {
          return new IOException(
              address + " answered, but not as Redis does: something else listens there", e);
        }
        case UnknownHostException e -> {
          return new IOException(address + " cannot be reached: no such host", e);
        }
        case SSLException e -> {
          return new IOException(address + " could not agree on TLS: " + undumped(message), e);
        }
        default -> {}
      }
    }
    Throwable root = causes.getLast();
    return new IOException(
        address + " cannot be used as a Redis server: " + root.getMessage(), failure);
  }

  /**
   * Whether the server's reason was lost: where it refuses and hangs up at once, Lettuce may find
   * its handshake gone before it has looked at the answer.
   */
  static boolean hidesItsReason(RedisException failure) {
    return causes(failure).stream()
        .anyMatch(cause -> String.valueOf(cause.getMessage()).contains("not registered"));
  }

  private static String refusal(String answer) {
    return switch (codeOfAnswer(answer)) {
      case "auth" -> "refused the credentials, it answered: " + answer;
      default ->
          answer.contains("Client sent AUTH") || answer.contains("without any password configured")
              ? "refused the credentials, it answered: " + answer
              : "answered with an error: " + answer;
    };
  }

  private static List<Throwable> causes(Throwable failure) {
    List<Throwable> causes = new ArrayList<>();
    for (Throwable t = failure; t != null && causes.size() < 16; t = t.getCause()) {
      causes.add(t);
    }
    return causes;
  }

  /** Netty tells what came instead of TLS whole, in hexadecimal digits. */
  private static String undumped(String message) {
    return message.replaceFirst(": \\p{XDigit}{10,}$", "");
  }
}
