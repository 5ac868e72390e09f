package org.plimsoll.engine.workload;

import java.util.List;
import java.util.stream.IntStream;
import org.plimsoll.api.Distribution;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.WorkloadSpec;

/**
 * Which operation, which keys, which rows: each operation of a lane is a function of the seed, the
 * lane's types and the operation's index, whoever prepares it and whatever was prepared or skipped
 * before. Only the key of an insert is taken from a sequence, as it must be new. Immutable, and
 * shared by threads.
 *
 * <p>All lanes and all generators of a run get the same seed, so that they agree on which keys are
 * popular; lanes that have different types draw different operations all the same.
 */
public final class Workload implements OperationSource {
  private static final long FILL = 0x66696c6cL;

  private final OperationMix mix;
  private final KeyDistribution keyDistribution;
  private final KeySequence inserted;
  private final WorkloadSpec spec;
  private final String[] fieldNames;
  private final long stream;
  private final long fillStream;

  private Workload(
      WorkloadSpec spec,
      List<Parameters.Weight> mix,
      long seed,
      long scenario,
      KeySequence inserted) {
    this.spec = spec;
    this.mix = new OperationMix(mix, spec.bulkSize());
    this.keyDistribution = KeyDistribution.of(spec.keyDistribution(), spec.keys(), seed);
    this.inserted = inserted;
    this.fieldNames = fieldNames(spec.fields());
    long lane = scenario;
    for (Parameters.Weight weight : mix) {
      lane = OperationRandom.mix(lane + weight.type().name().hashCode());
    }
    this.stream = OperationRandom.mix(seed ^ lane);
    this.fillStream = OperationRandom.mix(seed ^ FILL);
  }

  /**
   * Compiles a workload.
   *
   * @param mix the lane's operations
   * @param seed the run's
   * @param inserted positions of keys that inserts take
   */
  public static Workload of(
      WorkloadSpec spec, List<Parameters.Weight> mix, long seed, KeySequence inserted) {
    return of(spec, mix, seed, 0, inserted);
  }

  /**
   * Compiles the workload of one of several scenarios: they agree on which keys are popular, and
   * draw different operations.
   *
   * @param scenario a number of its own; 0 for the only one
   */
  public static Workload of(
      WorkloadSpec spec,
      List<Parameters.Weight> mix,
      long seed,
      long scenario,
      KeySequence inserted) {
    if (spec.firstKey() < 0 || spec.keys() < 1 || spec.firstKey() + spec.keys() < 0) {
      throw new IllegalArgumentException(
          "keys must be numbers from 0 to 2^63 - 1 and at least one, were %d from %d on"
              .formatted(spec.keys(), spec.firstKey()));
    }
    if (spec.fields() < 1 || spec.fields() > ValueLayout.MAXIMUM_FIELDS) {
      throw new IllegalArgumentException(
          "a row has 1 to %d fields, was %d".formatted(ValueLayout.MAXIMUM_FIELDS, spec.fields()));
    }
    if (!(spec.compressibility() >= 0 && spec.compressibility() <= 1)) {
      throw new IllegalArgumentException(
          "compressibility is a share from 0 to 1, was " + spec.compressibility());
    }
    if (spec.bulkSize() < 1) {
      throw new IllegalArgumentException("a bulk has at least 1 item, was " + spec.bulkSize());
    }
    return new Workload(spec, mix, seed, scenario, inserted);
  }

  @Override
  public OperationType type(OperationRandom scratch, long index) {
    scratch.seed(stream, index);
    return mix.next(scratch).type();
  }

  /** Prepares operation {@code index} of the lane; there is one for each index. */
  @Override
  public boolean prepare(OperationBuffer into, long index) {
    OperationRandom random = into.random;
    random.seed(stream, index);
    OperationMix.Part part = mix.next(random);
    into.start(part.type(), index, part.size(), part.row());
    for (int item = 0; item < part.size(); item++) {
      long position = part.insert() ? inserted.next() : keyDistribution.next(random);
      long key = spec.firstKey() + position;
      into.setKey(item, key, spec.keyForm());
      if (part.row()) {
        prepareRow(into, item, key);
      }
    }
    if (part.scan()) {
      into.scanLength(Math.clamp(spec.scanLength().sample(random), 1, Integer.MAX_VALUE));
    }
    return true;
  }

  /** Prepares the insert of the key at a position, counted from the first key. */
  public void prepareFill(OperationBuffer into, long position) {
    into.random.seed(fillStream, position);
    into.start(OperationType.INSERT, position, 1, true);
    long key = spec.firstKey() + position;
    into.setKey(0, key, spec.keyForm());
    prepareRow(into, 0, key);
  }

  private void prepareRow(OperationBuffer into, int item, long key) {
    OperationRandom random = into.random;
    Distribution valueBytes = spec.valueBytes();
    RowBuffer row = into.rowBuffer(item);
    row.start(fieldNames);
    for (int field = 0; field < fieldNames.length; field++) {
      int offset = row.append(field, valueBytes.sample(random));
      long content = random.nextLong();
      ValueLayout.write(
          row.buffer(),
          offset,
          row.length(field),
          key,
          field,
          fieldNames.length,
          into.version(),
          field == 0 && into.withStamp(),
          spec.values() == 0 ? content : Long.remainderUnsigned(content, spec.values()),
          spec.compressibility(),
          into.crc);
    }
  }

  /** Interned, so that they are the same objects when the workload is changed. */
  private static String[] fieldNames(int fields) {
    return IntStream.range(0, fields)
        .mapToObj(field -> ("field" + field).intern())
        .toArray(String[]::new);
  }
}
