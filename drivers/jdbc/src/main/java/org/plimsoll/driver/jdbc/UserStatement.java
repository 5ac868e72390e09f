package org.plimsoll.driver.jdbc;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.random.RandomGenerator;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.kit.StatementText;
import org.plimsoll.api.kit.StatementValue;

/** The user's statements with one name. Several statements form one transaction. */
final class UserStatement {
  private final List<Part> parts;
  private final boolean needsTransaction;
  private final boolean looksForRows;

  private record Part(String sql, List<Parameter> parameters) {}

  /** The number of rows and bytes that an execution has read or written. */
  private record Moved(int rows, long bytes) {}

  UserStatement(List<StatementText> texts, KeyForm keyForm, List<String> fieldNames) {
    parts =
        texts.stream()
            .map(text ->
                new Part(
                    text.text(),
                    text.parameters().stream()
                        .map(name -> new Parameter(StatementValue.of(name, fieldNames), keyForm))
                        .toList()))
            .toList();
    needsTransaction = parts.size() > 1;
    looksForRows = texts.stream().allMatch(UserStatement::looksForRows);
  }

  /** Whether an empty result means that the row was not found. */
  private static boolean looksForRows(StatementText statement) {
    return switch (statement.firstWord()) {
      case "select", "values", "table", "with", "update", "delete" -> true;
      default -> false;
    };
  }

  Outcome execute(Operation operation, Link link, RandomGenerator random) throws SQLException {
    boolean begins = needsTransaction && !link.inTransaction();
    if (begins) {
      link.begin();
    }
    int rows = 0;
    long bytes = 0;
    for (Part part : parts) {
      PreparedStatement statement = link.prepare(part.sql());
      for (int i = 0; i < part.parameters().size(); i++) {
        part.parameters().get(i).bind(statement, i + 1, operation, random);
      }
      Moved moved = execute(statement);
      rows += moved.rows();
      bytes += moved.bytes();
    }
    if (begins) {
      link.commit();
    }
    return rows == 0 && looksForRows ? Outcome.notFound() : Outcome.succeeded(rows, bytes);
  }

  private static Moved execute(PreparedStatement statement) throws SQLException {
    if (!statement.execute()) {
      return new Moved(Math.max(0, statement.getUpdateCount()), 0);
    }
    int rows = 0;
    long bytes = 0;
    try (ResultSet found = statement.getResultSet()) {
      int columns = found.getMetaData().getColumnCount();
      while (found.next()) {
        rows++;
        for (int i = 1; i <= columns; i++) {
          bytes += bytesOf(found.getObject(i));
        }
      }
    }
    return new Moved(rows, bytes);
  }

  /**
   * Returns the size of a value. Numbers and dates count as 8 bytes, which is about their size on
   * the wire.
   */
  private static long bytesOf(Object value) {
    return switch (value) {
      case null -> 0;
      case byte[] array -> array.length;
      case CharSequence text -> text.length();
      default -> Long.BYTES;
    };
  }
}
