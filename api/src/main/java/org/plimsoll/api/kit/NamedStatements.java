package org.plimsoll.api.kit;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.OperationType.Side;
import org.plimsoll.api.Setting;

/**
 * The user's own statements, in SQL or CQL, by the names that the mix uses. A statement starts on
 * its own line with its name and a colon, such as {@code by-city: select * from users where city =
 * :field0}. Semicolons separate several statements of one name.
 *
 * @param byName in the order of the text
 */
public record NamedStatements(Map<String, Named> byName) {
  /** Matches a name, its side and its colon; a second colon would make it a cast. */
  private static final Pattern NAME =
      Pattern.compile(
          "(?m)^[ \\t]*([a-z][a-z0-9]*(?:-[a-z0-9]+)*)[ \\t]*(?:\\(([a-z]*)\\))?[ \\t]*:(?!:)");

  /**
   * The statements of one name.
   *
   * @param texts the statements, at least one
   * @param side whether the statements are switched and counted with the reads or with the writes
   */
  public record Named(List<StatementText> texts, Side side) {
    public Named {
      texts = List.copyOf(texts);
    }

    /** Returns the operation type that runs the statements; it has a row if they use a field. */
    public OperationType type(String name) {
      boolean row =
          texts.stream()
              .flatMap(statement -> statement.parameters().stream())
              .anyMatch(StatementValue::isField);
      return new OperationType(name, side, row, false);
    }
  }

  public NamedStatements {
    byName = Collections.unmodifiableMap(new LinkedHashMap<>(byName));
  }

  /** Returns the setting {@code statements}, without a description. */
  public static Setting<NamedStatements> setting() {
    return Setting.text(
        "statements",
        "",
        Setting.Reach.NOTHING,
        "lines such as 'by-city: select * from users where city = :field0', each name once, "
            + "with (read) or (write) after the name if the statement does not show it",
        NamedStatements::parse);
  }

  /**
   * Parses the setting {@code statements}.
   *
   * @throws IllegalArgumentException if a text does not have this form
   */
  public static NamedStatements parse(String text) {
    Map<String, Named> byName = new LinkedHashMap<>();
    if (text.isBlank()) {
      return new NamedStatements(byName);
    }
    Matcher name = NAME.matcher(text);
    if (!name.find() || !text.substring(0, name.start()).isBlank()) {
      throw new IllegalArgumentException("must start with a name and a colon");
    }
    while (true) {
      String called = name.group(1);
      String side = name.group(2);
      int begin = name.end();
      boolean more = name.find();
      List<StatementText> texts =
          StatementText.split(text.substring(begin, more ? name.start() : text.length()));
      if (texts.isEmpty() || byName.put(called, new Named(texts, side(side, texts))) != null) {
        throw new IllegalArgumentException("must have each name once, with a statement");
      }
      if (!more) {
        return new NamedStatements(byName);
      }
    }
  }

  private static Side side(String given, List<StatementText> texts) {
    return switch (given) {
      case null -> texts.stream().allMatch(StatementText::reads) ? Side.READS : Side.WRITES;
      case "read" -> Side.READS;
      case "write" -> Side.WRITES;
      default -> throw new IllegalArgumentException("the side must be read or write, was " + given);
    };
  }

  /** Adds the operations of these statements to a map. Replaces operations of the same name. */
  public void addTo(Map<String, OperationType> types) {
    byName.forEach((name, named) -> types.put(name, named.type(name)));
  }
}
