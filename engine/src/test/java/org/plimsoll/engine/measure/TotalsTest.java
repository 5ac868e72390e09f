package org.plimsoll.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.result.Phase;

class TotalsTest {
  private final Totals totals = new Totals();

  @Test
  void everyOutcomeIsCountedAndTheRestIsUnfinished() {
    totals.add(Counter.SCHEDULED, 100);
    totals.add(Counter.SUCCEEDED, 50);
    totals.add(Counter.NOT_FOUND, 20);
    totals.add(Counter.FAILED, 10);
    totals.add(Counter.TIMED_OUT, 5);
    totals.add(Counter.NOT_SENT, 4);
    totals.add(Counter.SHED, 3);
    assertThat(totals.answered()).isEqualTo(70);
    assertThat(totals.censored()).isEqualTo(12);
    assertThat(totals.ended()).isEqualTo(92);

    totals.step(0, "read").add(Counter.SCHEDULED, 2);
    totals.finish();
    assertThat(totals.count(Counter.UNFINISHED)).isEqualTo(8);
    assertThat(totals.censored()).isEqualTo(20);
    assertThat(totals.ended()).isEqualTo(100);
    assertThat(totals.stepOrNone("read").count(Counter.UNFINISHED)).isEqualTo(2);
    totals.finish();
    assertThat(totals.count(Counter.UNFINISHED)).isEqualTo(8);
  }

  @Test
  void withoutPendingOperationsThePopulationIsWhatHasEnded() {
    totals.add(Counter.SCHEDULED, 100);
    totals.add(Counter.SUCCEEDED, 60);
    totals.step(0, "read").add(Counter.SCHEDULED, 9);
    totals.forgetPending();
    assertThat(totals.count(Counter.SCHEDULED)).isEqualTo(60);
    assertThat(totals.stepOrNone("read").count(Counter.SCHEDULED)).isZero();
  }

  @Test
  void sumsContainEverythingExceptSteps() {
    Totals other = new Totals();
    for (Totals each : List.of(totals, other)) {
      each.add(Counter.SUCCEEDED, 2);
      each.addFailures("closed", 3);
      each.response().recordValue(10);
      each.service().recordValue(20);
      each.lag().recordValue(30);
      each.step(0, "read").add(Counter.SUCCEEDED, 1);
    }
    other.addFirstFailure("closed", new FirstFailure(5, "early"));
    totals.addFirstFailure("closed", new FirstFailure(9, "late"));
    Totals sum = PhaseRecorder.sum(Map.of(OperationType.READ, totals, OperationType.UPDATE, other));
    assertThat(sum.count(Counter.SUCCEEDED)).isEqualTo(4);
    assertThat(sum.failures()).isEqualTo(Map.of("closed", 6L));
    assertThat(sum.firstFailures()).isEqualTo(Map.of("closed", new FirstFailure(5, "early")));
    assertThat(sum.response().getTotalCount()).isEqualTo(2);
    assertThat(sum.service().getTotalCount()).isEqualTo(2);
    assertThat(sum.lag().getTotalCount()).isEqualTo(2);
    assertThat(sum.steps()).isEmpty();

    totals.add(other);
    assertThat(totals.stepOrNone("read").count(Counter.SUCCEEDED)).isEqualTo(2);
  }

  @Test
  void aPhaseIsCollectedByInterval() {
    PhaseRecorder recorder = new PhaseRecorder(Phase.MEASURE, List.of(OperationType.READ));
    assertThat(recorder.stage()).isEqualTo(new Stage(Phase.MEASURE, 1));
    assertThat(recorder.collect()).isEmpty();
    Shard shard = recorder.shard(OperationType.READ);
    shard.answered(Outcome.succeeded(10), false, 0, 0, 1);
    shard.step(0, "first").answered(Outcome.notFound(), false, 0, 0, 1);
    Map<OperationType, Totals> first = recorder.collect();
    recorder.shard(OperationType.READ).answered(Outcome.succeeded(10), false, 0, 0, 1);
    recorder.shard(OperationType.UPDATE).answered(Outcome.notFound(), false, 0, 0, 1);
    Map<OperationType, Totals> interval = recorder.collect();

    assertThat(PhaseRecorder.named(interval, "read").ended()).isEqualTo(1);
    assertThat(PhaseRecorder.named(interval, "update").ended()).isEqualTo(1);
    assertThat(PhaseRecorder.named(interval, "all").ended()).isEqualTo(2);
    assertThat(PhaseRecorder.named(first, "read").ended()).isEqualTo(1);
    assertThat(PhaseRecorder.named(first, "read/first").count(Counter.NOT_FOUND)).isEqualTo(1);
    assertThat(PhaseRecorder.named(first, "read/second").ended()).isZero();
    assertThat(PhaseRecorder.named(first, "delete").ended()).isZero();
  }

  @Test
  void aPhaseAcceptsSixteenAdditionalOperationTypes() {
    PhaseRecorder recorder = new PhaseRecorder(Phase.MEASURE, List.of(OperationType.READ));
    IntStream.range(0, 16).forEach(i -> recorder.shard(OperationType.reading("own-" + i)));
    OperationType oneMore = OperationType.reading("own-16");
    assertThatThrownBy(() -> recorder.shard(oneMore)).hasMessageContaining("own-16");
    assertThat(recorder.shard(OperationType.reading("own-3")))
        .isSameAs(recorder.shard(OperationType.reading("own-3")));
  }
}
