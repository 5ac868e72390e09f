package org.plimsoll.settings.text;

import java.util.Collection;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.NearestName;

/** The common form of messages that reject a value: {@code rate: must be above 0, was '-1'}. */
public final class Refusal {
  private Refusal() {}

  /**
   * Creates the message for a rejected value.
   *
   * @param key the setting
   * @param must the requirement, starting with "must" or "cannot"
   * @param was the value as it may be shown
   */
  public static InvalidSpecException of(String key, String must, String was) {
    return new InvalidSpecException(key + ": " + must + ", was '" + was + "'");
  }

  /** A refused value, with the exception that caused it. */
  public static InvalidSpecException of(String key, String must, String was, Throwable cause) {
    return new InvalidSpecException(key + ": " + must + ", was '" + was + "'", cause);
  }

  /** A refused name, with the known name that is nearest to it. */
  public static InvalidSpecException ofName(
      String key, String must, String was, String name, Collection<String> known) {
    return new InvalidSpecException(
        key + ": " + must + ", was '" + was + "'" + NearestName.suggestion(name, known));
  }
}
