package org.plimsoll.report.page;

/** Text made safe for HTML. */
final class Html {
  private Html() {}

  /** Safe in text and in quoted attributes; what a target says is shown, never interpreted. */
  static String escape(String text) {
    StringBuilder safe = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> safe.append("&amp;");
        case '<' -> safe.append("&lt;");
        case '>' -> safe.append("&gt;");
        case '"' -> safe.append("&quot;");
        case '\'' -> safe.append("&#39;");
        default -> safe.append(c < ' ' && c != '\n' && c != '\t' ? '\ufffd' : c);
      }
    }
    return safe.toString();
  }
}
