package org.plimsoll.api.kit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One statement of the user in SQL or CQL. A placeholder of a value has the form {@code :name}.
 *
 * @param text the statement, with a question mark instead of each placeholder
 * @param parameters names, or distributions in braces, of the placeholders in order
 */
public record StatementText(String text, List<String> parameters) {
  /**
   * Matches text that is copied unchanged. Its colons and semicolons have no meaning for the
   * parser.
   */
  private static final Pattern OPAQUE =
      Pattern.compile(
          "'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|`[^`]*`|--[^\\n]*|/\\*(?s:.*?)\\*/"
              + "|\\$(\\w*)\\$(?s:.*?)\\$\\1\\$|::|:=");

  private static final Pattern PARAMETER =
      Pattern.compile(":(\\{[^{}]*}|[\\p{L}_](?:[\\p{L}\\p{N}_]|-(?=[\\p{L}\\p{N}]))*)");

  private static final Pattern FIRST_WORD = Pattern.compile("[\\s(]*([A-Za-z]*)");

  public StatementText {
    parameters = List.copyOf(parameters);
  }

  /** Splits a text into its statements, which semicolons separate. */
  public static List<StatementText> split(String text) {
    List<StatementText> statements = new ArrayList<>();
    StringBuilder plain = new StringBuilder();
    List<String> parameters = new ArrayList<>();
    Matcher opaque = OPAQUE.matcher(text);
    Matcher parameter = PARAMETER.matcher(text);
    int at = 0;
    while (at < text.length()) {
      if (opaque.region(at, text.length()).lookingAt()) {
        plain.append(opaque.group());
        at = opaque.end();
      } else if (parameter.region(at, text.length()).lookingAt()) {
        plain.append('?');
        parameters.add(parameter.group(1));
        at = parameter.end();
      } else if (text.charAt(at) == ';') {
        add(statements, plain, parameters);
        at++;
      } else {
        plain.append(text.charAt(at));
        at++;
      }
    }
    add(statements, plain, parameters);
    return statements;
  }

  private static void add(
      List<StatementText> statements, StringBuilder plain, List<String> parameters) {
    if (!plain.toString().isBlank()) {
      statements.add(new StatementText(plain.toString().strip(), parameters));
    }
    plain.setLength(0);
    parameters.clear();
  }

  /** Returns whether the statement only reads, by its first word. */
  public boolean reads() {
    return switch (firstWord()) {
      case "select", "values", "show", "table", "explain" -> true;
      case "with" -> !text.matches("(?is).*\\b(insert|update|delete|merge)\\b.*");
      default -> false;
    };
  }

  /** Returns the first word in lower case; empty if the statement does not start with a word. */
  public String firstWord() {
    Matcher word = FIRST_WORD.matcher(text);
    return word.lookingAt() ? word.group(1).toLowerCase(Locale.ROOT) : "";
  }
}
