package org.plimsoll.result;

import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Summary.OperationSummary;

/** The errors of an operation. */
public final class OperationErrors {
  private OperationErrors() {}

  /** The number of operations that ended in an error. */
  public static long count(OperationSummary operation) {
    return operation.failures().values().stream().mapToLong(Long::longValue).sum();
  }

  /** The share of operations that ended in an error; null if none ended. */
  public static @Nullable Double share(OperationSummary operation) {
    long errors = count(operation);
    long ended = errors + operation.counts().answered();
    return ended == 0 ? null : (Double) ((double) errors / ended);
  }

  /** The share of errors as text, such as {@code 0 %}; {@link Figures#NONE} if none ended. */
  public static String text(OperationSummary operation) {
    Double share = share(operation);
    return share == null ? Figures.NONE : Figures.percent(share);
  }
}
