package org.plimsoll.api;

import java.util.Locale;
import java.util.Objects;

/**
 * A type of operation, identified by its name. The constants are the types that most stores
 * support. A driver may define more, such as {@code increment}.
 *
 * @param name lower case, words joined by hyphens; used in mixes, reports and metrics
 * @param side whether the type is enabled and counted with the reads or with the writes
 * @param row whether the engine prepares a row for each item
 * @param bulk whether one operation has several items
 * @param kind selects the request that a driver sends
 * @param insert whether each operation gets a new key that no earlier operation has used
 */
public record OperationType(
    String name, Side side, boolean row, boolean bulk, Kind kind, boolean insert) {
  /** Reads all fields of a row. */
  public static final OperationType READ = reading("read");

  /** Writes a row under a key that no earlier operation has used. */
  public static final OperationType INSERT = inserting("insert");

  /** Overwrites a row, or only the fields in a {@linkplain Row#isPartial partial} row. */
  public static final OperationType UPDATE = writing("update");

  /** Deletes a row. */
  public static final OperationType DELETE = new OperationType("delete", Side.WRITES, false, false);

  /** Reads up to {@link Operation#scanLength} rows starting at a key, in the store's order. */
  public static final OperationType SCAN = reading("scan");

  /** Reads a row, then overwrites it; the engine runs it as a read and an update. */
  public static final OperationType READ_MODIFY_WRITE = writing("read-modify-write");

  /** Reads many rows in one request. */
  public static final OperationType BULK_READ =
      new OperationType("bulk-read", Side.READS, false, true);

  /** Writes many rows in one request. */
  public static final OperationType BULK_WRITE =
      new OperationType("bulk-write", Side.WRITES, true, true);

  /** The two groups of operations, which have separate switches and rates. */
  public enum Side {
    READS,
    WRITES
  }

  /**
   * The kinds of operations that most stores support, and one kind for the operations of a driver.
   */
  public enum Kind {
    READ,
    INSERT,
    UPDATE,
    DELETE,
    SCAN,
    READ_MODIFY_WRITE,
    BULK_READ,
    BULK_WRITE,
    /** An operation that a driver defines. The driver compares the type with its own constants. */
    OWN;

    private final String operation = name().toLowerCase(Locale.ROOT).replace('_', '-');

    private static Kind of(String name) {
      for (Kind kind : values()) {
        if (kind != OWN && kind.operation.equals(name)) {
          return kind;
        }
      }
      return OWN;
    }
  }

  public OperationType {
    Objects.requireNonNull(side);
    if (!name.matches("[a-z][a-z0-9]*(-[a-z0-9]+)*")) {
      throw new IllegalArgumentException(
          "an operation's name is lower-case words joined by hyphens, was: " + name);
    }
    if (insert && (bulk || !row || side != Side.WRITES)) {
      throw new IllegalArgumentException(name + " inserts, so it must write one row");
    }
    if (kind != Kind.of(name)) {
      throw new IllegalArgumentException(name + " is of the kind " + Kind.of(name));
    }
  }

  /** Creates a type of any form. Only the type {@code insert} uses new keys. */
  public OperationType(String name, Side side, boolean row, boolean bulk, Kind kind) {
    this(name, side, row, bulk, kind, kind == Kind.INSERT);
  }

  /** Creates a type of any form; its kind follows from its name. */
  public OperationType(String name, Side side, boolean row, boolean bulk) {
    this(name, side, row, bulk, Kind.of(name));
  }

  /** Creates a type that writes the given row under a key that no earlier operation has used. */
  public static OperationType inserting(String name) {
    return new OperationType(name, Side.WRITES, true, false, Kind.of(name), true);
  }

  /** Creates a type that reads one key. */
  public static OperationType reading(String name) {
    return new OperationType(name, Side.READS, false, false);
  }

  /** Creates a type that writes the given row under one key. */
  public static OperationType writing(String name) {
    return new OperationType(name, Side.WRITES, true, false);
  }
}
