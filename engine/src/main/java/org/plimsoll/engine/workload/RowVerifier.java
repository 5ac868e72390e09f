package org.plimsoll.engine.workload;

import java.util.Arrays;
import java.util.zip.CRC32C;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;

/**
 * Judges what reads find. It is told when each operation starts and how it ends, and reads the
 * check values that {@link Workload} puts into every row, whichever run wrote them. Safe for use by
 * several threads.
 *
 * <p>What it promises: no false alarm, as long as this process alone writes to the keys while it
 * runs, and a key was written by this tool before. A {@link Verdict#LOST_WRITE} means that a read
 * which began after a write was acknowledged found an older row, or none: the store lost the write,
 * or answered from a replica that lags.
 *
 * <p>What it can miss: lost writes in values below 24 bytes, unless the row is gone altogether; one
 * in about 63 lost writes for each write that the row could rightly hold at that time (by hash), so
 * that a key with dozens of failed writes, which count for ever, is hardly judged any more; a lost
 * write of a key that sees two rounds of writes during the read, that was never before written in
 * this run, or that is beyond those that {@link AcknowledgedWrites} follows; wrong and torn values
 * below 8 bytes, which it cannot tell apart and calls torn. Of an update of some fields it checks
 * each value by itself, and not that the store has kept it. Of a scan's rows it checks only that
 * they are whole, as their keys are not known. An operation named by a driver has effects unknown;
 * after one that writes, anything is taken.
 */
public final class RowVerifier {
  private final AcknowledgedWrites writes;
  private final boolean ignoreMissing;

  /** What was found, from harmless to worst. */
  public enum Verdict {
    /** As it should be. */
    OK("ok"),
    /** Nothing could be checked: no rows were handed over, or they were too short. */
    UNVERIFIABLE("unverifiable"),
    /** An older row than the last one acknowledged, or none. */
    LOST_WRITE("lost-write"),
    /** A row without one of the fields that it was written with. */
    MISSING_FIELD("missing-field"),
    /** A value that nobody wrote like that: damaged, or a mixture; or fields of several writes. */
    TORN_ROW("torn-row"),
    /** A whole value that was written under another key or field. */
    WRONG_ROW("wrong-row");

    private final String code;

    Verdict(String code) {
      this.code = code;
    }

    /** Stable and of low cardinality, for reports. */
    public String code() {
      return code;
    }

    /** Whether the store did something wrong. */
    public boolean isWrong() {
      return compareTo(UNVERIFIABLE) > 0;
    }
  }

  /**
   * A verifier that follows the writes it is told of.
   *
   * @param ignoreMissing whether a read may find nothing even after an acknowledged write, as in a
   *     cache
   */
  public RowVerifier(AcknowledgedWrites writes, boolean ignoreMissing) {
    this.writes = writes;
    this.ignoreMissing = ignoreMissing;
  }

  /** Notes that an operation is about to be sent. Call it right before. */
  public void starts(OperationBuffer operation) {
    OperationType type = operation.type();
    if (operation.isPartial()) {
      return; // it replaces no row, so that what a read may find is as before
    }
    for (int item = 0; item < operation.size(); item++) {
      if (type.side() == OperationType.Side.WRITES) {
        long key = operation.key(item).number();
        operation.tickets()[item] = writes.writeStarts(key, bitsOf(operation));
      } else {
        writes.readStarts(operation, item);
      }
    }
  }

  /**
   * Judges an operation that has ended. Call it in the completion, while the rows are lent, and
   * once for each operation that {@linkplain #starts started}, unless that was {@linkplain
   * #abandoned abandoned}.
   *
   * @return for a write always {@link Verdict#OK}, for several items the worst
   */
  public Verdict ends(OperationBuffer operation, Outcome outcome) {
    if (operation.type().side() == OperationType.Side.WRITES) {
      endWrites(operation, isAcknowledged(operation, outcome));
      return Verdict.OK;
    }
    Outcome.ReadRows rows = outcome.rows();
    if (outcome.status() == Outcome.Status.NOT_FOUND) {
      return verify(operation, visitor -> {});
    }
    if (outcome.status() == Outcome.Status.FAILED || rows == null) {
      return Verdict.UNVERIFIABLE;
    }
    return verify(operation, rows);
  }

  /** Notes that nobody waits for an operation any more, which may still take effect. */
  public void abandoned(OperationBuffer operation) {
    if (operation.type().side() == OperationType.Side.WRITES) {
      endWrites(operation, false);
    }
  }

  /** Judges the rows that a read found; an item without any field counts as not found. */
  private Verdict verify(OperationBuffer operation, Outcome.ReadRows rows) {
    boolean known =
        operation.type().equals(OperationType.READ)
            || operation.type().equals(OperationType.BULK_READ);
    RowCheck check = new RowCheck(operation, known);
    rows.forEachField(check);
    Verdict worst = check.valueVerdict;
    if (!known) {
      return worst;
    }
    for (int item = 0; item < operation.size(); item++) {
      Verdict verdict = check.rowVerdict(item);
      if (!verdict.isWrong()) {
        Verdict lost = lostWrite(operation, check, item);
        verdict = lost == Verdict.OK ? verdict : lost;
      }
      worst = verdict.compareTo(worst) > 0 ? verdict : worst;
    }
    return worst;
  }

  private Verdict lostWrite(OperationBuffer operation, RowCheck check, int item) {
    long found;
    if (!check.isFound(item)) {
      found = ignoreMissing ? AcknowledgedWrites.ANYTHING : AcknowledgedWrites.ABSENCE;
    } else if (check.hasVersion(item)) {
      found = AcknowledgedWrites.bitOf(check.version(item));
    } else {
      found = AcknowledgedWrites.ANYTHING;
    }
    return (found & writes.readEnds(operation, item)) == 0 ? Verdict.LOST_WRITE : Verdict.OK;
  }

  private void endWrites(OperationBuffer operation, boolean acknowledged) {
    if (operation.isPartial()) {
      return;
    }
    for (int item = 0; item < operation.size(); item++) {
      long key = operation.key(item).number();
      writes.writeEnds(key, bitsOf(operation), operation.tickets()[item], acknowledged);
    }
  }

  /** Whether all items were written for certain; which ones of several were not is never known. */
  private static boolean isAcknowledged(OperationBuffer operation, Outcome outcome) {
    if (operation.type().equals(OperationType.DELETE)) {
      return outcome.status() != Outcome.Status.FAILED;
    }
    return isKnownWrite(operation.type())
        && outcome.status() == Outcome.Status.SUCCEEDED
        && outcome.items() >= operation.size();
  }

  private static long bitsOf(OperationBuffer operation) {
    if (operation.type().equals(OperationType.DELETE)) {
      return AcknowledgedWrites.ABSENCE;
    }
    return isKnownWrite(operation.type())
        ? AcknowledgedWrites.bitOf(operation.version())
        : AcknowledgedWrites.ANYTHING;
  }

  private static boolean isKnownWrite(OperationType type) {
    return type.equals(OperationType.INSERT)
        || type.equals(OperationType.UPDATE)
        || type.equals(OperationType.BULK_WRITE);
  }

  /** Checks the fields of the rows of one operation as they pass, then each row as a whole. */
  private static final class RowCheck implements Outcome.FieldVisitor {
    private final OperationBuffer operation;
    private final boolean known;
    private final CRC32C crc = new CRC32C();
    private final ItemCheck[] items;

    /** The worst of single values. */
    private Verdict valueVerdict = Verdict.OK;

    RowCheck(OperationBuffer operation, boolean known) {
      this.operation = operation;
      this.known = known;
      this.items = new ItemCheck[known ? operation.size() : 0];
      Arrays.setAll(items, item -> new ItemCheck());
    }

    @Override
    public void field(int item, String name, byte[] bytes, int offset, int length) {
      int field = fieldIndex(name);
      if (field < 0) {
        return;
      }
      Verdict verdict = judge(item, field, bytes, offset, length);
      valueVerdict = verdict.compareTo(valueVerdict) > 0 ? verdict : valueVerdict;
      if (known) {
        items[item].add(field, bytes, offset, length);
      }
    }

    private Verdict judge(int item, int field, byte[] bytes, int offset, int length) {
      if (length == 0) {
        return Verdict.UNVERIFIABLE;
      }
      if (!ValueLayout.isWhole(bytes, offset, length, crc)) {
        return Verdict.TORN_ROW;
      }
      if (!known) {
        return length < ValueLayout.SHORT_HEADER_BYTES ? Verdict.UNVERIFIABLE : Verdict.OK;
      }
      if (ValueLayout.belongsTo(bytes, offset, length, operation.key(item).number(), field)) {
        return Verdict.OK;
      }
      return length < ValueLayout.SHORT_HEADER_BYTES ? Verdict.TORN_ROW : Verdict.WRONG_ROW;
    }

    Verdict rowVerdict(int item) {
      return items[item].verdict();
    }

    boolean isFound(int item) {
      return items[item].found > 0;
    }

    boolean hasVersion(int item) {
      return items[item].lowest >= 0;
    }

    long version(int item) {
      return items[item].version;
    }

    /** The number in a name that {@link Workload} gives to fields, -1 for other columns. */
    private static int fieldIndex(String name) {
      if (name.isEmpty()) {
        return 0;
      }
      if (!name.startsWith("field") || name.length() > 10) {
        return -1;
      }
      int field = name.length() > 5 ? 0 : -1;
      for (int i = 5; i < name.length() && field >= 0; i++) {
        int digit = name.charAt(i) - '0';
        field = digit >= 0 && digit <= 9 ? field * 10 + digit : -1;
      }
      return field;
    }
  }

  /**
   * What is known of one row. Its lowest field that was written with the whole row, and carries a
   * version, speaks for it: the fields that it says it was written with must be there, and those
   * that were not written by themselves since must be of that version. Fields beyond may be left
   * from a time when rows had more of them.
   */
  private static final class ItemCheck {
    private static final int NO_FIELD = -1;

    private boolean[] seen = new boolean[1];
    private boolean[] versioned = new boolean[1];
    private long[] versions = new long[1];
    private int found;
    private int lowest = NO_FIELD;
    private int fields;
    private long version;

    void add(int field, byte[] bytes, int offset, int length) {
      if (field >= seen.length) {
        int capacity = Math.max(field + 1, 2 * seen.length);
        seen = Arrays.copyOf(seen, capacity);
        versioned = Arrays.copyOf(versioned, capacity);
        versions = Arrays.copyOf(versions, capacity);
      }
      seen[field] = true;
      found++;
      if (length >= ValueLayout.FULL_HEADER_BYTES && ValueLayout.fieldsOf(bytes, offset) > 0) {
        versioned[field] = true;
        versions[field] = ValueLayout.versionOf(bytes, offset);
        if (lowest == NO_FIELD || field < lowest) {
          lowest = field;
          version = versions[field];
          fields = ValueLayout.fieldsOf(bytes, offset);
        }
      }
    }

    Verdict verdict() {
      boolean missing = false;
      for (int field = 0; field < fields; field++) {
        if (field >= seen.length || !seen[field]) {
          missing = true;
        } else if (versioned[field] && versions[field] != version) {
          return Verdict.TORN_ROW;
        }
      }
      return missing ? Verdict.MISSING_FIELD : Verdict.OK;
    }
  }
}
