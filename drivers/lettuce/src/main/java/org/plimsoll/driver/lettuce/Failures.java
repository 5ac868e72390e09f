package org.plimsoll.driver.lettuce;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisException;
import io.lettuce.core.cluster.PartitionSelectorException;
import io.lettuce.core.protocol.RedisProtocolException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Causes;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Outcome;

/** Converts failures to stable failure codes and to user messages. */
public final class Failures {
  public static final FailureCode CLUSTER_DOWN = FailureCode.own("cluster-down");

  private Failures() {}

  /**
   * Returns the failure code for an error reply such as {@code WRONGTYPE Operation against a key
   * …}.
   */
  public static FailureCode codeOfAnswer(String error) {
    int space = error.indexOf(' ');
    return switch (space < 0 ? error : error.substring(0, space)) {
      case "WRONGTYPE" -> Common.WRONG_TYPE;
      case "OOM" -> Common.OUT_OF_MEMORY;
      case "LOADING" -> FailureCode.own("loading");
      case "READONLY" -> Common.READ_ONLY;
      case "MOVED" -> FailureCode.own("moved");
      case "ASK" -> FailureCode.own("ask");
      case "CLUSTERDOWN" -> CLUSTER_DOWN;
      case "CROSSSLOT" -> FailureCode.own("cross-slot");
      case "TRYAGAIN" -> FailureCode.own("try-again");
      case "MASTERDOWN" -> FailureCode.own("master-down");
      case "NOREPLICAS" -> FailureCode.own("no-replicas");
      case "MISCONF" -> FailureCode.own("misconfigured");
      case "BUSY" -> Common.BUSY;
      case "NOAUTH", "WRONGPASS", "NOPERM" -> Common.AUTH;
      default -> {
        if (error.contains("max number of clients")) {
          yield Common.REJECTED;
        }
        yield error.contains("not an integer") ? Common.NOT_A_NUMBER : Common.ERROR;
      }
    };
  }

  /** Returns the outcome of an operation that failed with an exception of Lettuce. */
  public static Outcome outcome(Throwable failure) {
    return Outcome.failed(codeOf(failure), failure);
  }

  /** Returns the failure code for an exception of Lettuce. */
  public static FailureCode codeOf(Throwable failure) {
    return FailureCode.of(failure, Failures::known);
  }

  private static @Nullable FailureCode known(Throwable cause) {
    String message = String.valueOf(cause.getMessage());
    return switch (cause) {
      case RedisCommandExecutionException _ -> codeOfAnswer(message);
      case RedisCommandTimeoutException _ -> Common.TIMEOUT;
      case PartitionSelectorException _ -> CLUSTER_DOWN;
      case RedisException _ -> codeOfState(message);
      default -> null;
    };
  }

  private static @Nullable FailureCode codeOfState(String message) {
    if (message.contains("not connected")) {
      return Common.NOT_CONNECTED;
    }
    if (message.contains("queue size exceeded")) {
      return Common.REJECTED;
    }
    boolean lost = message.contains("disconnected") || message.contains("closed");
    return lost ? Common.CONNECTION_LOST : null;
  }

  private static IOException notRedis(String address, Throwable e) {
    return new IOException(
        address + " answered, but not as Redis: another service listens there", e);
  }

  /**
   * Creates an exception whose message says in one sentence why {@code address} cannot be used. The
   * message never contains a password.
   */
  public static IOException unusable(String address, Duration patience, Throwable failure) {
    List<Throwable> causes = Causes.of(failure);
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
          return notRedis(address, e);
        }
        // The client looks up a handler that it has removed if the answer was not from Redis.
        case IllegalStateException e when message.contains("HandshakeHandler not registered") -> {
          return notRedis(address, e);
        }
        case UnknownHostException e -> {
          return new IOException(address + " cannot be reached: no such host", e);
        }
        case SSLException e -> {
          return new IOException(address + " failed the TLS handshake: " + undumped(message), e);
        }
        default -> {}
      }
    }
    Throwable root = causes.getLast();
    return new IOException(
        address + " cannot be used as a Redis server: " + root.getMessage(), failure);
  }

  /**
   * Whether the server's reason may have been lost. If the server refuses and closes the connection
   * immediately, Lettuce's handshake may fail before it reads the answer.
   */
  public static boolean hidesItsReason(RedisException failure) {
    return Causes.of(failure).stream()
        .anyMatch(cause -> String.valueOf(cause.getMessage()).contains("not registered"));
  }

  private static String refusal(String answer) {
    boolean refused =
        codeOfAnswer(answer) == Common.AUTH
            || answer.contains("Client sent AUTH")
            || answer.contains("without any password configured");
    return (refused ? "refused the credentials: " : "answered with an error: ") + answer;
  }

  /** Removes the hexadecimal dump that Netty appends to the message if the answer is not TLS. */
  private static String undumped(String message) {
    return message.replaceFirst(": \\p{XDigit}{10,}$", "");
  }
}
