package org.plimsoll.report.terminal;

import java.util.ArrayList;
import java.util.List;
import org.plimsoll.result.Validity;

/** Formats text for a terminal: width, padding, wrapping and color. */
public final class TerminalText {
  /** A color of the terminal; {@code PLAIN} adds none. */
  enum Color {
    PLAIN(""),
    BOLD("\u001b[1m"),
    DIM("\u001b[2m"),
    RED("\u001b[31m"),
    GREEN("\u001b[32m"),
    YELLOW("\u001b[33m");

    private final String start;

    Color(String start) {
      this.start = start;
    }

    static Color of(Validity validity) {
      return switch (validity) {
        case VALID -> GREEN;
        case SUSPECT -> YELLOW;
        default -> RED;
      };
    }

    String paint(String text, boolean ansi) {
      return ansi && this != PLAIN ? start + text + "\u001b[0m" : text;
    }
  }

  private TerminalText() {}

  /** Replaces control characters, so that texts of a target cannot control the terminal. */
  public static String printable(String text) {
    return text.codePoints()
        .map(c ->
            Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? '\ufffd' : c)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /** Returns the width of a text in terminal columns. */
  public static int width(String text) {
    return text.codePoints().map(TerminalText::width).sum();
  }

  private static int width(int c) {
    int type = Character.getType(c);
    if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
      return 0;
    }
    boolean wide =
        (c >= 0x1100 && c <= 0x115f)
            || (c >= 0x2e80 && c <= 0xa4cf)
            || (c >= 0xac00 && c <= 0xd7a3)
            || (c >= 0xf900 && c <= 0xfaff)
            || (c >= 0xfe30 && c <= 0xfe6f)
            || (c >= 0xff00 && c <= 0xff60)
            || (c >= 0x1f300 && c <= 0x1faff)
            || (c >= 0x20000 && c <= 0x3fffd);
    return wide ? 2 : 1;
  }

  /** Cuts a text to a number of columns; a cut is shown as an ellipsis. */
  public static String fit(String text, int columns) {
    if (width(text) <= columns) {
      return text;
    }
    StringBuilder fitting = new StringBuilder();
    int used = 0;
    for (int c : text.codePoints().toArray()) {
      used += width(c);
      if (used > columns - 1) {
        break;
      }
      fitting.appendCodePoint(c);
    }
    return fitting.append('…').toString();
  }

  static String left(String text, int columns) {
    String fitting = fit(text, columns);
    return fitting + " ".repeat(columns - width(fitting));
  }

  static String right(String text, int columns) {
    return " ".repeat(Math.max(0, columns - width(text))) + text;
  }

  /** Wraps text to a number of columns; the second and later lines are indented. */
  public static List<String> wrap(String text, String indent, int columns) {
    List<String> lines = new ArrayList<>();
    String words = text.stripLeading();
    StringBuilder line = new StringBuilder(text.substring(0, text.length() - words.length()));
    boolean first = true;
    for (String word : words.split(" ", -1)) {
      String rest = word;
      if (!first && width(line + " " + rest) > columns) {
        lines.add(line.toString());
        line = new StringBuilder(indent);
      } else if (!first) {
        line.append(' ');
      }
      first = false;
      while (width(line + rest) > columns) {
        int cut = columns - width(line.toString());
        int end = prefix(rest, cut);
        lines.add(line + rest.substring(0, end));
        rest = rest.substring(end);
        line = new StringBuilder(indent);
      }
      line.append(rest);
    }
    lines.add(line.toString());
    return lines;
  }

  private static int prefix(String text, int columns) {
    int used = 0;
    int end = 0;
    while (end < text.length()) {
      int c = text.codePointAt(end);
      used += width(c);
      if (used > columns) {
        break;
      }
      end += Character.charCount(c);
    }
    return Math.max(end, Character.charCount(text.codePointAt(0)));
  }
}
