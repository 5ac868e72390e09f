package org.plimsoll.api;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Utilities for the chain of causes of an exception. */
public final class Causes {
  private static final int MAX = 16;

  private Causes() {}

  /** Returns the exception and its chain of causes, at most {@value #MAX} in total. */
  public static List<Throwable> of(Throwable failure) {
    List<Throwable> causes = new ArrayList<>();
    for (Throwable t = failure; t != null && causes.size() < MAX; t = t.getCause()) {
      causes.add(t);
    }
    return causes;
  }

  /** Applies a function to each cause and returns the first result that is not null, or null. */
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

  /** Returns the last cause of the chain. */
  public static Throwable root(Throwable failure) {
    return of(failure).getLast();
  }

  /** Returns an exception's message on one line, or the name of its class if it has no message. */
  public static String line(Throwable failure) {
    String message = failure.getMessage();
    return message == null || message.isBlank()
        ? failure.getClass().getSimpleName()
        : message.strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
