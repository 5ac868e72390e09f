package org.plimsoll.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.Outcome;

class ShardTest {
  private final Totals totals = new Totals();

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anAnswerIsCountedOnceByItsOutcome(boolean exclusive) {
    Shard shard = new Shard(exclusive, FailureText.withoutSecrets());
    shard.answered(Outcome.succeeded(16, 1600), true, 10, 30, 100);
    shard.answered(Outcome.succeeded(4, 400), true, 10, 30, 100);
    shard.answered(Outcome.notFound(), true, 20, 25, 90);
    shard.answered(Outcome.failed(FailureCode.own("closed")), true, 20, 25, 90);
    shard.answered(Outcome.buffered(50), true, 20, 25, 90);
    shard.collectInto(totals);

    assertThat(totals.count(Counter.SUCCEEDED)).isEqualTo(3);
    assertThat(totals.count(Counter.ITEMS)).isEqualTo(21);
    assertThat(totals.count(Counter.BYTES)).isEqualTo(2050);
    assertThat(totals.count(Counter.NOT_FOUND)).isEqualTo(1);
    assertThat(totals.count(Counter.FAILED)).isEqualTo(1);
    assertThat(totals.count(Counter.BUFFERED)).isEqualTo(1);
    assertThat(totals.count(Counter.ATTEMPTS)).isEqualTo(4);
    assertThat(totals.failures()).isEqualTo(Map.of("closed", 1L));
    assertThat(totals.answered()).isEqualTo(4);
    assertThat(totals.ended()).isEqualTo(5);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void onlySuccessfulAnswersHaveTimes(boolean exclusive) {
    Shard shard = new Shard(exclusive, FailureText.withoutSecrets());
    shard.answered(Outcome.succeeded(1), true, 100, 130, 200);
    shard.answered(Outcome.notFound(), true, 100, 110, 300);
    shard.answered(Outcome.failed(FailureCode.own("closed")), true, 100, 110, 900);
    shard.answered(Outcome.buffered(1), true, 100, 110, 900);
    shard.answered(Outcome.succeeded(1), false, 100, 100, 150);
    shard.collectInto(totals);

    assertThat(totals.response().getTotalCount()).isEqualTo(2);
    assertThat(totals.response().getMinValue()).isEqualTo(100);
    assertThat(totals.response().getMaxValue()).isEqualTo(200);
    assertThat(totals.lag().getTotalCount()).isEqualTo(2);
    assertThat(totals.lag().getMinValue()).isEqualTo(10);
    assertThat(totals.lag().getMaxValue()).isEqualTo(30);
    assertThat(totals.service().getTotalCount()).isEqualTo(3);
    assertThat(totals.service().getMinValue()).isEqualTo(50);
    assertThat(totals.service().getMaxValue()).isEqualTo(190);
  }

  @Test
  void eachCollectionReturnsOnlyNewValues() {
    Shard shard = new Shard(true, FailureText.withoutSecrets());
    shard.count(Counter.SCHEDULED);
    shard.count(Counter.SHED, 7);
    shard.answered(Outcome.succeeded(1), false, 0, 0, 5);
    shard.collectInto(totals);
    shard.count(Counter.SCHEDULED);
    shard.answered(Outcome.failed(FailureCode.own("closed")), false, 0, 0, 5);
    Totals second = new Totals();
    shard.collectInto(second);

    assertThat(totals.count(Counter.SCHEDULED)).isEqualTo(1);
    assertThat(totals.count(Counter.SHED)).isEqualTo(7);
    assertThat(totals.failures()).isEmpty();
    assertThat(second.count(Counter.SCHEDULED)).isEqualTo(1);
    assertThat(second.count(Counter.SHED)).isZero();
    assertThat(second.count(Counter.SUCCEEDED)).isZero();
    assertThat(second.service().getTotalCount()).isZero();
    assertThat(second.failures()).isEqualTo(Map.of("closed", 1L));
  }

  @Test
  void stepsAreInOrderAndSeparateFromTheTransaction() {
    Shard shard = new Shard(true, FailureText.withoutSecrets());
    shard.step(1, "write").answered(Outcome.succeeded(1), false, 0, 0, 30);
    shard.step(0, "read").answered(Outcome.succeeded(1), false, 0, 0, 20);
    shard.step(1, "write").answered(Outcome.failed(FailureCode.own("closed")), false, 0, 0, 40);
    shard.step(1, "write").count(Counter.SCHEDULED, 5);
    assertThat(shard.step(0, "read")).isSameAs(shard.step(0, "read"));
    assertThat(shard.step(0, "other")).isNotSameAs(shard.step(0, "read"));
    shard.collectInto(totals);

    assertThat(totals.ended()).isZero();
    assertThat(totals.steps().keySet()).containsExactly("other", "read", "write");
    Totals write = totals.stepOrNone("write");
    assertThat(write.count(Counter.SUCCEEDED)).isEqualTo(1);
    assertThat(write.failures()).isEqualTo(Map.of("closed", 1L));
    // A step is counted when it ends, and only then.
    assertThat(write.count(Counter.SCHEDULED)).isEqualTo(2);
    assertThat(write.service().getMaxValue()).isEqualTo(30);
    assertThat(totals.stepOrNone("absent").ended()).isZero();
  }

  @Test
  void codesBeyondTheLimitAreReportedTogether() {
    Shard shard = new Shard(true, FailureText.withoutSecrets());
    IntStream.range(0, 250)
        .forEach(i -> shard.answered(Outcome.failed(FailureCode.own("code-" + i)), false, 0, 0, 1));
    shard.collectInto(totals);

    assertThat(totals.failures()).hasSize(201).containsEntry(Shard.OTHER_CODES, 50L);
    assertThat(totals.failures()).containsEntry("code-199", 1L).doesNotContainKey("code-200");
    assertThat(totals.count(Counter.FAILED)).isEqualTo(250);
  }
}
