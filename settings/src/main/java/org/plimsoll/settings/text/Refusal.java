package org.plimsoll.settings.text;

import java.util.Collection;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.NearestName;

/**
 * Creates messages that reject a value, in their common form: {@code rate: must be above 0, was
 * '-1'}.
 */
public final class Refusal {
  private Refusal() {}

  /**
   * Creates the message for a rejected value.
   *
   * @param key the setting
   * @param must the requirement, starting with "must" or "cannot"
   * @param was the value, with secrets masked
   */
  public static InvalidSpecException of(String key, String must, String was) {
    return new InvalidSpecException(key + ": " + must + ", was '" + was + "'");
  }

  /** Creates the message for a rejected value, with the exception that caused the rejection. */
  public static InvalidSpecException of(String key, String must, String was, Throwable cause) {
    return new InvalidSpecException(key + ": " + must + ", was '" + was + "'", cause);
  }

  /** Creates the message for a rejected name, with the nearest known name. */
  public static InvalidSpecException ofName(
      String key, String must, String was, String name, Collection<String> known) {
    return new InvalidSpecException(
        key + ": " + must + ", was '" + was + "'" + NearestName.suggestion(name, known));
  }
}
