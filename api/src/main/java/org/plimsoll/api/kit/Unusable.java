package org.plimsoll.api.kit;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Causes;
import org.plimsoll.api.RefusedAddressException;

/** Creates exceptions with a sentence that says why a target cannot be used. */
public final class Unusable {
  private Unusable() {}

  /**
   * Returns a failure with the reason of the innermost cause that has one: an address that is not
   * allowed, a refused connection, an unknown host, or a cause that the driver knows.
   *
   * @param where address of the target, with which the sentence starts
   * @param known reason of a cause, such as {@code did not answer in time}; null for others
   * @param otherwise the reason if no cause has one
   */
  public static IOException because(
      String where,
      Throwable failure,
      Function<Throwable, @Nullable String> known,
      Supplier<String> otherwise) {
    for (Throwable cause : Causes.of(failure).reversed()) {
      String reason =
          switch (cause) {
            case RefusedAddressException refused -> "cannot be used: " + refused.getMessage();
            case ConnectException e ->
                hasTimedOut(e)
                    ? "did not answer in time"
                    : "refused the connection: nothing listens there";
            case UnknownHostException _ -> "cannot be reached: no such host";
            default -> known.apply(cause);
          };
      if (reason != null) {
        return new IOException(where + " " + reason, failure);
      }
    }
    return new IOException(where + " " + otherwise.get(), failure);
  }

  /** Netty and the operating system report a timeout as a failed connection, by its message. */
  private static boolean hasTimedOut(ConnectException failure) {
    return Causes.line(failure).toLowerCase(Locale.ROOT).contains("timed out");
  }
}
