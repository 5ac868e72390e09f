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
 * The code of a failure: a stable text by which reports count failures. A driver has few different
 * codes. A failure that many stores have in common has a {@link Common} code, even if the store has
 * another name for it. A failure that only one store has gets an {@linkplain #own own} code of its
 * driver.
 */
public sealed interface FailureCode {
  /** Returns the code as lower-case words joined by hyphens. */
  String text();

  /** Codes that have the same meaning for all drivers. */
  enum Common implements FailureCode {
    /** The target must not connect to the address, see {@link DriverContext#resolve}. */
    ADDRESS_REFUSED,
    /** The store rejected the credentials, or the user lacks the permission. */
    AUTH,
    /** The answer cannot be parsed, or does not match the request. */
    BAD_ANSWER,
    /** The server reports that it is busy. */
    BUSY,
    /** The session, or a resource that it uses, was closed. */
    CLOSED,
    /** Another operation changed the row first. */
    CONFLICT,
    /** No connection was established in time. */
    CONNECT_TIMEOUT,
    /** The connection was closed before the answer arrived. */
    CONNECTION_LOST,
    /** Nothing listens at the address. */
    CONNECTION_REFUSED,
    /** The server answered with an error that has no more specific code. */
    ERROR,
    /** A row with this key already exists. */
    EXISTS,
    /** The thread was interrupted. */
    INTERRUPTED,
    /** An internal error of the server. */
    INTERNAL_ERROR,
    /** A file or a device could not be read or written. */
    IO_ERROR,
    /** The key is longer than the store allows. */
    KEY_TOO_LONG,
    /** The row of a counter contains something other than a number. */
    NOT_A_NUMBER,
    /** There is no connection, so nothing was sent. */
    NOT_CONNECTED,
    /** The server is out of memory. */
    OUT_OF_MEMORY,
    /** No connection of a pool was free in time. */
    POOL_TIMEOUT,
    /** The server does not accept writes. */
    READ_ONLY,
    /** The server or the client is overloaded and rejected the request. */
    REJECTED,
    /** The request exceeds a rate limit of the store. */
    THROTTLED,
    /** No answer arrived in time. */
    TIMEOUT,
    /** The TLS handshake failed. */
    TLS,
    /** The row or the request is larger than the store allows. */
    TOO_LARGE,
    /** The part of the store that holds the row is unavailable. */
    UNAVAILABLE,
    /** The host name cannot be resolved. */
    UNKNOWN_HOST,
    /** The driver or the store does not support the operation. */
    UNSUPPORTED,
    /** The value under the key is not a row of the driver. */
    WRONG_TYPE;

    private final String text = name().toLowerCase(Locale.ROOT).replace('_', '-');

    @Override
    public String text() {
      return text;
    }
  }

  /** A code that only one driver uses. */
  record Own(String text) implements FailureCode {
    public Own {
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        if ((c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-') {
          throw new IllegalArgumentException(
              "a failure's code must be lower-case words joined by hyphens, was: " + text);
        }
      }
    }
  }

  /**
   * Returns the driver's own code with this text, or the common code with this text, if there is
   * one.
   */
  static FailureCode own(String text) {
    for (Common common : Common.values()) {
      if (common.text.equals(text)) {
        return common;
      }
    }
    return new Own(text);
  }

  /** Returns the code of a JDK exception, or an own code with the name of the exception's class. */
  static FailureCode of(Throwable failure) {
    return of(failure, _ -> null);
  }

  /**
   * Returns the code of the first cause that has one.
   *
   * @param known maps the exceptions of a client library to codes; returns null for other
   *     exceptions, which then have the codes of the JDK's exceptions
   */
  static FailureCode of(Throwable failure, Function<Throwable, @Nullable FailureCode> known) {
    List<Throwable> causes = Causes.of(failure);
    if (causes.stream().anyMatch(RefusedAddressException.class::isInstance)) {
      return Common.ADDRESS_REFUSED;
    }
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
      case IOException _ -> Common.CONNECTION_LOST; // socket exceptions have no common base class
      default -> null;
    };
  }

  /**
   * Returns the code text of an exception class: {@code SocketTimeoutException} becomes {@code
   * socket-timeout}.
   */
  private static String nameOf(Throwable failure) {
    String name = failure.getClass().getSimpleName().replaceFirst("(Exception|Error)$", "");
    String code =
        name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-")
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9-]", "");
    return code.isEmpty() ? "exception" : code;
  }
}
