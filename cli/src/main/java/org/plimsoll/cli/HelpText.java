package org.plimsoll.cli;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The text of {@code --help}. Lines break only at spaces, because a value such as {@code
 * ramp(1k,10k,5m)} or an option such as {@code --when-full} is unreadable if it is split. The
 * library also breaks after hyphens, slashes and brackets, so these are replaced by characters at
 * which no line breaks until the text is printed.
 */
final class HelpText {
  /** The first character of a range for private use, at which no line breaks. */
  private static final char PRIVATE = '\ue000';

  private static final int ASCII = 128;

  private HelpText() {}

  /** Makes the words of a description unbreakable. */
  static String unbroken(String text) {
    StringBuilder unbroken = new StringBuilder(text);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean breaks = c > ' ' && c < ASCII && c != '%' && !Character.isLetterOrDigit(c);
      // Nothing can break at the end of a word.
      if (breaks && i + 1 < text.length() && text.charAt(i + 1) > ' ') {
        unbroken.setCharAt(i, (char) (PRIVATE + c));
      }
    }
    return unbroken.toString();
  }

  /** Adds examples, each a command line without {@code plimsoll}. */
  static void examples(CommandSpec spec, String... examples) {
    spec.usageMessage()
        .footerHeading("%nExamples%n")
        .footer(
            List.of(examples).stream()
                .map(example -> unbroken("  plimsoll " + example).replace("%", "%%"))
                .toArray(String[]::new));
  }

  /** Returns the help of a command as it is printed. */
  static String of(CommandLine command) {
    String text = command.getUsageMessage();
    StringBuilder shown = new StringBuilder(text);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= PRIVATE && c < PRIVATE + ASCII) {
        shown.setCharAt(i, (char) (c - PRIVATE));
      }
    }
    return shown.toString();
  }
}
