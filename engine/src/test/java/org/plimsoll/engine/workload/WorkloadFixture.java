package org.plimsoll.engine.workload;

import java.util.Arrays;
import java.util.List;
import org.plimsoll.api.Distribution;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Row;
import org.plimsoll.engine.spec.KeyDistributionSpec;
import org.plimsoll.engine.spec.KeyForm;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.WorkloadSpec;

/** Small workloads, and the rows that a store would return. */
final class WorkloadFixture {
  static final int KEYS = 1_000;

  private WorkloadFixture() {}

  static WorkloadSpec spec(long keys, int fields, long valueBytes) {
    return spec(0, keys, fields, new Distribution.Constant(valueBytes), 0, 0);
  }

  static WorkloadSpec spec(
      long firstKey,
      long keys,
      int fields,
      Distribution valueBytes,
      double compressibility,
      long values) {
    return new WorkloadSpec(
        new WorkloadSpec.Keys(firstKey, keys, new KeyDistributionSpec.Zipfian(0.99), KeyForm.TEXT),
        new WorkloadSpec.Rows(
            new Distribution.Constant(fields), valueBytes, compressibility, values),
        new Distribution.Uniform(1, 100),
        new Distribution.Constant(16),
        false,
        false);
  }

  /** The same workload, but an update writes this many fields. */
  static WorkloadSpec updating(WorkloadSpec spec, int updateFields) {
    return new WorkloadSpec(
        spec.keys(),
        new WorkloadSpec.Rows(
            spec.rows().fields(),
            updateFields,
            spec.rows().valueBytes(),
            spec.rows().compressibility(),
            spec.rows().values()),
        spec.scanLength(),
        spec.bulkSize(),
        spec.verify(),
        spec.ignoreMissing(),
        spec.custom());
  }

  static Workload workload(WorkloadSpec spec, long seed, OperationType... types) {
    List<Parameters.Weight> mix =
        Arrays.stream(types).map(type -> new Parameters.Weight(type, 1)).toList();
    return Workload.of(spec, mix, seed, new KeySequence(spec.keys().count()));
  }

  static OperationBuffer prepared(Workload workload, long index) {
    OperationBuffer operation = new OperationBuffer();
    workload.prepare(operation, index);
    return operation;
  }

  static OperationBuffer filled(Workload workload, long position) {
    OperationBuffer operation = new OperationBuffer();
    workload.prepareFill(operation, position);
    return operation;
  }

  /** The fields of a row as a store keeps them. */
  static byte[][] stored(Row row) {
    byte[][] values = new byte[row.fieldCount()][];
    Arrays.setAll(values, row::copy);
    return values;
  }

  /** The fields after an update of some of them. */
  static byte[][] stored(byte[][] before, Row update) {
    byte[][] values = before.clone();
    for (int i = 0; i < update.fieldCount(); i++) {
      values[Integer.parseInt(update.fieldName(i).substring("field".length()))] = update.copy(i);
    }
    return values;
  }

  /** The outcome of a read that found these values of its only item. */
  static Outcome found(byte[]... values) {
    return foundWithout(-1, values);
  }

  /** The same outcome, except that the store has lost one field. */
  static Outcome foundWithout(int gone, byte[]... values) {
    return Outcome.succeeded(1).withRows(rows(gone, values));
  }

  /** Lends the values from the last to the first, each at an odd offset of an array. */
  static Outcome.ReadRows rows(int gone, byte[]... values) {
    return visitor -> {
      for (int field = values.length - 1; field >= 0; field--) {
        byte[] lent = new byte[values[field].length + 3];
        System.arraycopy(values[field], 0, lent, 3, values[field].length);
        if (field != gone) {
          visitor.field(0, "field" + field, lent, 3, values[field].length);
        }
      }
    };
  }
}
