package org.plimsoll.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.within;
import static org.plimsoll.engine.workload.WorkloadFixture.filled;
import static org.plimsoll.engine.workload.WorkloadFixture.prepared;
import static org.plimsoll.engine.workload.WorkloadFixture.spec;
import static org.plimsoll.engine.workload.WorkloadFixture.stored;
import static org.plimsoll.engine.workload.WorkloadFixture.updating;
import static org.plimsoll.engine.workload.WorkloadFixture.workload;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.Distribution;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Row;
import org.plimsoll.engine.spec.KeyDistributionSpec;
import org.plimsoll.engine.spec.KeyForm;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.WorkloadSpec;

class WorkloadTest {
  private static final OperationType[] ALL = {
    OperationType.READ,
    OperationType.UPDATE,
    OperationType.DELETE,
    OperationType.SCAN,
    OperationType.READ_MODIFY_WRITE,
    OperationType.BULK_READ,
    OperationType.BULK_WRITE
  };

  private static List<Object> contents(OperationBuffer operation) {
    List<Object> contents = new ArrayList<>();
    contents.add(operation.type());
    contents.add(operation.scanLength());
    for (int item = 0; item < operation.size(); item++) {
      contents.add(operation.key(item).text());
      if (operation.type().row()) {
        for (byte[] value : stored(operation.row(item))) {
          contents.add(ByteBuffer.wrap(value));
        }
      }
    }
    return contents;
  }

  @Test
  void anOperationDependsOnlyOnSeedAndIndex() {
    WorkloadSpec spec = spec(0, 1_000, 3, new Distribution.Uniform(0, 300), 0.3, 0);
    Workload workload = workload(spec, 42, ALL);
    OperationBuffer reused = new OperationBuffer();
    for (long index = 999; index >= 0; index -= 3) {
      workload.prepare(reused, index);
      assertThat(contents(reused)).isEqualTo(contents(prepared(workload(spec, 42, ALL), index)));
      assertThat(reused.index()).isEqualTo(index);
    }
    assertThat(contents(prepared(workload, 1))).isNotEqualTo(contents(prepared(workload, 2)));
  }

  @Test
  void typesAreDrawnInProportionToTheirWeights() {
    List<Parameters.Weight> mix =
        List.of(
            new Parameters.Weight(OperationType.READ, 80),
            new Parameters.Weight(OperationType.DELETE, 0),
            new Parameters.Weight(OperationType.UPDATE, 20));
    Workload workload = Workload.of(spec(100, 1, 10), mix, 1, new KeySequence(100));
    OperationBuffer operation = new OperationBuffer();
    int reads = 0;
    for (int index = 0; index < 1_000_000; index++) {
      workload.prepare(operation, index);
      assertThat(operation.type()).isNotEqualTo(OperationType.DELETE);
      reads += operation.type().equals(OperationType.READ) ? 1 : 0;
    }
    assertThat(reads / 1e6).isCloseTo(0.8, within(0.0016));
  }

  @Test
  void invalidMixesAreRefusedWithTheirWeights() {
    for (double weight : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY, 0}) {
      List<Parameters.Weight> mix = List.of(new Parameters.Weight(OperationType.READ, weight));
      assertThatThrownBy(() -> Workload.of(spec(1, 1, 1), mix, 1, new KeySequence(1)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(String.valueOf(weight));
    }
  }

  @Test
  void insertsTakeNewKeysAlsoAfterAChangeOfTheWorkload() {
    KeySequence inserted = new KeySequence(10);
    List<Parameters.Weight> mix = List.of(new Parameters.Weight(OperationType.INSERT, 1));
    WorkloadSpec spec = spec(100, 10, 1, new Distribution.Constant(50), 0, 0);
    OperationBuffer operation = new OperationBuffer();
    Workload.of(spec, mix, 1, inserted).prepare(operation, 0);
    assertThat(operation.key().number()).isEqualTo(110);
    Workload.of(spec, mix, 1, inserted).prepare(operation, 0);
    assertThat(operation.key().number()).isEqualTo(111);
    assertThat(inserted.size()).isEqualTo(12);
  }

  @Test
  void lanesWithDifferentTypesDrawDifferentKeysButShareTheHottest() {
    WorkloadSpec spec = spec(1_000, 1, 50);
    Workload reads = workload(spec, 5, OperationType.READ);
    Workload updates = workload(spec, 5, OperationType.UPDATE);
    int[] readCounts = new int[1_000];
    int[] updateCounts = new int[1_000];
    OperationBuffer operation = new OperationBuffer();
    int equal = 0;
    for (int index = 0; index < 20_000; index++) {
      reads.prepare(operation, index);
      long key = operation.key().number();
      readCounts[(int) key]++;
      updates.prepare(operation, index);
      updateCounts[(int) operation.key().number()]++;
      equal += operation.key().number() == key ? 1 : 0;
    }
    assertThat(hottest(updateCounts)).isEqualTo(hottest(readCounts));
    assertThat(equal).isLessThan(2_000);
  }

  private static int hottest(int[] counts) {
    int hottest = 0;
    for (int key = 0; key < counts.length; key++) {
      hottest = counts[key] > counts[hottest] ? key : hottest;
    }
    return hottest;
  }

  @ParameterizedTest
  @ValueSource(
      longs = {
        0,
        7,
        99_999_999L,
        100_000_000L,
        123_456_789_012L,
        999_999_999_999L,
        1_000_000_000_000L,
        10_000_000_000_000L,
        Long.MAX_VALUE - 1
      })
  void keysHaveOneTextInAllForms(long number) {
    WorkloadSpec text = spec(number, 1, 1, new Distribution.Constant(20), 0, 0);
    OperationBuffer operation = filled(workload(text, 1, OperationType.READ), 0);
    String expected = "user%012d".formatted(number);
    assertThat(operation.key().number()).isEqualTo(number);
    assertThat(operation.key().text()).isEqualTo(expected).isSameAs(operation.key().text());
    assertThat(new String(operation.key().bytes(), StandardCharsets.UTF_8)).isEqualTo(expected);
    operation.prepareText(true);
    workload(binary(text), 1, OperationType.READ).prepareFill(operation, 0);
    assertThat(ByteBuffer.wrap(operation.key().bytes()).getLong()).isEqualTo(number);
    assertThat(operation.key().bytes()).hasSize(8);
    assertThat(operation.key().text()).isEqualTo(expected);
  }

  @Test
  void keysAreWrittenDigitByDigitInOneReusedBuffer() {
    KeyBuffer key = new KeyBuffer();
    OperationRandom random = new OperationRandom();
    random.seed(1, 1);
    for (int i = 0; i < 100_000; i++) {
      long number = random.nextLong() >>> (1 + i % 62);
      key.set(number, KeyForm.TEXT, false);
      assertThat(key.text()).isEqualTo("user%012d".formatted(number));
    }
  }

  private static WorkloadSpec binary(WorkloadSpec spec) {
    return new WorkloadSpec(
        new WorkloadSpec.Keys(
            spec.keys().first(),
            spec.keys().count(),
            new KeyDistributionSpec.Uniform(),
            KeyForm.BINARY),
        new WorkloadSpec.Rows(
            new Distribution.Constant((int) spec.rows().fields().maximum()),
            spec.rows().valueBytes(),
            spec.rows().compressibility(),
            spec.rows().values()),
        spec.scanLength(),
        spec.bulkSize(),
        false,
        false);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 9})
  void partialUpdatesWriteEachFieldEquallyOften(int updateFields) {
    Workload workload =
        workload(updating(spec(100, 10, 60), updateFields), 1, OperationType.UPDATE);
    OperationBuffer operation = new OperationBuffer();
    Map<String, Integer> writes = new HashMap<>();
    for (int index = 0; index < 10_000; index++) {
      workload.prepare(operation, index);
      Row row = operation.row();
      assertThat(row.isPartial()).isTrue();
      assertThat(row.fieldCount()).isEqualTo(updateFields);
      assertThat(row.totalBytes()).isEqualTo(60L * updateFields);
      for (int i = 0; i < updateFields; i++) {
        writes.merge(row.fieldName(i), 1, Integer::sum);
      }
    }
    assertThat(writes).hasSize(10);
    double each = 1_000.0 * updateFields;
    assertThat(writes.values())
        .allSatisfy(n -> assertThat((double) n).isCloseTo(each, offset(130.0)));
  }

  @Test
  void onlyUpdatesWritePartialRowsUnlessTheyWriteAllFields() {
    WorkloadSpec some = updating(spec(100, 10, 60), 4);
    assertThat(prepared(workload(some, 1, OperationType.INSERT), 1).row().isPartial()).isFalse();
    assertThat(prepared(workload(some, 1, OperationType.BULK_WRITE), 1).row().isPartial())
        .isFalse();
    assertThat(filled(workload(some, 1, OperationType.UPDATE), 1).row().fieldCount()).isEqualTo(10);
    WorkloadSpec all = updating(spec(100, 10, 60), 10);
    assertThat(prepared(workload(all, 1, OperationType.UPDATE), 1).row().isPartial()).isFalse();
  }

  @Test
  void anInsertOfADriverTakesNewKeys() {
    OperationType create = OperationType.inserting("create");
    Workload workload = workload(spec(100, 1, 10), 1, create);
    assertThat(workload.inserts(create)).isTrue();
    assertThat(prepared(workload, 0).key().number()).isEqualTo(100);
    assertThat(prepared(workload, 1).key().number()).isEqualTo(101);
  }

  @Test
  void valuesAreAdjacentAndHaveTheirSizes() {
    WorkloadSpec spec = spec(0, 100, 10, new Distribution.Uniform(0, 400), 0, 0);
    Workload workload = workload(spec, 1, OperationType.UPDATE);
    OperationBuffer operation = new OperationBuffer();
    Set<Integer> lengths = new HashSet<>();
    for (int index = 0; index < 1_000; index++) {
      workload.prepare(operation, index);
      int end = 0;
      for (int field = 0; field < 10; field++) {
        assertThat(operation.row().offset(field)).isEqualTo(end);
        assertThat(operation.row().fieldName(field)).isEqualTo("field" + field);
        lengths.add(operation.row().length(field));
        end += operation.row().length(field);
      }
      assertThat(operation.row().buffer().length).isGreaterThanOrEqualTo(end);
    }
    assertThat(lengths).hasSize(401);
  }

  @Test
  void bulksAndScansHaveTheirSizes() {
    Workload bulk = workload(spec(1_000, 2, 60), 1, OperationType.BULK_WRITE);
    OperationBuffer operation = prepared(bulk, 0);
    assertThat(operation.size()).isEqualTo(16);
    assertThat(operation.row(15).totalBytes()).isEqualTo(120);
    workload(spec(1_000, 2, 60), 1, OperationType.SCAN).prepare(operation, 1);
    assertThat(operation.scanLength()).isBetween(1, 100);
    assertThat(operation.size()).isEqualTo(1);
    assertThatThrownBy(() -> operation.key(1)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(operation::row).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void aReadModifyWriteKeepsItsRowWhenSentAsReadAndUpdate() {
    OperationBuffer operation =
        prepared(workload(spec(10, 1, 60), 1, OperationType.READ_MODIFY_WRITE), 0);
    byte[] row = stored(operation.row())[0];
    operation.type(OperationType.READ);
    operation.type(OperationType.UPDATE);
    assertThat(stored(operation.row())[0]).isEqualTo(row).hasSize(60);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.25, 0.5, 0.9, 1})
  void deflateConfirmsTheCompressibility(double compressibility) {
    WorkloadSpec spec = spec(0, 1_000, 1, new Distribution.Constant(10_000), compressibility, 0);
    Workload workload = workload(spec, 1, OperationType.UPDATE);
    ByteBuffer rows = ByteBuffer.allocate(1_000_000);
    for (int index = 0; index < 100; index++) {
      rows.put(stored(prepared(workload, index).row())[0]);
    }
    Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
    deflater.setInput(rows.array());
    deflater.finish();
    int compressed = deflater.deflate(new byte[1_100_000]);
    deflater.end();
    assertThat(compressed / 1e6).isCloseTo(1 - compressibility, within(0.02));
  }

  @Test
  void aLimitedNumberOfValuesIsDrawn() {
    WorkloadSpec spec = spec(0, 1_000, 1, new Distribution.Constant(5_000), 0, 10);
    Workload workload = workload(spec, 1, OperationType.UPDATE);
    Set<ByteBuffer> bodies = new HashSet<>();
    for (int index = 0; index < 1_000; index++) {
      byte[] value = stored(prepared(workload, index).row())[0];
      bodies.add(ByteBuffer.wrap(value, ValueLayout.FULL_HEADER_BYTES, 4_000).slice());
    }
    assertThat(bodies).hasSize(10);
  }

  /**
   * A thread's allocation is measured exactly; the bound includes what the measurement allocates.
   */
  @Test
  void preparingAllocatesNothing() {
    Workload workload =
        workload(
            spec(100_000, 2, 500),
            1,
            OperationType.READ,
            OperationType.UPDATE,
            OperationType.BULK_WRITE,
            OperationType.SCAN);
    OperationBuffer operation = new OperationBuffer();
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (int index = 0; index < 20_000; index++) {
      workload.prepare(operation, index);
    }
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int index = 20_000; index < 120_000; index++) {
      workload.prepare(operation, index);
    }
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(100_000);
  }
}
