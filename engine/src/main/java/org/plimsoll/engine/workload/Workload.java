package org.plimsoll.engine.workload;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Distribution;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.spec.KeyDistributionSpec;
import org.plimsoll.engine.spec.KeyLocality;
import org.plimsoll.engine.spec.KeyNames;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.WorkloadSpec;

/**
 * Determines type, keys and rows of each operation of a lane. They are a function of the seed, the
 * lane's types, the operation's index and, if keys depend on time, its intended time. They do not
 * depend on the thread, nor on operations that were prepared or skipped before. Only the keys of
 * inserts come from a sequence, since they must be new; reads that follow inserts depend on it too.
 * Immutable and thread-safe.
 *
 * <p>All lanes and generators of a run get the same seed, so that they agree on the popular keys.
 * Lanes with different types nevertheless draw different operations.
 */
public final class Workload implements OperationSource {
  private static final long FILL = 0x66696c6cL;
  private static final long CACHE = 0x6361636865L;
  private static final byte[][] NO_NAMES = {};

  private final OperationMix mix;
  private final KeyDistribution keyDistribution;
  private final @Nullable RepeatedKeys repeated;
  private final @Nullable CustomOperations custom;
  private final boolean followsTime;
  private final KeySequence inserted;
  private final WorkloadSpec spec;
  private final byte[][] keyNames;
  private final String[] fieldNames;
  private final boolean variesFields;
  private final boolean updatesFields;
  private final double clientCache;
  private final long stream;
  private final long fillStream;
  private final long cacheStream;

  private Workload(
      WorkloadSpec spec,
      List<Parameters.Weight> mix,
      long seed,
      long scenario,
      KeySequence inserted) {
    this.spec = spec;
    this.mix = new OperationMix(mix, spec.bulkSize());
    this.inserted = inserted;
    this.fieldNames = fieldNames((int) spec.rows().fields().maximum());
    this.variesFields = !(spec.rows().fields() instanceof Distribution.Constant);
    this.updatesFields = spec.rows().updatesFields();
    long lane = scenario;
    for (Parameters.Weight weight : mix) {
      lane = OperationRandom.mix(lane + weight.type().name().hashCode());
    }
    this.stream = OperationRandom.mix(seed ^ lane);
    this.fillStream = OperationRandom.mix(seed ^ FILL);
    this.cacheStream = OperationRandom.mix(stream ^ CACHE);
    KeyDistributionSpec keys = spec.keys().distribution();
    KeyLocality locality = spec.keys().locality();
    KeyNames names = keys.names();
    this.keyNames = names == null ? NO_NAMES : names.names();
    long window = locality.window().size(spec.keys().count());
    this.keyDistribution =
        WindowedKeys.over(
            KeyDistributions.of(keys, window, seed, inserted),
            keys.hasShape(),
            locality.window(),
            spec.keys().count());
    this.repeated =
        locality.repeat() == 0
            ? null
            : new RepeatedKeys(keyDistribution, this.mix, locality.repeat(), stream);
    this.followsTime =
        !(locality.window() instanceof KeyLocality.Whole)
            || keys instanceof KeyDistributionSpec.Custom
            || spec.custom() != null;
    this.custom =
        spec.custom() == null ? null : new CustomOperations(spec.custom(), spec, this.mix, stream);
    this.clientCache = locality.clientCache();
  }

  /**
   * Compiles a workload.
   *
   * @param mix the lane's operations
   * @param seed seed of the run
   * @param inserted source of positions for inserts
   */
  public static Workload of(
      WorkloadSpec spec, List<Parameters.Weight> mix, long seed, KeySequence inserted) {
    return of(spec, mix, seed, 0, inserted);
  }

  /**
   * Compiles the workload of one of several scenarios. All scenarios agree on the popular keys and
   * draw different operations.
   *
   * @param scenario number of the scenario; 0 if it is the only one
   */
  public static Workload of(
      WorkloadSpec spec,
      List<Parameters.Weight> mix,
      long seed,
      long scenario,
      KeySequence inserted) {
    if (spec.keys().first() < 0
        || spec.keys().count() < 1
        || spec.keys().first() + spec.keys().count() < 0) {
      throw new IllegalArgumentException(
          "keys must be at least one and numbered from 0 to 2^63 - 1, were %d from %d on"
              .formatted(spec.keys().count(), spec.keys().first()));
    }
    long fields = spec.rows().fields().maximum();
    if (fields < 1 || fields > ValueLayout.MAXIMUM_FIELDS) {
      throw new IllegalArgumentException(
          "a row has 1 to %d fields, was %d".formatted(ValueLayout.MAXIMUM_FIELDS, fields));
    }
    if (!(spec.rows().compressibility() >= 0 && spec.rows().compressibility() <= 1)) {
      throw new IllegalArgumentException(
          "compressibility is a share from 0 to 1, was " + spec.rows().compressibility());
    }
    if (spec.custom() != null && spec.keys().locality().repeat() > 0) {
      throw new IllegalArgumentException(
          "locality must be off with a custom workload, which chooses keys itself, was to repeat "
              + spec.keys().locality().repeat());
    }
    if (spec.bulkSize().lowerBound() < 1 || spec.bulkSize().maximum() > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "a bulk has at least 1 item and a maximum, was " + spec.bulkSize());
    }
    return new Workload(spec, mix, seed, scenario, inserted);
  }

  @Override
  public OperationType type(OperationRandom scratch, long index) {
    scratch.seed(stream, index);
    return part(scratch, index).type();
  }

  private OperationMix.Part part(OperationRandom random, long index) {
    return custom == null ? mix.next(random) : custom.part(random, index);
  }

  @Override
  public boolean isClientCached(OperationRandom scratch, long index) {
    if (clientCache == 0) {
      return false;
    }
    scratch.seed(cacheStream, index);
    if (scratch.nextDouble() >= clientCache) {
      return false;
    }
    OperationType type = type(scratch, index);
    return type.equals(OperationType.READ) || type.equals(OperationType.BULK_READ);
  }

  @Override
  public boolean inserts(OperationType type) {
    return mix.inserts(type);
  }

  @Override
  public boolean followsTime() {
    return followsTime;
  }

  /** Prepares operation {@code index} of the lane. Every index has an operation. */
  @Override
  public boolean prepare(OperationBuffer into, long index, long atNanos) {
    OperationRandom random = into.random;
    random.seed(stream, index);
    OperationMix.Part part = part(random, index);
    OperationDraft draft = custom == null ? null : custom.draft(into, part, index, atNanos);
    Steps steps = part.steps();
    if (steps != null) {
      prepareSteps(into, part.type(), index, steps, draft, atNanos);
      return true;
    }
    int size = draft == null ? part.items(random) : draft.items();
    into.start(part.type(), index, size, part.row());
    for (int item = 0; item < size; item++) {
      long said = draft == null ? OperationDraft.OPEN : draft.position(item);
      long position =
          part.insert()
              ? insertedPosition(into)
              : said == OperationDraft.OPEN ? position(into, item, atNanos) : said;
      setKey(into, item, position);
      if (part.row()) {
        prepareRow(into, item, draft);
      }
    }
    if (part.scan()) {
      into.scanLength(
          draft == null || draft.scanLength() == OperationDraft.OPEN
              ? scanLength(into)
              : draft.scanLength());
    }
    return true;
  }

  /** Draws the number of rows that a scan requests. */
  int scanLength(OperationBuffer into) {
    return Math.clamp(spec.scanLength().sample(into.random), 1, Integer.MAX_VALUE);
  }

  /** Prepares all steps at once, so that none is prepared within the measured time. */
  private void prepareSteps(
      OperationBuffer into,
      OperationType type,
      long index,
      Steps steps,
      @Nullable OperationDraft draft,
      long atNanos) {
    into.start(type, index, steps);
    int drawn = 0;
    for (int number = 0; number < steps.count(); number++) {
      Steps.Step step = steps.step(number);
      into.beginStep(number);
      for (int item = 0; item < step.size(); item++) {
        if (step.inserts()) {
          setKey(into, item, insertedPosition(into));
        } else if (!step.sameKey()) {
          // A user's class cannot combine steps with several keys in one operation.
          long said = draft == null ? OperationDraft.OPEN : draft.position(0);
          long drawnPosition = said == OperationDraft.OPEN ? position(into, drawn, atNanos) : said;
          setKey(into, item, drawnPosition);
          drawn++;
        }
        if (step.row()) {
          prepareRow(into, item, draft);
        }
      }
      if (step.scan()) {
        into.scanLength(scanLength(into));
      }
    }
    into.rewind(type);
  }

  private long insertedPosition(OperationBuffer into) {
    long insert = inserted.next();
    into.inserts(inserted, insert);
    return inserted.position(insert);
  }

  private long position(OperationBuffer into, int item, long atNanos) {
    long ordinal = into.index() * mix.mostKeys() + item;
    return repeated == null
        ? keyDistribution.next(into.random, ordinal, atNanos)
        : repeated.next(into.keyRandom, ordinal, atNanos);
  }

  /** Seeds the random numbers of operation {@code index}. */
  void seed(OperationRandom random, long index) {
    random.seed(stream, index);
  }

  void setKey(OperationBuffer into, int item, long position) {
    long key = spec.keys().first() + position;
    if (position < keyNames.length) {
      into.setKey(item, key, keyNames[(int) position]);
    } else {
      into.setKey(item, key, spec.keys().form());
    }
  }

  /** Prepares the insert of the key at a position, counted from the first key. */
  public void prepareFill(OperationBuffer into, long position) {
    into.random.seed(fillStream, position);
    into.start(OperationType.INSERT, position, 1, true);
    setKey(into, 0, position);
    prepareRow(into, 0, null);
  }

  /**
   * Creates the row of an item; unspecified sizes are drawn.
   *
   * @param bytes bytes of each value; drawn if below 0
   */
  void prepareRow(OperationBuffer into, int item, long bytes) {
    prepareRow(into, item, OperationDraft.OPEN, bytes);
  }

  private void prepareRow(OperationBuffer into, int item, @Nullable OperationDraft draft) {
    if (draft == null) {
      prepareRow(into, item, OperationDraft.OPEN, OperationDraft.OPEN);
    } else {
      prepareRow(into, item, draft.fields(), draft.valueBytes());
    }
  }

  private void prepareRow(OperationBuffer into, int item, int saidFields, long saidBytes) {
    OperationRandom random = into.random;
    long key = into.key(item).number();
    Distribution valueBytes = spec.rows().valueBytes();
    RowBuffer row = into.rowBuffer(item);
    boolean partial =
        updatesFields
            && saidFields == OperationDraft.OPEN
            && into.type().equals(OperationType.UPDATE);
    int fields;
    if (partial) {
      fields = Math.clamp(spec.rows().updateFields().sample(random), 1, fieldNames.length);
      row.startPartial(fieldNames, random.nextInt(fieldNames.length), fields);
    } else {
      fields = saidFields == OperationDraft.OPEN ? drawnFields(random) : saidFields;
      row.start(fieldNames, fields);
    }
    for (int i = 0; i < fields; i++) {
      int offset = row.append(i, saidBytes < 0 ? valueBytes.sample(random) : saidBytes);
      long content = random.nextLong();
      ValueLayout.write(
          row.buffer(),
          offset,
          row.length(i),
          key,
          row.field(i),
          partial ? 0 : fields,
          into.version(),
          i == 0 && !partial && into.withStamp(),
          spec.rows().values() == 0
              ? content
              : Long.remainderUnsigned(content, spec.rows().values()),
          spec.rows().compressibility(),
          into.crc);
    }
  }

  private int drawnFields(OperationRandom random) {
    return variesFields
        ? Math.clamp(spec.rows().fields().sample(random), 1, fieldNames.length)
        : fieldNames.length;
  }

  /**
   * Returns the field names, interned so that they remain the same objects when the workload
   * changes.
   */
  private static String[] fieldNames(int fields) {
    return IntStream.range(0, fields)
        .mapToObj(field -> ("field" + field).intern())
        .toArray(String[]::new);
  }
}
