package org.plimsoll.settings.text;

import java.util.Locale;

/** The text of an enum constant: lower case, with hyphens. */
public final class ChoiceText {
  private ChoiceText() {}

  /** The text of a constant. */
  public static String of(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
