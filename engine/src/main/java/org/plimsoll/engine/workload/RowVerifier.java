package org.plimsoll.engine.workload;

import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;

/**
 * Verifies the rows that reads return. It is notified when each operation starts and ends, and
 * reads the check values that {@link Workload} puts into every row of any run. Thread-safe.
 *
 * <p>There are no false alarms as long as only this process writes the keys during the run, and
 * Plimsoll wrote the existing rows. {@link Verdict#LOST_WRITE} means that a read that started after
 * an acknowledged write returned an older row or none. Either the store lost the write, or a
 * lagging replica answered.
 *
 * <p>Limits:
 *
 * <ul>
 *   <li>Lost writes are missed in values below 24 bytes, unless the row is absent.
 *   <li>About 1 in 63 lost writes is missed (by hash) for each write that the row may legitimately
 *       hold. A key with dozens of failed writes, which count permanently, is thus barely verified.
 *   <li>A lost write is missed if the key sees two rounds of writes during the read. It is also
 *       missed if the key was not written before in this run, or is not tracked by {@link
 *       AcknowledgedWrites}.
 *   <li>Wrong and torn values below 8 bytes cannot be distinguished and are reported as torn.
 *   <li>After an update of some fields, each value is checked separately; a lost update is not
 *       detected.
 *   <li>Rows of a scan are only checked for damage, since their keys are not known.
 *   <li>The effects of a driver's own operations are unknown; after an operation that writes, any
 *       row is accepted.
 * </ul>
 */
public final class RowVerifier {
  private final AcknowledgedWrites writes;
  private final boolean ignoreMissing;
  private final @Nullable WrongRows wrong;

  /** The verdicts on a row, from harmless to worst. */
  public enum Verdict {
    /** The row is as expected. */
    OK("ok"),
    /** Nothing could be checked: the driver returned no rows, or they were too short. */
    UNVERIFIABLE("unverifiable"),
    /** The row is older than the last acknowledged write, or absent. */
    LOST_WRITE("lost-write"),
    /** The row lacks a field that it was written with. */
    MISSING_FIELD("missing-field"),
    /** A value is damaged or a mixture, or the row has fields of several writes. */
    TORN_ROW("torn-row"),
    /** A value is whole but was written for another key or field. */
    WRONG_ROW("wrong-row");

    private final String code;

    Verdict(String code) {
      this.code = code;
    }

    /** Returns the stable code of the verdict in reports. */
    public String code() {
      return code;
    }

    /** Whether the verdict is an error of the store. */
    public boolean isWrong() {
      return compareTo(UNVERIFIABLE) > 0;
    }
  }

  /**
   * Creates a verifier.
   *
   * @param ignoreMissing whether a row may be absent after an acknowledged write, as in a cache
   */
  public RowVerifier(AcknowledgedWrites writes, boolean ignoreMissing) {
    this(writes, ignoreMissing, null);
  }

  private RowVerifier(AcknowledgedWrites writes, boolean ignoreMissing, @Nullable WrongRows wrong) {
    this.writes = writes;
    this.ignoreMissing = ignoreMissing;
    this.wrong = wrong;
  }

  /** Returns a verifier of the same writes that also names the rows that are wrong or missing. */
  public RowVerifier naming(WrongRows rows) {
    return new RowVerifier(writes, ignoreMissing, rows);
  }

  /** Records the start of an operation. Must be called immediately before sending. */
  public void starts(OperationBuffer operation) {
    OperationType type = operation.type();
    if (operation.isPartial()) {
      return; // it does not replace a whole row, so it does not change which rows a read may find
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
   * Judges an operation that has ended. Must be called in the completion, while the rows are valid.
   * It must be called once for each operation that {@linkplain #starts started} and was not
   * {@linkplain #abandoned abandoned}.
   *
   * @return the worst verdict of all items; always {@link Verdict#OK} for a write
   */
  public Verdict ends(OperationBuffer operation, Outcome outcome) {
    if (operation.type().side() == OperationType.Side.WRITES) {
      endWrites(operation, isAcknowledged(operation, outcome));
      return Verdict.OK;
    }
    Outcome.ReadRows rows = outcome.rows();
    boolean isMissing = outcome.status() == Outcome.Status.NOT_FOUND;
    Verdict verdict =
        isMissing
            ? verify(operation, visitor -> {})
            : outcome.status() == Outcome.Status.FAILED || rows == null
                ? Verdict.UNVERIFIABLE
                : verify(operation, rows);
    if (wrong != null && ((isMissing && !ignoreMissing) || verdict.isWrong())) {
      String what = isMissing ? "missing" : verdict.code();
      wrong.add(operation.index(), operation.key(0), what);
    }
    return verdict;
  }

  /** Records that an operation was abandoned. It may still take effect. */
  public void abandoned(OperationBuffer operation) {
    if (operation.type().side() == OperationType.Side.WRITES) {
      endWrites(operation, false);
    }
  }

  /** Judges the rows of a read; an item without fields counts as not found. */
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

  /**
   * Whether all items were certainly written. If a bulk fails, it is not known which items failed.
   */
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
    return type.insert()
        || type.equals(OperationType.UPDATE)
        || type.equals(OperationType.BULK_WRITE);
  }

  /** Checks the fields of an operation's rows one by one, then each row as a whole. */
  private static final class RowCheck implements Outcome.FieldVisitor {
    private final OperationBuffer operation;
    private final boolean known;
    private final CRC32C crc = new CRC32C();
    private final ItemCheck[] items;

    /** The worst verdict of single values. */
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

    /** Returns the number in a field name of {@link Workload}, or −1 for other columns. */
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
   * The check of one row. The reference is its lowest field that was written with the whole row and
   * has a version. The row must have all fields with which it was written. Fields that were not
   * updated separately since then must have the same version. Further fields may remain from a time
   * when rows had more fields.
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
