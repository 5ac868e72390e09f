package org.plimsoll.driver.http;

import java.util.ArrayList;
import java.util.List;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;

/**
 * Converts status codes of RFC 9110 and RFC 6585 to failure codes, and defines which statuses are
 * successes.
 */
final class Statuses {
  static final String ALLOWED = "statuses such as 2xx or 200,204,3xx";

  private final boolean[] succeeds = new boolean[600];

  private Statuses() {}

  static Statuses parse(String text) {
    Statuses statuses = new Statuses();
    List<String> parts = new ArrayList<>(List.of(text.split(",", -1)));
    for (String part : parts) {
      String status = part.strip();
      if (status.matches("[1-5]xx")) {
        int hundred = (status.charAt(0) - '0') * 100;
        for (int i = hundred; i < hundred + 100; i++) {
          statuses.succeeds[i] = true;
        }
      } else if (status.matches("[1-5][0-9][0-9]")) {
        statuses.succeeds[Integer.parseInt(status)] = true;
      } else {
        throw new IllegalArgumentException("must be " + ALLOWED);
      }
    }
    return statuses;
  }

  boolean isSuccess(int status) {
    return status >= 0 && status < succeeds.length && succeeds[status];
  }

  static boolean isNotFound(int status) {
    return status == 404 || status == 410;
  }

  static FailureCode failureCode(int status) {
    return switch (status) {
      case 400 -> FailureCode.own("bad-request");
      case 401, 403, 407 -> Common.AUTH;
      case 405, 501 -> Common.UNSUPPORTED;
      case 408 -> Common.TIMEOUT;
      case 409 -> Common.CONFLICT;
      case 412, 428 -> FailureCode.own("precondition-failed");
      case 413 -> Common.TOO_LARGE;
      case 414, 431 -> FailureCode.own("request-too-long");
      case 429 -> Common.THROTTLED;
      case 500 -> Common.INTERNAL_ERROR;
      case 502 -> FailureCode.own("bad-gateway");
      case 503 -> Common.UNAVAILABLE;
      case 504 -> FailureCode.own("gateway-timeout");
      case 507 -> FailureCode.own("out-of-space");
      default ->
          status >= 300 && status < 400
              ? FailureCode.own("redirected")
              : FailureCode.own("unexpected-status-" + Math.clamp(status / 100, 0, 9) + "xx");
    };
  }
}
