package org.plimsoll.settings.source;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.custom.PropertySource;

/**
 * The values of one property source. It keeps the values until the run starts, and reports each
 * failure once. It tries rejected values again, because other settings may have changed. It is
 * passive while another generator reads the source for the fleet.
 */
final class Layer implements PropertySource.Listener {
  private static final int MAX_WARNING = 500;

  private final String name;
  private Map<String, String> said = Map.of();

  /**
   * The values in effect; null if another generator has set them, so that they are unknown here.
   */
  private @Nullable Map<String, String> passedOn = Map.of();

  private @Nullable String failure;
  private @Nullable String refusal;
  private @Nullable PropertyListener listener;

  Layer(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  @Override
  public synchronized void says(Map<String, String> texts) {
    said = new LinkedHashMap<>(texts);
    if (failure != null) {
      failure = null;
      warn("can be read again");
    }
    offer();
  }

  @Override
  public synchronized void fails(String sentence) {
    boolean isNew = failure == null;
    failure = sentence;
    if (isNew) {
      warn(sentence + "; its last values remain in use");
    }
  }

  /** Returns the values that the source reported last. */
  synchronized Map<String, String> said() {
    return said;
  }

  /** Sets the values with which the run starts. */
  synchronized Map<String, String> begins(Map<String, String> texts) {
    passedOn = texts;
    return texts;
  }

  /**
   * Returns whether this generator reads the source. Otherwise, another generator reads it for the
   * fleet.
   */
  synchronized boolean isRead() {
    PropertyListener told = listener;
    return told != null && told.isReader();
  }

  /** Starts to pass on values, because the run has started. */
  synchronized void begin(PropertyListener newListener) {
    listener = newListener;
    if (failure != null) {
      warn(failure);
    }
    offer();
  }

  /** Stops passing on values. */
  synchronized void end() {
    listener = null;
  }

  private void offer() {
    PropertyListener told = listener;
    if (told == null) {
      return;
    }
    if (!told.isReader()) {
      passedOn = null;
      return;
    }
    if (said.equals(passedOn)) {
      refusal = null;
      return;
    }
    try {
      told.takeOver(name, said);
      passedOn = said;
      refusal = null;
    } catch (IllegalArgumentException e) {
      String sentence = String.valueOf(e.getMessage());
      if (!Objects.equals(refusal, sentence)) {
        refusal = sentence;
        warn(sentence + "; its earlier values remain in use");
      }
    }
  }

  private void warn(String text) {
    PropertyListener told = listener;
    if (told != null) {
      String line = (name + ": " + text).replaceAll("\\p{Cntrl}+", " ");
      told.warns(line.length() > MAX_WARNING ? line.substring(0, MAX_WARNING) + "…" : line);
    }
  }
}
