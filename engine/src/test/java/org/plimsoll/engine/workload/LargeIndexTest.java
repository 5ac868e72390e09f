package org.plimsoll.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plimsoll.engine.workload.WorkloadFixture.prepared;
import static org.plimsoll.engine.workload.WorkloadFixture.spec;
import static org.plimsoll.engine.workload.WorkloadFixture.workload;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.Distribution;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.spec.Parameters;

/** Tests operation indexes and keys beyond the range of an int and of exact doubles. */
class LargeIndexTest {
  private static final int AROUND = 1_000;

  @ParameterizedTest
  @ValueSource(longs = {1L << 31, 1L << 32, 1L << 53, Long.MAX_VALUE - AROUND})
  void adjacentOperationsDifferAndEachIsReproducible(long limit) {
    Workload workload = workload(spec(1_000_000_000, 1, 50), 42, OperationType.UPDATE);
    Set<Long> versions = new HashSet<>();
    Set<Long> keys = new HashSet<>();
    for (long index = limit - AROUND; index < limit + AROUND && index > 0; index++) {
      OperationBuffer operation = prepared(workload, index);
      assertThat(operation.index()).isEqualTo(index);
      versions.add(operation.version());
      keys.add(
          prepared(workload(spec(1L << 60, 1, 50), 42, OperationType.READ), index).key().number());
      assertThat(prepared(workload, index).version()).isEqualTo(operation.version());
    }
    assertThat(versions).hasSize(2 * AROUND);
    assertThat(keys).hasSizeGreaterThan(AROUND / 2);
  }

  @ParameterizedTest
  @ValueSource(longs = {1L << 31, 1L << 53})
  void newKeysAreAssignedInOrder(long limit) {
    long keys = limit - AROUND;
    KeySequence sequence = new KeySequence(keys);
    Workload workload =
        Workload.of(
            spec(3, keys, 1, new Distribution.Constant(10), 0, 0),
            List.of(new Parameters.Weight(OperationType.INSERT, 1)),
            1,
            sequence);
    OperationBuffer operation = new OperationBuffer();
    for (long i = 0; i < 2 * AROUND; i++) {
      workload.prepare(operation, i);
      assertThat(operation.key().number()).isEqualTo(3 + keys + i);
      assertThat(operation.key().text()).endsWith(String.valueOf(3 + keys + i));
    }
    assertThat(sequence.size()).isEqualTo(limit + AROUND);
  }

  @ParameterizedTest
  @ValueSource(longs = {(1L << 31) - 1, (1L << 53) + 1, Long.MAX_VALUE / 2})
  void uniformKeysUseAllBits(long keys) {
    OperationRandom random = new OperationRandom();
    UniformKeys uniform = new UniformKeys(keys);
    long odd = 0;
    long largest = 0;
    for (int i = 0; i < 10_000; i++) {
      random.seed(1, (1L << 53) + i);
      long key = uniform.next(random);
      assertThat(key).isBetween(0L, keys - 1);
      odd += key & 1;
      largest = Math.max(largest, key);
    }
    assertThat(odd).isBetween(4_700L, 5_300L);
    assertThat(largest).isGreaterThan(keys / 1_000 * 998);
  }
}
