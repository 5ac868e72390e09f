package org.plimsoll.settings.importing;

import org.jspecify.annotations.Nullable;

/**
 * An option or property of another tool, with its equivalent. The lists of options are the tables
 * of docs/import.md.
 *
 * @param name the name in the other tool
 * @param byDefault default in the other tool; null if there is none
 * @param taken whether an import sets a setting for it, or has an equivalent
 * @param text the settings in backticks, or the reason why it is not imported
 * @param example properties that use the option, separated by spaces; the option itself is the
 *     first
 */
record ImportedOption(
    String name, @Nullable String byDefault, boolean taken, String text, String example) {

  /** Creates an option with an equivalent. */
  static ImportedOption taken(
      String name, @Nullable String byDefault, String text, String example) {
    return new ImportedOption(name, byDefault, true, text, example);
  }

  /** Creates an option without an equivalent. */
  static ImportedOption refused(
      String name, @Nullable String byDefault, String reason, String example) {
    return new ImportedOption(name, byDefault, false, reason, example);
  }
}
