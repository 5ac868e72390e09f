package org.plimsoll.engine.workload;

import java.util.Arrays;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Key;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Row;
import org.plimsoll.engine.spec.KeyForm;

/**
 * A reusable operation. Preparing the next operation allocates nothing. It keeps the memory of the
 * largest operation that it contained. It belongs to one thread at a time. A buffer whose operation
 * was abandoned is never reused.
 */
public final class OperationBuffer implements Operation {
  private static final long NONE = -1;

  final OperationRandom random = new OperationRandom();
  final OperationRandom keyRandom = new OperationRandom();
  final CRC32C crc = new CRC32C();

  private KeyBuffer[] keys = {};
  private RowBuffer[] rows = {};
  private OperationType type = OperationType.READ;
  private int size;
  private int rowCount;
  private int firstKey;
  private int firstRow;
  private int scanLength;
  private boolean withText;
  private boolean withStamp;
  private long deadlineNanos = Long.MAX_VALUE;
  private long index;
  private long version;
  private @Nullable KeySequence inserted;
  private long insertNumber;
  private @Nullable Steps steps;
  private int step;
  private long origin;
  private int[] scanLengths = {};
  private long[] insertNumbers = {};
  private long[] tickets = {};
  private long[] acceptable = {};
  private @Nullable OperationDraft draft;

  @Override
  public OperationType type() {
    return type;
  }

  /**
   * Changes the type and keeps the keys: a fill of missing keys reads a key before it inserts it.
   */
  public void type(OperationType newType) {
    type = newType;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public Key key(int item) {
    return keys[firstKey + Objects.checkIndex(item, size)];
  }

  /**
   * Returns the row of an item.
   *
   * @throws IndexOutOfBoundsException if the operation was prepared with a type that has no rows
   */
  @Override
  public Row row(int item) {
    return rows[firstRow + Objects.checkIndex(item, rowCount)];
  }

  /** Whether the operation writes some fields of its rows and leaves the others unchanged. */
  boolean isPartial() {
    return rowCount > 0 && rows[firstRow].isPartial();
  }

  @Override
  public int scanLength() {
    return scanLength;
  }

  @Override
  public long deadlineNanos() {
    return deadlineNanos;
  }

  @Override
  public Place place() {
    Steps its = steps;
    if (its == null) {
      return Place.ALONE;
    }
    return step == 0 ? Place.FIRST : step + 1 < its.count() ? Place.MIDDLE : Place.LAST;
  }

  /** Sets the instant at which the operation times out. */
  public void deadlineNanos(long newDeadlineNanos) {
    deadlineNanos = newDeadlineNanos;
  }

  /** Returns the index of the operation in its lane, or the position of the key in a fill. */
  @Override
  public long index() {
    return index;
  }

  /**
   * Sets whether preparing an operation also creates the text of its keys. Otherwise the text is
   * created on its first use, inside the measured time.
   */
  public void prepareText(boolean newWithText) {
    withText = newWithText;
  }

  /**
   * Sets whether preparing a row reserves space for a {@linkplain #stamp stamp} in its first value,
   * if that has {@value ValueLayout#STAMPED_HEADER_BYTES} bytes.
   */
  public void prepareStamp(boolean newWithStamp) {
    withStamp = newWithStamp;
  }

  /**
   * Writes the identity of this write into the rows that have space for it.
   *
   * @param run number of the run, or of the generator, that writes
   * @param write number of the write within it
   * @param intendedNanos intended start of the operation, since 1970
   * @return whether every row has space for the stamp
   */
  public boolean stamp(int run, long write, long intendedNanos) {
    boolean all = rowCount > 0;
    for (int item = 0; item < rowCount; item++) {
      RowBuffer row = rows[firstRow + item];
      int offset = row.offset(0);
      if (ValueLayout.isStamped(row.buffer(), offset, row.length(0))) {
        ValueLayout.stamp(row.buffer(), offset, run, write, intendedNanos, crc);
      } else {
        all = false;
      }
    }
    return all;
  }

  /** Starts the next operation, before its keys and rows are set. */
  void start(OperationType newType, long newIndex, int newSize, boolean withRows) {
    type = newType;
    index = newIndex;
    version = random.origin();
    size = newSize;
    rowCount = withRows ? newSize : 0;
    scanLength = 0;
    inserted = null;
    steps = null;
    firstKey = 0;
    firstRow = 0;
    if (keys.length < newSize) {
      grow(newSize);
    }
  }

  /** Starts the next operation of several steps. Each step is then started and prepared. */
  void start(OperationType newType, long newIndex, Steps newSteps) {
    start(newType, newIndex, newSteps.items(), false);
    origin = version;
    steps = newSteps;
    if (scanLengths.length < newSteps.count()) {
      scanLengths = new int[newSteps.count()];
      insertNumbers = new long[newSteps.count()];
    }
    for (int number = 0; number < newSteps.count(); number++) {
      scanLengths[number] = 0;
      insertNumbers[number] = NONE;
    }
  }

  /** Returns the steps of the operation; null if the driver performs it itself. */
  public @Nullable Steps steps() {
    return steps;
  }

  /** Returns the number of the current step. */
  public int step() {
    return step;
  }

  /** Turns the whole operation into its first step. */
  public void beginFirstStep() {
    Steps.Step first = stepsNow().step(0);
    type = first.type();
    rowCount = first.place().rows();
  }

  /** Makes the operation one of its steps. */
  public void beginStep(int number) {
    Steps.Step next = stepsNow().step(number);
    step = number;
    type = next.type();
    size = next.size();
    firstKey = next.place().firstKey();
    firstRow = next.place().firstRow();
    rowCount = next.place().rows();
    scanLength = scanLengths[number];
    // Each write has its own version, so that a read can identify it.
    version =
        next.place().write() == 0 ? origin : OperationRandom.mix(origin + next.place().write());
  }

  /** Makes it the whole operation again after all steps are prepared. */
  void rewind(OperationType whole) {
    beginStep(0);
    type = whole;
    rowCount = stepsNow().rows();
  }

  private Steps stepsNow() {
    if (steps == null) {
      throw new IllegalStateException("not an operation of several steps: " + type.name());
    }
    return steps;
  }

  private void grow(int newSize) {
    int before = keys.length;
    keys = Arrays.copyOf(keys, newSize);
    rows = Arrays.copyOf(rows, newSize);
    for (int i = before; i < newSize; i++) {
      keys[i] = new KeyBuffer();
      rows[i] = new RowBuffer();
    }
    tickets = new long[newSize];
    acceptable = new long[newSize];
  }

  void setKey(int item, long number, KeyForm form) {
    keys[firstKey + item].set(number, form, withText);
  }

  void setKey(int item, long number, byte[] name) {
    keys[firstKey + item].set(number, name, withText);
  }

  /** Stores the sequence that the key of an insert was taken from. */
  void inserts(KeySequence from, long insert) {
    inserted = from;
    insertNumber = insert;
    if (steps != null) {
      insertNumbers[step] = insert;
    }
  }

  /**
   * Reports the end of an insert to the sequence of its key. Other operations are ignored. A step
   * that has not succeeded is the last step of its operation.
   *
   * @param exists whether its key certainly exists from now on
   */
  public void ended(boolean exists) {
    KeySequence from = inserted;
    if (from == null) {
      return;
    }
    if (steps == null) {
      from.ended(insertNumber, exists);
      return;
    }
    int last = exists ? step : steps.count() - 1;
    for (int number = step; number <= last; number++) {
      if (insertNumbers[number] != NONE) {
        from.ended(insertNumbers[number], exists);
        insertNumbers[number] = NONE;
      }
    }
  }

  /** Returns the draft that a user's workload fills in. */
  OperationDraft draft() {
    OperationDraft mine = draft;
    if (mine == null) {
      mine = new OperationDraft();
      draft = mine;
    }
    return mine;
  }

  RowBuffer rowBuffer(int item) {
    return rows[firstRow + item];
  }

  void scanLength(int newScanLength) {
    scanLength = newScanLength;
    if (steps != null) {
      scanLengths[step] = newScanLength;
    }
  }

  boolean withStamp() {
    return withStamp;
  }

  /**
   * Returns the version in the values that this operation writes, by which a read can identify it.
   */
  long version() {
    return version;
  }

  /** Returns the start tickets of {@link AcknowledgedWrites}, one for each item. */
  long[] tickets() {
    return tickets;
  }

  /**
   * Returns the values that a read may return, from {@link AcknowledgedWrites}, one for each item.
   */
  long[] acceptable() {
    return acceptable;
  }
}
