package org.plimsoll.driver.jdbc;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The hooks for a database, each of which runs one statement.
 *
 * @param hasTable whether there is a table for the generic operations
 */
record Maintenance(Dialect dialect, Table table, boolean hasTable) {
  private static final Pattern COLUMN =
      Pattern.compile("(?<name>[\\p{L}_][\\p{L}\\p{N}_]*)\\s+(?<type>[\\p{L}\\p{N}_ (),']+)");
  private static final Pattern INDEX =
      Pattern.compile("(?<name>[\\p{L}_][\\p{L}\\p{N}_]*)(?:\\((?<length>[0-9]{1,4})\\))?");

  /** Returns the hooks by name, each with a description of one sentence. */
  Map<String, String> hooks() {
    Map<String, String> hooks = new LinkedHashMap<>();
    new TreeMap<>(statements())
        .forEach((name, sql) -> hooks.put(name, "Maintains the database: " + sql + "."));
    if (hasTable) {
      hooks.put("add-column", "Adds a column to the table; argument: name and type (note text).");
      hooks.put("drop-column", "Drops a column of the table; argument: its name.");
      hooks.put("add-index", "Adds an index; argument: the column, such as field0 or field0(64).");
      hooks.put("drop-index", "Drops an index that add-index has added; argument: the column.");
    }
    hooks.put("sql", "Sends one SQL statement; argument: the statement.");
    return hooks;
  }

  private Map<String, String> statements() {
    Map<String, String> statements = new LinkedHashMap<>(dialect.maintenance(table));
    if (!hasTable) {
      statements.values().removeIf(sql -> sql.contains(" "));
    }
    return statements;
  }

  /**
   * Returns the statement for a hook.
   *
   * @throws IllegalArgumentException if the argument is not allowed
   * @throws UnsupportedOperationException if there is no such hook
   */
  String sql(String hook, String argument) {
    if (!hooks().containsKey(hook)) {
      throw new UnsupportedOperationException("jdbc has no hook " + hook);
    }
    return switch (hook) {
      case "add-column" -> {
        Matcher column = matched(COLUMN, hook, argument, "a name and a type, such as note text");
        yield "alter table %s add column %s %s"
            .formatted(
                table.name(), dialect.quoted(column.group("name")), column.group("type").strip());
      }
      case "drop-column" -> {
        Matcher column = matched(INDEX, hook, argument, "the name of a column");
        yield "alter table %s drop column %s"
            .formatted(table.name(), dialect.quoted(column.group("name")));
      }
      case "add-index" -> {
        Matcher index = matched(INDEX, hook, argument, "a column, such as field0 or field0(64)");
        String length = Objects.requireNonNullElse(index.group("length"), "0");
        String column = index.group("name");
        yield dialect.createIndex(
            table, indexOn(column), dialect.quoted(column), Integer.parseInt(length));
      }
      case "drop-index" -> {
        Matcher index = matched(INDEX, hook, argument, "the name of a column");
        yield dialect.dropIndex(table, indexOn(index.group("name")));
      }
      case "sql" -> {
        if (argument.isBlank()) {
          throw new IllegalArgumentException("sql: must have a statement, had none");
        }
        yield argument;
      }
      default -> {
        if (!argument.isEmpty()) {
          throw new IllegalArgumentException(
              "the hook " + hook + " takes no argument, was '" + argument + "'");
        }
        yield Objects.requireNonNull(statements().get(hook));
      }
    };
  }

  private String indexOn(String column) {
    return dialect.quoted("plimsoll_" + column);
  }

  private static Matcher matched(Pattern pattern, String hook, String argument, String allowed) {
    Matcher matcher = pattern.matcher(argument);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          hook + ": must have " + allowed + " in parentheses, was '" + argument + "'");
    }
    return matcher;
  }
}
