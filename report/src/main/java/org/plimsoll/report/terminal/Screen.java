package org.plimsoll.report.terminal;

import java.util.List;

/**
 * What text is rendered for.
 *
 * @param columns width, from {@value #COLUMNS_MIN} to {@value #COLUMNS_MAX}; others are adjusted
 * @param ansi whether colors are shown
 */
public record Screen(int columns, boolean ansi) {
  /** A file, a pipe, or a terminal of unknown width. */
  public static final Screen PLAIN = new Screen(80, false);

  static final int COLUMNS_MIN = 40;

  /** Wider lines are harder to read. */
  static final int COLUMNS_MAX = 80;

  public Screen {
    columns = Math.clamp(columns, COLUMNS_MIN, COLUMNS_MAX);
  }

  /** Whether a table of this width is too wide. */
  boolean isNarrowerThan(int width) {
    return columns < width;
  }

  /** Cuts a text to the width. */
  String fit(String text) {
    return TerminalText.fit(text, columns);
  }

  /** Wraps a text to the width; the second and later lines are indented. */
  List<String> wrap(String text, String indent) {
    return TerminalText.wrap(text, indent, columns);
  }
}
