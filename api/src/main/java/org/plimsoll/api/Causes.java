package org.plimsoll.api;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The causes of a failure, itself first. */
public final class Causes {
  private static final int MAX = 16;

  private Causes() {}

  /** The failure, its cause, the cause of that and so on; at most {@value #MAX}. */
  public static List<Throwable> of(Throwable failure) {
    List<Throwable> causes = new ArrayList<>();
    for (Throwable t = failure; t != null && causes.size() < MAX; t = t.getCause()) {
      causes.add(t);
    }
    return causes;
  }

  /** What a function makes of the first cause that it knows; null if it knows none. */
  public static <T> @Nullable T find(
      Throwable failure, Function<Throwable, ? extends @Nullable T> known) {
    for (Throwable cause : of(failure)) {
      T found = known.apply(cause);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /** The cause that has no further one. */
  public static Throwable root(Throwable failure) {
    return of(failure).getLast();
  }

  /** The message of a failure on one line; the name of its class where it has none. */
  public static String line(Throwable failure) {
    String message = failure.getMessage();
    return message == null || message.isBlank()
        ? failure.getClass().getSimpleName()
        : message.strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
