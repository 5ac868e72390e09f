package org.plimsoll.driver.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A parsed statement of the user, with {@code :name} as the placeholder of a value.
 *
 * @param sql with a question mark for each placeholder
 * @param parameters the names, or distributions in braces, in order
 */
record SqlText(String sql, List<String> parameters) {
  /**
   * Matches text that is copied unchanged, so that its colons and semicolons are not interpreted.
   */
  private static final Pattern OPAQUE =
      Pattern.compile(
          "'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|`[^`]*`|--[^\\n]*|/\\*(?s:.*?)\\*/"
              + "|\\$(\\w*)\\$(?s:.*?)\\$\\1\\$|::|:=");

  private static final Pattern PARAMETER =
      Pattern.compile(":(\\{[^{}]*}|[\\p{L}_](?:[\\p{L}\\p{N}_]|-(?=[\\p{L}\\p{N}]))*)");

  private static final Pattern FIRST_WORD = Pattern.compile("[\\s(]*([A-Za-z]*)");

  SqlText {
    parameters = List.copyOf(parameters);
  }

  /** Splits a text into its statements, which semicolons separate. */
  static List<SqlText> statements(String text) {
    List<SqlText> statements = new ArrayList<>();
    StringBuilder sql = new StringBuilder();
    List<String> parameters = new ArrayList<>();
    Matcher opaque = OPAQUE.matcher(text);
    Matcher parameter = PARAMETER.matcher(text);
    int at = 0;
    while (at < text.length()) {
      if (opaque.region(at, text.length()).lookingAt()) {
        sql.append(opaque.group());
        at = opaque.end();
      } else if (parameter.region(at, text.length()).lookingAt()) {
        sql.append('?');
        parameters.add(parameter.group(1));
        at = parameter.end();
      } else if (text.charAt(at) == ';') {
        add(statements, sql, parameters);
        at++;
      } else {
        sql.append(text.charAt(at));
        at++;
      }
    }
    add(statements, sql, parameters);
    return statements;
  }

  private static void add(List<SqlText> statements, StringBuilder sql, List<String> parameters) {
    if (!sql.toString().isBlank()) {
      statements.add(new SqlText(sql.toString().strip(), parameters));
    }
    sql.setLength(0);
    parameters.clear();
  }

  /** Whether the statement only reads, by its first word. */
  boolean reads() {
    return switch (firstWord()) {
      case "select", "values", "show", "table", "explain" -> true;
      case "with" -> !sql.matches("(?is).*\\b(insert|update|delete|merge)\\b.*");
      default -> false;
    };
  }

  /** Whether an empty result means that the row was not found. */
  boolean looksForRows() {
    return switch (firstWord()) {
      case "select", "values", "table", "with", "update", "delete" -> true;
      default -> false;
    };
  }

  private String firstWord() {
    Matcher word = FIRST_WORD.matcher(sql);
    return word.lookingAt() ? word.group(1).toLowerCase(Locale.ROOT) : "";
  }
}
