package org.plimsoll.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.result.Phase;

class FirstFailureTest {
  private final Map<OperationType, Totals> all = new HashMap<>();
  private final PhaseRecorder recorder =
      new PhaseRecorder(Phase.MEASURE, List.of(OperationType.READ, OperationType.UPDATE));
  private int made;

  @Test
  void onlyTheFirstMessageOfEachOperationAndCodeIsCreated() {
    for (int i = 1; i <= 1_000; i++) {
      fail(OperationType.READ, "rejected", "read " + i, i);
      fail(OperationType.UPDATE, "rejected", "update " + i, i);
      fail(OperationType.UPDATE, "closed", "closed " + i, i);
    }
    collect();
    fail(OperationType.READ, "rejected", "read again", 2_000);
    collect();

    assertThat(made).isEqualTo(3);
    assertThat(said(OperationType.READ))
        .isEqualTo(Map.of("rejected", new FirstFailure(1, "read 1")));
    assertThat(said(OperationType.UPDATE))
        .isEqualTo(
            Map.of(
                "rejected", new FirstFailure(1, "update 1"),
                "closed", new FirstFailure(1, "closed 1")));
  }

  @Test
  void theEarlierFailureOfTwoThreadsIsKept() throws InterruptedException {
    fail(OperationType.READ, "rejected", "later", 20);
    Thread other =
        Thread.ofPlatform().start(() -> fail(OperationType.READ, "rejected", "earlier", 10));
    other.join();
    collect();

    assertThat(said(OperationType.READ))
        .isEqualTo(Map.of("rejected", new FirstFailure(10, "earlier")));
  }

  @Test
  void aFailureWithoutAMessageDoesNotReplaceTheNextMessage() {
    recorder
        .shard(OperationType.READ)
        .answered(Outcome.failed(FailureCode.own("rejected")), false, 1, 1, 1);
    fail(OperationType.READ, "rejected", "second", 2);
    collect();

    assertThat(said(OperationType.READ))
        .isEqualTo(Map.of("rejected", new FirstFailure(2, "second")));
  }

  @Test
  void beyondALimitAllFurtherCodesAreCountedAsOne() {
    for (int i = 0; i < 10_000; i++) {
      fail(OperationType.READ, "host-" + i, "of host " + i, i);
    }
    collect();

    Totals read = Objects.requireNonNull(all.get(OperationType.READ));
    assertThat(read.failures()).hasSize(201).containsEntry(Shard.OTHER_CODES, 9_800L);
    assertThat(read.failures().values().stream().mapToLong(Long::longValue).sum())
        .isEqualTo(10_000);
    assertThat(made).isEqualTo(201);
  }

  private void fail(OperationType type, String code, String message, long atNanos) {
    Outcome failed =
        Outcome.failed(
            FailureCode.own(code),
            () -> {
              made++;
              return message;
            });
    recorder.shard(type).answered(failed, false, atNanos, atNanos, atNanos);
  }

  private void collect() {
    recorder
        .collect()
        .forEach((type, more) -> all.computeIfAbsent(type, _ -> new Totals()).add(more));
  }

  private Map<String, FirstFailure> said(OperationType type) {
    return Objects.requireNonNull(all.get(type)).firstFailures();
  }
}
