package org.plimsoll.driver.cassandra;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Creates the CQL statements for the table of rows and the table of counters. */
final class Drafts {
  private static final int NONE = -1;

  private final TableShape shape;
  private final boolean clocked;
  private final String table;
  private final String where;
  private final int keys;
  private final int fields;

  /**
   * Creates the statements for a table.
   *
   * @param clocked true if the client sets write timestamps, which makes writes idempotent
   */
  Drafts(TableShape shape, boolean clocked) {
    this.shape = shape;
    this.clocked = clocked;
    table = shape.rows();
    keys = shape.keyColumns().size();
    fields = shape.layout().columns().size();
    where =
        shape.keyColumns().stream()
            .map(column -> column + " = ?")
            .collect(Collectors.joining(" AND ", " WHERE ", ""));
  }

  /**
   * The statement for rehearsals. It reads the table that the library also reads when it connects.
   */
  private static Draft rehearsal() {
    return read(Query.REHEARSAL, "SELECT key FROM system.local WHERE key = ?", NONE);
  }

  /** Returns the statements on rows, and the statement for rehearsals. */
  List<Draft> rows() {
    List<Draft> drafts = new ArrayList<>();
    drafts.add(rehearsal());
    if (!shape.exists()) {
      return drafts;
    }
    String select = "SELECT " + String.join(", ", shape.layout().columns()) + " FROM " + table;
    drafts.add(read(Query.READ, select + where, NONE));
    drafts.add(read(Query.SCAN, select + from(), keys));
    drafts.add(read(Query.READ_PARTITION, select + " WHERE key = ?", NONE));
    if (!shape.hasPosition()) {
      String withKey = select.replaceFirst("SELECT", "SELECT key,");
      drafts.add(read(Query.READ_MANY, withKey + " WHERE key IN ?", NONE));
    }
    drafts.add(
        new Draft(
            Query.DELETE, false, clocked, "DELETE FROM " + table + where, 0, NONE, NONE, NONE));
    for (boolean expiring : new boolean[] {false, true}) {
      drafts.add(insert(Query.INSERT, expiring));
      drafts.add(insert(Query.INSERT_IF_ABSENT, expiring));
      drafts.add(update(Query.UPDATE, expiring));
      drafts.add(update(Query.UPDATE_IF, expiring));
    }
    return drafts;
  }

  /**
   * Returns the statements on counters. An increment is not idempotent: if sent twice, it counts
   * twice.
   */
  List<Draft> counters() {
    String increment = "UPDATE " + shape.counters() + " SET count = count + 1 WHERE key = ?";
    String read = "SELECT count FROM " + shape.counters() + " WHERE key = ?";
    return List.of(
        new Draft(Query.INCREMENT, false, false, increment, 0, NONE, NONE, NONE),
        read(Query.READ_COUNTER, read, NONE));
  }

  private static Draft read(Query query, String cql, int limit) {
    return new Draft(query, false, true, cql, 0, NONE, NONE, limit);
  }

  /**
   * Creates an insert. A conditional insert is not idempotent: if sent twice, its result may
   * differ.
   */
  private Draft insert(Query query, boolean expiring) {
    boolean conditional = query == Query.INSERT_IF_ABSENT;
    String cql =
        "INSERT INTO %s (%s) VALUES (%s)%s%s"
            .formatted(
                table,
                String.join(", ", shape.columns()),
                shape.columns().stream().map(_ -> "?").collect(Collectors.joining(", ")),
                conditional ? " IF NOT EXISTS" : "",
                expiring ? " USING TTL ?" : "");
    int ttl = expiring ? keys + fields : NONE;
    return new Draft(query, expiring, clocked && !conditional, cql, 0, keys, ttl, NONE);
  }

  private Draft update(Query query, boolean expiring) {
    boolean conditional = query == Query.UPDATE_IF;
    String cql =
        "UPDATE %s%s SET %s%s%s"
            .formatted(
                table,
                expiring ? " USING TTL ?" : "",
                shape.layout().columns().stream()
                    .map(column -> column + " = ?")
                    .collect(Collectors.joining(", ")),
                where,
                conditional ? " IF EXISTS" : "");
    int first = expiring ? 1 : 0;
    return new Draft(
        query,
        expiring,
        clocked && !conditional,
        cql,
        first + fields,
        first,
        expiring ? 0 : NONE,
        NONE);
  }

  private String from() {
    return shape.hasPosition()
        ? " WHERE key = ? AND position >= ? LIMIT ?"
        : " WHERE token(key) >= token(?) LIMIT ?";
  }
}
