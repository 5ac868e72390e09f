package org.plimsoll.api;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * The code of a failure: a stable text of low cardinality, under which reports count it. A failure
 * that many stores know has one of the {@link Common} codes, whatever the store calls it; one that
 * a single store knows has an {@linkplain #own own} code of its driver.
 */
public sealed interface FailureCode {
  /** Lower-case words joined by hyphens. */
  String text();

  /** Codes with one meaning for all drivers. */
  enum Common implements FailureCode {
    /** The store refused the credentials, or does not allow the user to do this. */
    AUTH,
    /** The answer cannot be read, or is not the one that the request asks for. */
    BAD_ANSWER,
    /** The server is occupied, and says so. */
    BUSY,
    /** The session, or what it works on, was closed. */
    CLOSED,
    /** Another operation changed the row first. */
    CONFLICT,
    /** No connection was established in time. */
    CONNECT_TIMEOUT,
    /** A connection ended before its answer. */
    CONNECTION_LOST,
    /** Nothing listens at the address. */
    CONNECTION_REFUSED,
    /** The server refused, with an error that has no code of its own. */
    ERROR,
    /** There is a row under the key already. */
    EXISTS,
    /** The thread was interrupted. */
    INTERRUPTED,
    /** The server failed by a defect or a fault of its own. */
    INTERNAL_ERROR,
    /** A file or a device could not be read or written. */
    IO_ERROR,
    /** The key is longer than the store takes. */
    KEY_TOO_LONG,
    /** A counter's row holds something else. */
    NOT_A_NUMBER,
    /** There is no connection: nothing was sent. */
    NOT_CONNECTED,
    /** The server has no memory left. */
    OUT_OF_MEMORY,
    /** No connection of a pool was free in time. */
    POOL_TIMEOUT,
    /** The server takes no writes. */
    READ_ONLY,
    /** The server or the client has too much to do, and refused. */
    REJECTED,
    /** The store limits the rate, and this is above it. */
    THROTTLED,
    /** No answer in time. */
    TIMEOUT,
    /** No agreement on encryption. */
    TLS,
    /** The row, or the request, is larger than the store takes. */
    TOO_LARGE,
    /** The part of the store that has the row is not there. */
    UNAVAILABLE,
    /** The name of the host is not known. */
    UNKNOWN_HOST,
    /** The driver, or the store, has no such operation. */
    UNSUPPORTED,
    /** What is stored under the key is no row of the driver's. */
    WRONG_TYPE;

    private final String text = name().toLowerCase(Locale.ROOT).replace('_', '-');

    @Override
    public String text() {
      return text;
    }
  }

  /** A code that one driver alone has. */
  record Own(String text) implements FailureCode {
    public Own {
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        if ((c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-') {
          throw new IllegalArgumentException("a failure's code is lower-case words: " + text);
        }
      }
    }
  }

  /** A code of the driver's own; the common one where there is one of that text. */
  static FailureCode own(String text) {
    for (Common common : Common.values()) {
      if (common.text.equals(text)) {
        return common;
      }
    }
    return new Own(text);
  }

  /** The code of an exception of the JDK, or the name of the exception's class as an own one. */
  static FailureCode of(Throwable failure) {
    return of(failure, _ -> null);
  }

  /**
   * The code of the first cause that has one.
   *
   * @param known the codes of a client library's own exceptions; null for an exception that it does
   *     not know: then exceptions of the JDK have the common codes
   */
  static FailureCode of(Throwable failure, Function<Throwable, @Nullable FailureCode> known) {
    List<Throwable> causes = Causes.of(failure);
    for (Throwable cause : causes) {
      FailureCode code = known.apply(cause);
      if (code == null) {
        code = ofJdk(cause);
      }
      if (code != null) {
        return code;
      }
    }
    return own(nameOf(causes.getLast()));
  }

  private static @Nullable FailureCode ofJdk(Throwable failure) {
    return switch (failure) {
      case ConnectException _, NoRouteToHostException _ -> Common.CONNECTION_REFUSED;
      case UnknownHostException _ -> Common.UNKNOWN_HOST;
      case SSLException _ -> Common.TLS;
      case SocketTimeoutException _, TimeoutException _ -> Common.TIMEOUT;
      case InterruptedException _ -> Common.INTERRUPTED;
      case CancellationException _ -> Common.CLOSED;
      case UnsupportedOperationException _ -> Common.UNSUPPORTED;
      case FileNotFoundException _, FileSystemException _ -> Common.IO_ERROR;
      case IOException _ -> Common.CONNECTION_LOST; // those of sockets have no class in common
      default -> null;
    };
  }

  /** {@code SocketTimeoutException} → {@code socket-timeout}. */
  private static String nameOf(Throwable failure) {
    String name = failure.getClass().getSimpleName().replaceFirst("(Exception|Error)$", "");
    String code =
        name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-")
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9-]", "");
    return code.isEmpty() ? "exception" : code;
  }
}
