package org.plimsoll.driver.memcached;

import com.spotify.folsom.MemcacheAuthenticationException;
import com.spotify.folsom.MemcacheClosedException;
import com.spotify.folsom.MemcacheOverloadedException;
import com.spotify.folsom.MemcacheStatus;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Outcome;

/**
 * Converts errors of Memcached, of Folsom and of the driver's own connections to failure codes and
 * user messages.
 */
final class Failures {
  static final FailureCode CLIENT_ERROR = FailureCode.own("client-error");

  /** The outcome of a request that was not sent. */
  static final Outcome NOT_CONNECTED = Outcome.failed(Common.NOT_CONNECTED).withAttempts(0);

  static final Outcome CONNECTION_LOST = Outcome.failed(Common.CONNECTION_LOST);

  private Failures() {}

  /** Returns the failure of a meta protocol request that was not sent. */
  static MetaFailure notConnected() {
    return new MetaFailure(NOT_CONNECTED, "is not connected");
  }

  /** Returns the failure of a meta protocol request whose connection was closed. */
  static MetaFailure connectionLost() {
    return new MetaFailure(CONNECTION_LOST, "closed the connection");
  }

  /** Returns the failure code for an answer that is neither success nor "no such key". */
  static FailureCode codeOf(MemcacheStatus status) {
    return switch (status) {
      case KEY_EXISTS -> Common.EXISTS;
      case VALUE_TOO_LARGE -> Common.TOO_LARGE;
      case OUT_OF_MEMORY -> Common.OUT_OF_MEMORY;
      case INCR_DECR_ON_NON_NUMERIC_VALUE -> Common.NOT_A_NUMBER;
      case AUTHENTICATION_ERROR, AUTHENTICATION_CONTINUE, UNAUTHORIZED -> Common.AUTH;
      case BUSY, TEMPORARY_FAILURE -> Common.BUSY;
      case UNKNOWN_COMMAND, NOT_SUPPORTED -> Common.UNSUPPORTED;
      default -> Common.ERROR;
    };
  }

  /**
   * Returns the outcome of a failed request. If there was no connection, the request counts as not
   * sent.
   */
  static Outcome outcome(Throwable failure) {
    return switch (cause(failure)) {
      case MetaFailure e -> e.outcome();
      case MemcacheClosedException e when "Not connected".equals(e.getMessage()) -> NOT_CONNECTED;
      case MemcacheClosedException _ -> CONNECTION_LOST;
      case MemcacheOverloadedException e -> Outcome.failed(Common.REJECTED, e).withAttempts(0);
      // Folsom throws this for any CLIENT_ERROR of the text protocol, including missing
      // credentials.
      case MemcacheAuthenticationException e -> Outcome.failed(CLIENT_ERROR, e);
      case Throwable other -> Outcome.failed(other);
    };
  }

  /**
   * Creates an exception whose message says in one sentence why the address cannot be used. The
   * message never contains a password.
   */
  static IOException unusable(Object address, Duration patience, Throwable failure) {
    Throwable cause = cause(failure);
    String why =
        switch (cause) {
          case ConnectException _ -> "refused the connection: nothing listens there";
          case UnknownHostException _ -> "cannot be reached: no such host";
          case SSLException e -> "failed the TLS handshake: " + e.getMessage();
          case MemcacheAuthenticationException _ ->
              "refused the credentials, or uses a protocol other than the setting 'protocol'";
          case MetaFailure e when e.hasCode(Common.AUTH) ->
              "refused the credentials (" + e.getMessage() + ")";
          case MetaFailure e when e.hasCode(Common.UNSUPPORTED) ->
              "does not support the meta protocol (Memcached 1.6 or later): set protocol=text";
          case TimeoutException _, java.net.SocketTimeoutException _ ->
              "did not answer as Memcached within " + patience.toMillis() + " ms";
          default -> "cannot be used as a Memcached server: " + cause.getMessage();
        };
    return new IOException(address + " " + why, failure);
  }

  static Throwable cause(Throwable failure) {
    Throwable cause = failure;
    while ((cause instanceof CompletionException || cause instanceof ExecutionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }
}
