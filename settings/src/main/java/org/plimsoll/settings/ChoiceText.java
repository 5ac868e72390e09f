package org.plimsoll.settings;

import java.util.Locale;

/** A constant of an enum as users write it: lower case, hyphens. */
final class ChoiceText {
  private ChoiceText() {}

  static String of(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
