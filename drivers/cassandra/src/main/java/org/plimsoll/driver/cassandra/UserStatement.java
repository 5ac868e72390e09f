package org.plimsoll.driver.cassandra;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.plimsoll.api.OperationType.Side;
import org.plimsoll.api.kit.NamedStatements.Named;
import org.plimsoll.api.kit.StatementText;

/**
 * The CQL statements of a user operation. Several statements form one logged batch. A text {@code
 * begin … batch … apply batch} is one statement.
 *
 * @param texts the statements, each of which is prepared separately
 */
record UserStatement(String name, List<StatementText> texts, Side side) {
  static UserStatement of(String name, Named named) {
    List<StatementText> texts = named.texts();
    String last = texts.getLast().text().toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
    if (texts.getFirst().firstWord().equals("begin") && last.equals("apply batch")) {
      return new UserStatement(name, List.of(joined(texts)), named.side());
    }
    if (texts.size() > 1 && !texts.stream().allMatch(UserStatement::fitsBatch)) {
      throw new IllegalArgumentException(
          "statements: "
              + name
              + " must be one statement, or several of insert, update and delete, which are one"
              + " batch");
    }
    return new UserStatement(name, texts, named.side());
  }

  private static StatementText joined(List<StatementText> texts) {
    List<String> parameters = new ArrayList<>();
    texts.forEach(text -> parameters.addAll(text.parameters()));
    String batch = texts.stream().map(StatementText::text).collect(Collectors.joining("; "));
    return new StatementText(batch.replaceFirst("; (?=\\S+\\s+\\S+$)", " "), parameters);
  }

  private static boolean fitsBatch(StatementText text) {
    return switch (text.firstWord()) {
      case "insert", "update", "delete" -> true;
      default -> false;
    };
  }

  boolean isBatch() {
    return texts.size() > 1;
  }

  boolean selects() {
    return texts.getFirst().firstWord().equals("select");
  }

  /** Whether an unmet condition means that the row was not found. */
  boolean looksForRows() {
    return !texts.getFirst().firstWord().equals("insert");
  }
}
