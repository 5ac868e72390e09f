package org.plimsoll.driver.ycsb;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.Outcome;
import site.ycsb.Status;

/** Maps the status of a binding to stable failure codes. */
final class Statuses {
  /** The code if a binding returned no status. */
  static final FailureCode NO_STATUS = FailureCode.own("no-status");

  private Statuses() {}

  /** Whether the operation was only buffered, so that the store has not received it yet. */
  static boolean isBatched(@Nullable Status status) {
    return Status.BATCHED_OK.equals(status);
  }

  static boolean isNotFound(@Nullable Status status) {
    return Status.NOT_FOUND.equals(status);
  }

  /**
   * Returns the failure for a status. The message contains the name and the description of the
   * status.
   */
  static Outcome failure(@Nullable Status status) {
    return status == null
        ? Outcome.failed(NO_STATUS, "the binding returned null")
        : Outcome.failed(code(status), () -> status.getName() + ": " + status.getDescription());
  }

  /**
   * Returns the failure code for a status. For example, {@code SERVICE_UNAVAILABLE} gives {@code
   * service-unavailable}.
   */
  static FailureCode code(@Nullable Status status) {
    if (status == null) {
      return NO_STATUS;
    }
    String code =
        String.valueOf(status.getName()).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    return code.replaceAll("^-+|-+$", "").isEmpty() ? NO_STATUS : FailureCode.own(code);
  }
}
