package org.plimsoll.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.Distribution;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.spec.KeyDistributionSpec;
import org.plimsoll.engine.spec.KeyForm;
import org.plimsoll.engine.spec.KeyLocality;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.WorkloadSpec;

/** Tests which keys are requested again. There are so many keys that none repeats by chance. */
class RepeatedKeysTest {
  private static final int OPERATIONS = 100_000;

  private static Workload workload(
      KeyLocality.Window window, double repeat, Parameters.Weight... mix) {
    WorkloadSpec spec =
        new WorkloadSpec(
            new WorkloadSpec.Keys(
                0,
                1L << 60,
                new KeyDistributionSpec.Uniform(),
                KeyForm.BINARY,
                new KeyLocality(window, repeat, 0)),
            new WorkloadSpec.Rows(
                new Distribution.Constant(1), new Distribution.Constant(10), 0, 0),
            new Distribution.Constant(1),
            new Distribution.Uniform(2, 6),
            false,
            false);
    return Workload.of(spec, List.of(mix), 11, new KeySequence(1L << 60));
  }

  private static Parameters.Weight weight(OperationType type, double weight) {
    return new Parameters.Weight(type, weight);
  }

  /** The share of requests for a key that one of the recent requests used. */
  private static double repeated(Workload workload) {
    Map<Long, Integer> recent = new HashMap<>();
    Deque<Long> order = new ArrayDeque<>();
    OperationBuffer operation = new OperationBuffer();
    long requests = 0;
    long again = 0;
    for (int index = 0; index < OPERATIONS; index++) {
      workload.prepare(operation, index, index * TimeUnit.MILLISECONDS.toNanos(1));
      if (operation.type().equals(OperationType.INSERT)) {
        continue;
      }
      for (int item = 0; item < operation.size(); item++) {
        long key = operation.key(item).number();
        requests++;
        again += recent.containsKey(key) ? 1 : 0;
        order.addLast(key);
        recent.merge(key, 1, Integer::sum);
        if (order.size() > 4 * RepeatedKeys.RECENT + 100) {
          recent.compute(order.removeFirst(), (_, count) -> count == 1 ? null : count - 1);
        }
      }
    }
    return (double) again / requests;
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.1, 0.5, 0.9})
  void theConfiguredShareOfRequestsRepeatsARecentKey(double repeat) {
    Workload workload = workload(new KeyLocality.Whole(), repeat, weight(OperationType.READ, 1));
    assertThat(repeated(workload)).isCloseTo(repeat, within(0.01));
  }

  @Test
  void repeatsSkipInserts() {
    Workload workload =
        workload(
            new KeyLocality.Whole(),
            0.5,
            weight(OperationType.READ, 1),
            weight(OperationType.INSERT, 3),
            weight(OperationType.BULK_READ, 1));
    assertThat(repeated(workload)).isCloseTo(0.5, within(0.01));
  }

  /** One key leaves the window each millisecond; few of the requested keys are among them. */
  @Test
  void keysAreRepeatedInAMovingWindow() {
    Workload workload =
        workload(new KeyLocality.Drift(1L << 50, 1_000), 0.5, weight(OperationType.READ, 1));
    assertThat(repeated(workload)).isCloseTo(0.5, within(0.01));
  }

  @Test
  void anOperationStillDependsOnlyOnItsIndex() {
    Workload workload = workload(new KeyLocality.Whole(), 0.7, weight(OperationType.READ, 1));
    OperationBuffer inOrder = new OperationBuffer();
    for (int index = 0; index < 1_000; index++) {
      workload.prepare(inOrder, index);
      OperationBuffer alone = WorkloadFixture.prepared(workload, index);
      assertThat(alone.key().number()).isEqualTo(inOrder.key().number());
    }
  }
}
