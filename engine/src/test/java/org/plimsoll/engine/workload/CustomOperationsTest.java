package org.plimsoll.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.plimsoll.api.Distribution;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.custom.CustomWorkload;
import org.plimsoll.api.custom.CustomWorkload.Draft;
import org.plimsoll.api.custom.CustomWorkload.Operations;
import org.plimsoll.engine.spec.CustomClass;
import org.plimsoll.engine.spec.CustomClassException;
import org.plimsoll.engine.spec.KeyDistributionSpec;
import org.plimsoll.engine.spec.KeyForm;
import org.plimsoll.engine.spec.KeyLocality;
import org.plimsoll.engine.spec.Parameters.Weight;
import org.plimsoll.engine.spec.WorkloadSpec;

/**
 * Users' workloads without class loaders. There are 10 keys, up to 4 fields and up to 8 items per
 * bulk.
 */
class CustomOperationsTest {
  private static final int KEYS = 10;

  /** A workload with one type and a function that fills in each draft. */
  private record Says(OperationType only, Consumer<Draft> draft) implements Operations {
    @Override
    public List<OperationType> types() {
      return List.of(only);
    }

    @Override
    public OperationType type(RandomGenerator random, long index) {
      return only;
    }

    @Override
    public void prepare(Draft into, RandomGenerator random, long index, long atNanos) {
      draft.accept(into);
    }
  }

  private static Workload workload(CustomWorkload own, List<OperationType> types) {
    WorkloadSpec spec =
        new WorkloadSpec(
            new WorkloadSpec.Keys(
                100, KEYS, new KeyDistributionSpec.Sequential(), KeyForm.TEXT, KeyLocality.NONE),
            new WorkloadSpec.Rows(
                new Distribution.Uniform(1, 4),
                WorkloadSpec.ALL_FIELDS,
                new Distribution.Constant(50),
                0,
                0),
            new Distribution.Constant(7),
            new Distribution.Constant(8),
            false,
            false,
            new CustomClass<>("mine", List.of(), own));
    List<Weight> mix = types.stream().map(type -> new Weight(type, 1)).toList();
    return Workload.of(spec, mix, 1, new KeySequence(KEYS));
  }

  private static OperationBuffer prepared(OperationType type, Consumer<Draft> says, long index) {
    Workload workload = workload((_, _, _) -> new Says(type, says), List.of(type));
    return WorkloadFixture.prepared(workload, index);
  }

  @Test
  void describedOperationsAreSent() {
    OperationBuffer update =
        prepared(
            OperationType.UPDATE,
            draft -> {
              draft.key(3);
              draft.fields(2);
              draft.valueBytes(30);
            },
            0);
    assertThat(update.key().number()).isEqualTo(103);
    assertThat(WorkloadFixture.stored(update.row())).hasDimensions(2, 30);

    OperationBuffer modify =
        prepared(
            OperationType.READ_MODIFY_WRITE,
            draft -> {
              draft.key(4);
              draft.valueBytes(20);
            },
            0);
    assertThat(modify.key().number()).isEqualTo(104);
    assertThat(modify.row().length(0)).isEqualTo(20);

    OperationBuffer scan = prepared(OperationType.SCAN, draft -> draft.scanLength(41), 0);
    assertThat(scan.scanLength()).isEqualTo(41);

    OperationBuffer bulk =
        prepared(
            OperationType.BULK_READ,
            draft -> {
              draft.items(3);
              draft.key(0, 9);
              draft.key(2, 0);
            },
            0);
    assertThat(bulk.size()).isEqualTo(3);
    assertThat(bulk.key(0).number()).isEqualTo(109);
    assertThat(bulk.key(2).number()).isEqualTo(100);
  }

  @Test
  void unsetChoicesFollowTheSettings() {
    assertThat(prepared(OperationType.READ, _ -> {}, 13).key().number()).isEqualTo(103);
    assertThat(prepared(OperationType.SCAN, _ -> {}, 0).scanLength()).isEqualTo(7);
    OperationBuffer bulk = prepared(OperationType.BULK_WRITE, _ -> {}, 0);
    assertThat(bulk.size()).isEqualTo(8);
    List<Integer> fields = new ArrayList<>();
    for (int item = 0; item < 8; item++) {
      assertThat(bulk.row(item).length(0)).isEqualTo(50);
      fields.add(bulk.row(item).fieldCount());
    }
    assertThat(fields)
        .allMatch(count -> count >= 1 && count <= 4)
        .anyMatch(count -> !count.equals(fields.getFirst()));
  }

  @Test
  void insertsTakeNewKeys() {
    Workload workload =
        workload(
            (_, _, _) -> new Says(OperationType.INSERT, _ -> {}), List.of(OperationType.INSERT));
    assertThat(WorkloadFixture.prepared(workload, 0).key().number()).isEqualTo(100 + KEYS);
    assertThat(WorkloadFixture.prepared(workload, 1).key().number()).isEqualTo(101 + KEYS);
  }

  static Stream<Arguments> faults() {
    return Stream.of(
        fault(
            OperationType.READ,
            draft -> draft.key(-1),
            "asked for key -1, allowed are positions from 0 to below 10"),
        fault(
            OperationType.READ,
            draft -> draft.key(10),
            "asked for key 10, allowed are positions from 0 to below 10"),
        fault(OperationType.READ, draft -> draft.key(1, 0), "set the key of item 1 of 1"),
        fault(OperationType.READ, draft -> draft.items(2), "asked for 2 items"),
        fault(OperationType.BULK_READ, draft -> draft.items(0), "asked for 0 items"),
        fault(OperationType.BULK_READ, draft -> draft.items(9), "must be from 1 to 8"),
        fault(OperationType.UPDATE, draft -> draft.fields(5), "must be from 1 to 4"),
        fault(OperationType.UPDATE, draft -> draft.valueBytes(-1), "fields of -1 bytes"),
        fault(OperationType.UPDATE, draft -> draft.valueBytes(1 << 29), "at most 1GiB"),
        fault(OperationType.SCAN, draft -> draft.scanLength(0), "a scan of 0 rows"),
        fault(OperationType.INSERT, draft -> draft.key(1), "set the key of an insert"));
  }

  private static Arguments fault(OperationType type, Consumer<Draft> says, String sentence) {
    return Arguments.of(type, says, sentence);
  }

  @ParameterizedTest(name = "{2}")
  @MethodSource("faults")
  void valuesOutOfBoundsAreRefusedWithTheNameOfTheClass(
      OperationType type, Consumer<Draft> says, String sentence) {
    assertThatThrownBy(() -> prepared(type, says, 0))
        .isInstanceOf(CustomClassException.class)
        .hasMessageStartingWith("custom(mine) ")
        .hasMessageContaining(sentence);
  }

  @Test
  void anOperationTypeOfTheDriverIsSentUnchanged() {
    OperationType drivers = OperationType.reading("look-up");
    Says says = new Says(OperationType.reading("look-up"), _ -> {});
    Workload workload = workload((_, _, _) -> says, List.of(drivers));
    assertThat(WorkloadFixture.prepared(workload, 0).type()).isSameAs(drivers);
  }

  @Test
  void preparingAllocatesNothingOnceTheBufferHasGrown() {
    Operations own =
        new Operations() {
          @Override
          public List<OperationType> types() {
            return List.of(OperationType.READ, OperationType.UPDATE);
          }

          @Override
          public OperationType type(RandomGenerator random, long index) {
            return random.nextBoolean() ? OperationType.READ : OperationType.UPDATE;
          }

          @Override
          public void prepare(Draft draft, RandomGenerator random, long index, long atNanos) {
            draft.key(random.nextLong(KEYS));
            draft.valueBytes(random.nextInt(100));
          }
        };
    Workload workload = workload((_, _, _) -> own, own.types());
    OperationBuffer operation = new OperationBuffer();
    OperationRandom scratch = new OperationRandom();
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = 0;
    for (int index = 0; index < 120_000; index++) {
      if (index == 20_000) {
        before = threads.getCurrentThreadAllocatedBytes();
      }
      assertThatSame(workload.type(scratch, index), workload, operation, index);
    }
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(100_000);
  }

  private static void assertThatSame(
      OperationType asked, Workload workload, OperationBuffer into, long index) {
    workload.prepare(into, index);
    if (into.type() != asked) {
      throw new AssertionError("operation " + index + " changed its type");
    }
  }
}
