package org.plimsoll.report.terminal;

import java.util.List;

/**
 * The width and the colors that text is rendered for.
 *
 * @param columns width, from {@value #COLUMNS_MIN} to {@value #COLUMNS_MAX}; other widths are
 *     adjusted to this range
 * @param ansi whether colors are shown
 */
public record Screen(int columns, boolean ansi) {
  /** The screen for a file, a pipe, or a terminal of unknown width. */
  public static final Screen PLAIN = new Screen(80, false);

  static final int COLUMNS_MIN = 40;

  /** Maximum width, because wider lines are harder to read. */
  static final int COLUMNS_MAX = 80;

  public Screen {
    columns = Math.clamp(columns, COLUMNS_MIN, COLUMNS_MAX);
  }

  /** Returns whether a table of this width is too wide. */
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
