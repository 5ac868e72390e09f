package org.plimsoll.driver.jdbc;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plimsoll.api.OperationType;

/**
 * The user's statements by the names that the mix uses. Each starts on its own line with its name
 * and a colon. Several statements separated by semicolons are one transaction.
 *
 * @param byName in the order of the text
 */
record NamedStatements(Map<String, List<SqlText>> byName) {
  /** Matches a name and its colon; a second colon would make it a cast. */
  private static final Pattern NAME =
      Pattern.compile("(?m)^[ \\t]*([a-z][a-z0-9]*(?:-[a-z0-9]+)*)[ \\t]*:(?!:)");

  /**
   * Parses the setting {@code statements}.
   *
   * @throws IllegalArgumentException if a text does not have this form
   */
  static NamedStatements parse(String text) {
    Map<String, List<SqlText>> byName = new LinkedHashMap<>();
    if (text.isBlank()) {
      return new NamedStatements(byName);
    }
    Matcher name = NAME.matcher(text);
    if (!name.find() || !text.substring(0, name.start()).isBlank()) {
      throw new IllegalArgumentException("must start with a name and a colon");
    }
    while (true) {
      String called = name.group(1);
      int begin = name.end();
      boolean more = name.find();
      List<SqlText> sql =
          SqlText.statements(text.substring(begin, more ? name.start() : text.length()));
      if (sql.isEmpty() || byName.put(called, sql) != null) {
        throw new IllegalArgumentException("must have each name once, with a statement");
      }
      if (!more) {
        return new NamedStatements(byName);
      }
    }
  }

  /** The operation type that runs the statements of this name. */
  static OperationType type(String name, List<SqlText> statements) {
    boolean reads = statements.stream().allMatch(SqlText::reads);
    boolean row =
        statements.stream()
            .flatMap(statement -> statement.parameters().stream())
            .anyMatch(parameter -> !parameter.startsWith("{") && !parameter.matches("key(-\\w+)?"));
    return new OperationType(
        name, reads ? OperationType.Side.READS : OperationType.Side.WRITES, row, false);
  }
}
