package org.plimsoll.settings.importing;

import org.jspecify.annotations.Nullable;

/**
 * An option or property of another tool, with its equivalent. The lists are the tables of
 * docs/import.md.
 *
 * @param name the name in the other tool
 * @param byDefault default in the other tool; null if there is none
 * @param taken whether an import has a setting, or an equivalent, for it
 * @param text the settings in backticks, or the reason why it is not imported
 * @param example properties that use it, itself first, with spaces between them
 */
record ImportedOption(
    String name, @Nullable String byDefault, boolean taken, String text, String example) {

  /** Creates an option with an equivalent. */
  static ImportedOption taken(
      String name, @Nullable String byDefault, String text, String example) {
    return new ImportedOption(name, byDefault, true, text, example);
  }

  /** An option without an equivalent. */
  static ImportedOption refused(
      String name, @Nullable String byDefault, String reason, String example) {
    return new ImportedOption(name, byDefault, false, reason, example);
  }
}
