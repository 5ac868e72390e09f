package org.plimsoll.driver.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plimsoll.testkit.TestOperation.bulk;
import static org.plimsoll.testkit.TestOperation.on;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestOperation.TestRow;
import org.plimsoll.testkit.TestTarget;

final class StalenessTest {
  private static final long MS = 1_000_000L;

  private final VirtualClock timeline = new VirtualClock(0);

  @Test
  void aReadSeesTheNewestVersionThatIsOldEnough() throws Exception {
    TestTarget context = Answers.context(timeline, "staleness", "constant(10ms)");
    Answers answers = new Answers(timeline, context.open().openSession());
    answers.sendAt(100 * MS, on(OperationType.UPDATE, 1, "a"));
    answers.sendAt(105 * MS, on(OperationType.UPDATE, 1, "b"));
    assertThat(answers.sendAt(109 * MS, on(OperationType.READ, 1)).fields()).isEmpty();
    assertThat(answers.sendAt(110 * MS, on(OperationType.READ, 1)).fields())
        .containsExactly("0:field0=a");
    assertThat(answers.sendAt(114 * MS, on(OperationType.READ, 1)).fields())
        .containsExactly("0:field0=a");
    assertThat(answers.sendAt(115 * MS, on(OperationType.READ, 1)).fields())
        .containsExactly("0:field0=b");
    assertThat(answers.all()).allMatch(answer -> answer.outcome().failureCode() == null);
    assertThat(context.counts()).containsEntry("stale-reads", 3L);
  }

  @Test
  void withoutStalenessAReadSeesTheLastWrite() throws Exception {
    Answers answers = answers("constant(0)");
    answers.send(on(OperationType.INSERT, 1, "one", "", "three"));
    Answers.Answer found = answers.send(on(OperationType.READ, 1));
    assertThat(found.fields()).containsExactly("0:field0=one", "0:field1=", "0:field2=three");
    assertThat(found.outcome().payloadBytes()).isEqualTo(8);
  }

  @Test
  void anUpdateOfSomeFieldsKeepsTheOthersIfTheRowIsKnown() throws Exception {
    Answers answers = answers("constant(0)");
    TestRow some = TestRow.partial(List.of("field1", "field2"), List.of(bytes("B"), bytes("")));
    answers.send(on(OperationType.UPDATE, TestKey.of(2), some));
    assertThat(answers.send(on(OperationType.READ, 2)).fields()).isEmpty();
    answers.send(on(OperationType.INSERT, 1, "a", "b", "c"));
    answers.send(on(OperationType.UPDATE, TestKey.of(1), some));
    Answers.Answer found = answers.send(on(OperationType.READ, 1));
    assertThat(found.fields()).containsExactlyInAnyOrder("0:field0=a", "0:field1=B", "0:field2=");
    assertThat(found.outcome().payloadBytes()).isEqualTo(2);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void deletedAndNotYetInsertedRowsAreNotFound() throws Exception {
    Answers answers = answers("constant(10ms)");
    answers.sendAt(100 * MS, on(OperationType.INSERT, 1, "a"));
    Answers.Answer early = answers.sendAt(109 * MS, on(OperationType.READ, 1));
    answers.sendAt(120 * MS, on(OperationType.DELETE, 1));
    Answers.Answer stale = answers.sendAt(129 * MS, on(OperationType.READ, 1));
    Answers.Answer gone = answers.sendAt(130 * MS, on(OperationType.READ, 1));
    assertThat(early.outcome()).isEqualTo(Outcome.notFound());
    assertThat(stale.fields()).containsExactly("0:field0=a");
    assertThat(gone.outcome()).isEqualTo(Outcome.notFound());
  }

  @Test
  void bulksNameTheItemOfEachRow() throws Exception {
    Answers answers = answers("constant(0)");
    answers.send(bulk(OperationType.BULK_WRITE, 10, 2, "x"));
    answers.send(on(OperationType.DELETE, 13));
    Answers.Answer found = answers.send(bulk(OperationType.BULK_READ, 10, 4));
    // Key 12 was never written: it is found, as every key, but with unknown content.
    assertThat(found.outcome().items()).isEqualTo(3);
    assertThat(found.fields()).containsExactly("0:field0=x", "1:field0=x");
  }

  @Test
  void everyReadReturnsAVersionThatWasWritten() throws Exception {
    Answers answers = answers("exponential(3ms)");
    List<String> values = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      values.add("0:field0=v" + i);
      answers.sendAt((i + 1) * MS, on(OperationType.UPDATE, 1, "v" + i));
      Answers.Answer found = answers.send(on(OperationType.READ, 1));
      if (i >= RowHistory.MAX_VERSIONS) {
        assertThat(found.fields()).hasSize(1);
        assertThat(values.subList(i - RowHistory.MAX_VERSIONS, i + 1))
            .contains(found.fields().getFirst());
      }
    }
  }

  @Test
  void injectedFailuresWriteNothing() throws Exception {
    TestTarget context = Answers.context(timeline, "staleness", "0", "error-rate", "1");
    Answers answers = new Answers(timeline, context.open().openSession());
    answers.send(on(OperationType.UPDATE, 1, "a"));
    assertThat(answers.send(on(OperationType.READ, 1)).outcome())
        .isEqualTo(Outcome.failed(FailureCode.own("injected")));
  }

  @Test
  void theHistoryIsBoundedAndForgottenVersionsAreCounted() {
    AtomicLong forgotten = new AtomicLong();
    RowHistory history = new RowHistory(forgotten::addAndGet);
    TestOperation megabyte = on(OperationType.UPDATE, 1, "m".repeat(1 << 20));
    RowHistory.Fields fields = RowHistory.Fields.copyOf(megabyte.row());
    for (int key = 0; key < 100; key++) {
      history.write(key, key, fields, true, 0);
    }
    assertThat(forgotten.get()).isEqualTo(37);
    assertThat(history.at(62, 1_000).version().fields()).isNotNull();
    assertThat(history.at(63, 1_000).version().fields()).isNull();
    history.clear();
    history.write(63, 1_000, fields, true, 0);
    assertThat(history.at(63, 1_000).version().fields()).isNotNull();
    assertThat(forgotten.get()).isEqualTo(37);
  }

  private Answers answers(String staleness) throws Exception {
    TestTarget context = Answers.context(timeline, "staleness", staleness);
    return new Answers(timeline, context.open().openSession());
  }
}
