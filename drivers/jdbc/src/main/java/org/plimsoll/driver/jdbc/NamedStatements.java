package org.plimsoll.driver.jdbc;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plimsoll.api.OperationType;

/**
 * Statements of the user's by the names that the mix has for them. Each begins on a line of its own
 * with its name and a colon; several that semicolons separate are one transaction.
 *
 * @param byName in the order of the text
 */
record NamedStatements(Map<String, List<SqlText>> byName) {
  /** A second colon would make it a cast. */
  private static final Pattern NAME =
      Pattern.compile("(?m)^[ \\t]*([a-z][a-z0-9]*(?:-[a-z0-9]+)*)[ \\t]*:(?!:)");

  /**
   * Reads them.
   *
   * @throws IllegalArgumentException when a text is not of this form
   */
  static NamedStatements parse(String text) {
    Map<String, List<SqlText>> byName = new LinkedHashMap<>();
    if (text.isBlank()) {
      return new NamedStatements(byName);
    }
    Matcher name = NAME.matcher(text);
    if (!name.find() || !text.substring(0, name.start()).isBlank()) {
      throw new IllegalArgumentException("must begin with a name and a colon");
    }
    while (true) {
      String called = name.group(1);
      int begin = name.end();
      boolean more = name.find();
      List<SqlText> sql =
          SqlText.statements(text.substring(begin, more ? name.start() : text.length()));
      if (sql.isEmpty() || byName.put(called, sql) != null) {
        throw new IllegalArgumentException("must give each name once, with a statement");
      }
      if (!more) {
        return new NamedStatements(byName);
      }
    }
  }

  /** The kind of operation that performs the statements of a name. */
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
