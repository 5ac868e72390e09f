package org.plimsoll.discovery;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reports the start and the end of each outage once. */
final class Outage {
  private static final int MAX_WARNING = 500;

  private final String name;
  private final String consequence;
  private @Nullable Consumer<String> listener;
  private @Nullable String failure;

  /**
   * Creates an instance without an outage.
   *
   * @param name name of the part that may fail, with which each sentence starts
   * @param consequence the consequence of a failure, as the end of a sentence
   */
  Outage(String name, String consequence) {
    this.name = name;
    this.consequence = consequence;
  }

  String name() {
    return name;
  }

  /** Starts to report. An outage that has already started is reported now. */
  synchronized void listen(Consumer<String> newListener) {
    listener = newListener;
    if (failure != null) {
      tell(failure + consequence);
    }
  }

  /** Stops reporting. */
  synchronized void end() {
    listener = null;
  }

  synchronized void failed(String sentence) {
    boolean isNew = failure == null;
    failure = sentence;
    if (isNew) {
      tell(sentence + consequence);
    }
  }

  synchronized void succeeded() {
    if (failure != null) {
      failure = null;
      tell("works again");
    }
  }

  synchronized void tell(String text) {
    if (listener != null) {
      String line = (name + ": " + text).replaceAll("\\p{Cntrl}+", " ");
      listener.accept(line.length() > MAX_WARNING ? line.substring(0, MAX_WARNING) + "…" : line);
    }
  }
}
