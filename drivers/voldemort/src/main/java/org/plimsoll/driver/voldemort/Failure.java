package org.plimsoll.driver.voldemort;

import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Outcome;

/**
 * The reason why a node has not executed a request.
 *
 * @param code the failure code of the outcome
 * @param message the message of the server or of the connection
 * @param sent whether the request was sent
 */
record Failure(FailureCode code, Supplier<String> message, boolean sent) {
  static final FailureCode OBSOLETE_VERSION = FailureCode.own("obsolete-version");
  static final FailureCode INSUFFICIENT_NODES = FailureCode.own("insufficient-nodes");
  static final FailureCode INVALID_METADATA = FailureCode.own("invalid-metadata");
  static final FailureCode INCONSISTENT_DATA = FailureCode.own("inconsistent-data");
  static final FailureCode STORE_NOT_FOUND = FailureCode.own("store-not-found");

  /** Message for an unknown store, which has no error number (vp3 and pb0). */
  private static final Pattern NO_STORE = Pattern.compile("(No store named:|Unknown store) '.*");

  /** Creates a failure of a request that may have been executed. */
  static Failure of(FailureCode code, String message) {
    return new Failure(code, () -> message, true);
  }

  /** Creates a failure of a request that was not sent. */
  static Failure unsent(FailureCode code, String message) {
    return new Failure(code, () -> message, false);
  }

  /**
   * Returns the failure for an answer with an error, by the numbers of Voldemort's ErrorCodeMapper.
   */
  static Failure answered(int number, String message) {
    FailureCode code =
        switch (number) {
          case 1 -> NO_STORE.matcher(message).matches() ? STORE_NOT_FOUND : Common.ERROR;
          case 2 -> INSUFFICIENT_NODES;
          case 4 -> OBSOLETE_VERSION;
          case 7, 15 -> Common.UNAVAILABLE;
          case 8 -> INCONSISTENT_DATA;
          case 9 -> INVALID_METADATA;
          case 10 -> Common.IO_ERROR;
          case 11, 16 -> Common.UNSUPPORTED;
          case 17 -> Common.THROTTLED;
          case 19 -> Common.AUTH;
          case 22 -> STORE_NOT_FOUND;
          default -> Common.ERROR;
        };
    return of(code, message.isBlank() ? "error " + number : message);
  }

  boolean isObsoleteVersion() {
    return code.equals(OBSOLETE_VERSION);
  }

  /** Whether another replica may succeed instead. */
  boolean isOfTheNode() {
    return !isObsoleteVersion()
        && !code.equals(INSUFFICIENT_NODES)
        && !code.equals(STORE_NOT_FOUND)
        && !code.equals(Common.UNSUPPORTED)
        && !code.equals(Common.AUTH);
  }

  Outcome outcome() {
    Outcome outcome = Outcome.failed(code, message);
    return sent ? outcome : outcome.withAttempts(0);
  }
}
