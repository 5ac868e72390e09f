package org.plimsoll.driver.ycsb;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.Outcome;
import site.ycsb.Status;

/** What a binding's status means, in codes of failures that are stable and few. */
final class Statuses {
  /** Stands for a status that a binding did not give. */
  static final FailureCode NO_STATUS = FailureCode.own("no-status");

  private Statuses() {}

  /** Whether the operation was only put into a buffer: the store has not seen it yet. */
  static boolean isBatched(@Nullable Status status) {
    return Status.BATCHED_OK.equals(status);
  }

  static boolean isNotFound(@Nullable Status status) {
    return Status.NOT_FOUND.equals(status);
  }

  /** A binding has no words but a status and what that is described as. */
  static Outcome failure(@Nullable Status status) {
    return status == null
        ? Outcome.failed(NO_STATUS, "the binding returned null")
        : Outcome.failed(code(status), () -> status.getName() + ": " + status.getDescription());
  }

  /** A failure's code: {@code SERVICE_UNAVAILABLE} is {@code service-unavailable}. */
  static FailureCode code(@Nullable Status status) {
    if (status == null) {
      return NO_STATUS;
    }
    String code =
        String.valueOf(status.getName()).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    return code.replaceAll("^-+|-+$", "").isEmpty() ? NO_STATUS : FailureCode.own(code);
  }
}
