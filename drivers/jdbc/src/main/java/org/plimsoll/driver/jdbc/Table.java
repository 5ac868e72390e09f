package org.plimsoll.driver.jdbc;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The table for the operations: a key column, a column for each field of a row, and optionally an
 * indexed column.
 *
 * @param name the quoted name of the table
 * @param key the quoted name of the key column
 * @param fields the quoted names of the field columns
 * @param index the quoted name of the indexed column; null if there is none
 */
record Table(String name, String key, List<String> fields, @Nullable String index) {
  private static final String INDEX_COLUMN = "indexed";

  Table {
    fields = List.copyOf(fields);
  }

  /**
   * Creates a table description from the names that the user has set.
   *
   * @param quotes adds the quotes of the database to an identifier
   */
  static Table of(
      UnaryOperator<String> quotes,
      String name,
      String key,
      List<String> fieldNames,
      boolean indexed) {
    String quoted = Stream.of(name.split("\\.", -1)).map(quotes).collect(Collectors.joining("."));
    return new Table(
        quoted,
        quotes.apply(key),
        fieldNames.stream().map(quotes).toList(),
        indexed ? quotes.apply(INDEX_COLUMN) : null);
  }

  /** Returns this table with only some of its fields. The indexed column remains. */
  Table part(List<String> someFields) {
    return new Table(name, key, someFields, null);
  }

  /** Returns all written columns except the key, in the order of parameters. */
  List<String> payload() {
    List<String> payload = new ArrayList<>();
    if (index != null) {
      payload.add(index);
    }
    payload.addAll(fields);
    return payload;
  }

  /** Returns the key and the payload columns, in the order of parameters. */
  List<String> columns() {
    List<String> columns = new ArrayList<>(List.of(key));
    columns.addAll(payload());
    return columns;
  }

  /** Returns {@code insert into t (id, …) values (?, …), (?, …)}. */
  String insert(int rows) {
    return "insert into "
        + name
        + " ("
        + String.join(", ", columns())
        + ") values "
        + tuples(rows, columns().size());
  }

  /** Returns {@code (?, ?), (?, ?)}. */
  static String tuples(int rows, int columns) {
    String tuple = "(" + String.join(", ", Collections.nCopies(columns, "?")) + ")";
    return String.join(", ", Collections.nCopies(rows, tuple));
  }

  String update() {
    return "update "
        + name
        + " set "
        + payload().stream().map(column -> column + " = ?").collect(Collectors.joining(", "))
        + " where "
        + key
        + " = ?";
  }

  String delete() {
    return "delete from " + name + " where " + key + " = ?";
  }

  String read() {
    return "select " + String.join(", ", fields) + " from " + name + " where " + key + " = ?";
  }

  String bulkRead(int keys) {
    return keyed() + " in (" + String.join(", ", Collections.nCopies(keys, "?")) + ")";
  }

  /**
   * Returns a query that reads all keys in one array parameter, so that one statement works for any
   * number of keys.
   */
  String arrayRead() {
    return keyed() + " = any (?)";
  }

  /**
   * Returns a select clause with the key last, so that the fields have the same positions in every
   * query.
   */
  private String keyed() {
    return "select " + String.join(", ", fields) + ", " + key + " from " + name + " where " + key;
  }

  String scan() {
    return "select "
        + String.join(", ", fields)
        + " from "
        + name
        + " where "
        + key
        + " >= ? order by "
        + key;
  }

  String indexRead() {
    return "select " + String.join(", ", fields) + " from " + name + " where " + index + " = ?";
  }
}
