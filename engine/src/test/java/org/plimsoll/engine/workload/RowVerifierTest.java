package org.plimsoll.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plimsoll.engine.workload.WorkloadFixture.filled;
import static org.plimsoll.engine.workload.WorkloadFixture.found;
import static org.plimsoll.engine.workload.WorkloadFixture.foundWithout;
import static org.plimsoll.engine.workload.WorkloadFixture.rows;
import static org.plimsoll.engine.workload.WorkloadFixture.spec;
import static org.plimsoll.engine.workload.WorkloadFixture.stored;
import static org.plimsoll.engine.workload.WorkloadFixture.updating;
import static org.plimsoll.engine.workload.WorkloadFixture.workload;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.engine.workload.RowVerifier.Verdict;

class RowVerifierTest {
  private final AcknowledgedWrites writes = new AcknowledgedWrites(1_000);
  private final RowVerifier verifier = new RowVerifier(writes, false);

  /** All operations of these tests use key 0, the only key. */
  private final Workload workload = workload(spec(1, 2, 60), 1, OperationType.UPDATE);

  private OperationBuffer startWrite(long index) {
    OperationBuffer write = WorkloadFixture.prepared(workload, index);
    verifier.starts(write);
    return write;
  }

  private OperationBuffer write(long index) {
    OperationBuffer write = startWrite(index);
    acknowledge(write);
    return write;
  }

  private void acknowledge(OperationBuffer write) {
    assertThat(verifier.ends(write, Outcome.succeeded(1))).isEqualTo(Verdict.OK);
  }

  private OperationBuffer startRead() {
    OperationBuffer read = filled(workload, 0);
    read.type(OperationType.READ);
    verifier.starts(read);
    return read;
  }

  private Verdict read(byte[]... values) {
    return verifier.ends(startRead(), found(values));
  }

  private Verdict read(OperationBuffer written) {
    return read(stored(written.row()));
  }

  @Test
  void theRowOfTheLastAcknowledgedWriteIsOk() {
    OperationBuffer first = write(1);
    assertThat(read(first)).isEqualTo(Verdict.OK);
    OperationBuffer second = write(2);
    assertThat(read(second)).isEqualTo(Verdict.OK);
    assertThat(read(first)).isEqualTo(Verdict.LOST_WRITE);
  }

  @Test
  void aMissingRowIsALostWriteUnlessItWasDeletedOrMayBeMissing() {
    assertThat(verifier.ends(startRead(), Outcome.notFound())).isEqualTo(Verdict.OK);
    OperationBuffer row = write(1);
    assertThat(verifier.ends(startRead(), Outcome.notFound())).isEqualTo(Verdict.LOST_WRITE);
    OperationBuffer read = startRead();
    assertThat(new RowVerifier(writes, true).ends(read, Outcome.notFound())).isEqualTo(Verdict.OK);
    OperationBuffer delete = filled(workload, 0);
    delete.type(OperationType.DELETE);
    verifier.starts(delete);
    verifier.ends(delete, Outcome.succeeded(0));
    assertThat(verifier.ends(startRead(), Outcome.notFound())).isEqualTo(Verdict.OK);
    assertThat(read(row)).isEqualTo(Verdict.LOST_WRITE);
  }

  @Test
  void eitherOfTwoConcurrentWritesMayWin() {
    OperationBuffer old = write(0);
    OperationBuffer one = startWrite(1);
    OperationBuffer other = startWrite(2);
    assertThat(read(old)).isEqualTo(Verdict.OK);
    assertThat(read(other)).isEqualTo(Verdict.OK);
    acknowledge(one);
    assertThat(read(other)).isEqualTo(Verdict.OK);
    assertThat(read(old)).isEqualTo(Verdict.LOST_WRITE);
    acknowledge(other);
    assertThat(read(one)).isEqualTo(Verdict.OK);
    assertThat(read(other)).isEqualTo(Verdict.OK);
    OperationBuffer last = write(3);
    assertThat(read(one)).isEqualTo(Verdict.LOST_WRITE);
    assertThat(read(other)).isEqualTo(Verdict.LOST_WRITE);
    assertThat(read(last)).isEqualTo(Verdict.OK);
  }

  @Test
  void aReadMayReturnTheValueAtItsStartOrItsEnd() {
    OperationBuffer old = write(1);
    OperationBuffer read = startRead();
    OperationBuffer other = startRead();
    OperationBuffer next = write(2);
    assertThat(verifier.ends(read, found(stored(old.row())))).isEqualTo(Verdict.OK);
    assertThat(verifier.ends(other, found(stored(next.row())))).isEqualTo(Verdict.OK);
  }

  @Test
  void aWriteWithAnUnknownEndMayTakeEffectAtAnyTime() {
    OperationBuffer failed = startWrite(1);
    verifier.ends(failed, Outcome.failed(FailureCode.own("timeout")));
    OperationBuffer abandoned = startWrite(2);
    verifier.abandoned(abandoned);
    OperationBuffer replaced = write(3);
    OperationBuffer last = write(4);
    assertThat(read(failed)).isEqualTo(Verdict.OK);
    assertThat(read(abandoned)).isEqualTo(Verdict.OK);
    assertThat(read(last)).isEqualTo(Verdict.OK);
    assertThat(read(replaced)).isEqualTo(Verdict.LOST_WRITE);
  }

  @Test
  void rowsOfAnEarlierRunAreOkUntilThisRunHasWritten() {
    OperationBuffer earlier =
        WorkloadFixture.prepared(workload(spec(1, 3, 80), 99, OperationType.UPDATE), 7);
    assertThat(read(earlier)).isEqualTo(Verdict.OK);
    OperationBuffer underWay = startWrite(1);
    assertThat(read(earlier)).isEqualTo(Verdict.OK);
    acknowledge(underWay);
    assertThat(read(earlier)).isEqualTo(Verdict.LOST_WRITE);
  }

  @Test
  void keysBeyondTheBoundAreCountedButNotJudged() {
    RowVerifier bounded = new RowVerifier(new AcknowledgedWrites(0), false);
    OperationBuffer write = WorkloadFixture.prepared(workload, 1);
    bounded.starts(write);
    bounded.ends(write, Outcome.succeeded(1));
    OperationBuffer read = startRead();
    assertThat(bounded.ends(read, Outcome.notFound())).isEqualTo(Verdict.OK);
    AcknowledgedWrites few = new AcknowledgedWrites(3);
    for (long key = 0; key < 10; key++) {
      few.writeEnds(key, 1, few.writeStarts(key, 1), true);
    }
    assertThat(few.trackedKeys()).isEqualTo(3);
    assertThat(few.untrackedWrites()).isEqualTo(7);
  }

  @Test
  void aGrownTableContainsEveryKey() {
    AcknowledgedWrites many = new AcknowledgedWrites(100_000);
    RowVerifier manyVerifier = new RowVerifier(many, false);
    Workload keys = workload(spec(100_000, 1, 40), 3, OperationType.READ);
    OperationBuffer operation = new OperationBuffer();
    for (long position = 0; position < 100_000; position++) {
      keys.prepareFill(operation, position);
      manyVerifier.starts(operation);
      manyVerifier.ends(operation, Outcome.succeeded(1));
    }
    assertThat(many.untrackedWrites()).isZero();
    for (long position = 0; position < 100_000; position++) {
      keys.prepareFill(operation, position);
      operation.type(OperationType.READ);
      manyVerifier.starts(operation);
      assertThat(manyVerifier.ends(operation, found(stored(operation.row()))))
          .isEqualTo(Verdict.OK);
      assertThat(manyVerifier.ends(operation, Outcome.notFound())).isEqualTo(Verdict.LOST_WRITE);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 23, 24, 31, 32, 100, 1_000, 10_000})
  void damagedMixedAndForeignValuesAreDetected(int bytes) {
    Workload keys = workload(spec(10, 2, bytes), 5, OperationType.UPDATE);
    OperationBuffer row = filled(keys, 0);
    byte[][] right = stored(row.row());
    row.type(OperationType.READ);
    verifier.starts(row);
    assertThat(verifier.ends(row, found(right))).isEqualTo(Verdict.OK);
    assertThat(verifier.ends(row, found(right[1], right[0]))).isEqualTo(Verdict.WRONG_ROW);
    assertThat(verifier.ends(row, found(stored(filled(keys, 1).row()))))
        .isEqualTo(Verdict.WRONG_ROW);
    for (int at = 0; at < bytes; at += 1 + bytes / 50) {
      byte[] damaged = right[0].clone();
      damaged[at] ^= 4;
      assertThat(verifier.ends(row, found(damaged, right[1]))).isEqualTo(Verdict.TORN_ROW);
    }
    byte[] shortened = java.util.Arrays.copyOf(right[0], Math.max(8, bytes - 1));
    shortened[shortened.length - 1]++;
    assertThat(verifier.ends(row, found(shortened, right[1]))).isEqualTo(Verdict.TORN_ROW);
  }

  @Test
  void aMixtureOfTwoWritesOfAKeyIsTorn() {
    byte[][] one = stored(write(1).row());
    byte[][] other = stored(write(2).row());
    assertThat(read(one[0], other[1])).isEqualTo(Verdict.TORN_ROW);
    byte[] mixed = one[0].clone();
    System.arraycopy(other[0], 30, mixed, 30, 30);
    assertThat(read(mixed, one[1])).isEqualTo(Verdict.TORN_ROW);
  }

  @Test
  void separatelyWrittenFieldsDoNotMakeARowTornOrLost() {
    byte[][] first = stored(write(1).row());
    Workload some = workload(updating(spec(1, 2, 60), 1), 9, OperationType.UPDATE);
    OperationBuffer update = WorkloadFixture.prepared(some, 4);
    verifier.starts(update);
    acknowledge(update);
    byte[][] updated = stored(first, update.row());
    assertThat(Arrays.deepEquals(updated, first)).isFalse();
    assertThat(read(updated)).isEqualTo(Verdict.OK);
    byte[][] second = stored(write(2).row());
    assertThat(read(second)).isEqualTo(Verdict.OK);
    assertThat(read(updated)).isEqualTo(Verdict.LOST_WRITE);
    assertThat(read(stored(second, update.row()))).isEqualTo(Verdict.OK);
    assertThat(verifier.ends(startRead(), Outcome.notFound())).isEqualTo(Verdict.LOST_WRITE);
  }

  @Test
  void aSeparatelyWrittenFieldIsCheckedForDamageAndOwner() {
    byte[][] first = stored(write(1).row());
    OperationBuffer update =
        WorkloadFixture.prepared(workload(updating(spec(1, 2, 60), 1), 9, OperationType.UPDATE), 4);
    byte[][] updated = stored(first, update.row());
    int field = Arrays.equals(updated[0], first[0]) ? 1 : 0;
    byte[][] foreign = updated.clone();
    foreign[1 - field] = updated[field];
    assertThat(read(foreign)).isEqualTo(Verdict.WRONG_ROW);
    updated[field][50]++;
    assertThat(read(updated)).isEqualTo(Verdict.TORN_ROW);
  }

  @Test
  void fieldsThatWereNotWrittenSeparatelyMustBeOfOneWrite() {
    Workload wide = workload(spec(1, 3, 60), 1, OperationType.UPDATE);
    byte[][] one = stored(WorkloadFixture.prepared(wide, 1).row());
    byte[][] other = stored(WorkloadFixture.prepared(wide, 2).row());
    Workload some = workload(updating(spec(1, 3, 60), 1), 9, OperationType.UPDATE);
    OperationBuffer update = WorkloadFixture.prepared(some, 4);
    int field = Integer.parseInt(update.row().fieldName(0).substring(5));
    byte[][] mixed = stored(one, update.row());
    mixed[field == 2 ? 1 : 2] = other[field == 2 ? 1 : 2];
    assertThat(read(mixed)).isEqualTo(Verdict.TORN_ROW);
  }

  @Test
  void aMissingFieldIsReported() {
    byte[][] values = stored(write(1).row());
    assertThat(verifier.ends(startRead(), foundWithout(1, values)))
        .isEqualTo(Verdict.MISSING_FIELD);
    assertThat(verifier.ends(startRead(), foundWithout(0, values)))
        .isEqualTo(Verdict.MISSING_FIELD);
  }

  @Test
  void extraFieldsOfWiderRowsAndColumnsOfTheStoreAreNotJudged() {
    byte[][] wide = stored(filled(workload(spec(1, 3, 60), 8, OperationType.READ), 0).row());
    byte[][] narrow = stored(write(1).row());
    assertThat(read(narrow[0], narrow[1], wide[2])).isEqualTo(Verdict.OK);
    Outcome.ReadRows lent =
        visitor -> {
          rows(-1, narrow).forEachField(visitor);
          visitor.field(0, "id", new byte[] {1, 2}, 0, 2);
          visitor.field(0, "fieldwork", new byte[] {1, 2}, 0, 2);
        };
    assertThat(verifier.ends(startRead(), Outcome.succeeded(1).withRows(lent)))
        .isEqualTo(Verdict.OK);
  }

  @Test
  void anUnnamedValueIsASingleField() {
    Workload single = workload(spec(1, 1, 60), 2, OperationType.UPDATE);
    OperationBuffer write = WorkloadFixture.prepared(single, 3);
    byte[] value = stored(write.row())[0];
    Outcome unnamed =
        Outcome.succeeded(60).withRows(visitor -> visitor.field(0, "", value, 0, value.length));
    assertThat(verifier.ends(startRead(), unnamed)).isEqualTo(Verdict.OK);
    value[40]++;
    assertThat(verifier.ends(startRead(), unnamed)).isEqualTo(Verdict.TORN_ROW);
  }

  @Test
  void uncheckedRowsAreReported() {
    assertThat(verifier.ends(startRead(), Outcome.succeeded(9))).isEqualTo(Verdict.UNVERIFIABLE);
    assertThat(read(new byte[0], new byte[0])).isEqualTo(Verdict.UNVERIFIABLE);
    byte[][] tiny = stored(filled(workload(spec(1, 2, 5), 2, OperationType.READ), 0).row());
    assertThat(read(tiny)).isEqualTo(Verdict.OK);
    tiny[0][4]++;
    assertThat(read(tiny)).isEqualTo(Verdict.TORN_ROW);
  }

  @Test
  void theVerdictOfABulkIsThatOfItsWorstItem() {
    Workload bulk = workload(spec(1_000_000, 1, 40), 2, OperationType.BULK_WRITE);
    OperationBuffer write = WorkloadFixture.prepared(bulk, 1);
    verifier.starts(write);
    verifier.ends(write, Outcome.succeeded(16, 640));
    write.type(OperationType.BULK_READ);
    verifier.starts(write);
    for (int gone : new int[] {-1, 0, 15}) {
      Outcome.ReadRows lent =
          visitor -> {
            for (int item = 0; item < 16; item++) {
              byte[] value = write.row(item).copy(0);
              if (item != gone) {
                visitor.field(item, "field0", value, 0, value.length);
              }
            }
          };
      assertThat(verifier.ends(write, Outcome.succeeded(16, 640).withRows(lent)))
          .isEqualTo(gone < 0 ? Verdict.OK : Verdict.LOST_WRITE);
    }
  }

  /** Runs threads against a correct store: an array of rows, each replaced atomically. */
  @Test
  void aCorrectStoreUnderConcurrentLoadCausesNoFalseAlarm() throws InterruptedException {
    int keys = 4;
    AtomicReferenceArray<byte[][]> store = new AtomicReferenceArray<>(keys);
    Workload load = workload(spec(keys, 2, 60), 1, OperationType.UPDATE, OperationType.READ);
    Verdict[] worst = new Verdict[4];
    Thread[] threads = new Thread[worst.length];
    for (int t = 0; t < threads.length; t++) {
      int thread = t;
      threads[t] =
          new Thread(() -> {
            RandomGenerator chance = RandomGeneratorFactory.of("L64X128MixRandom").create(thread);
            worst[thread] = loadRightStore(load, store, thread, chance);
          });
      threads[t].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(worst).containsOnly(Verdict.OK);
    int told = 0;
    for (long index = 0; index < 100; index++) {
      OperationBuffer never = WorkloadFixture.prepared(workload, index);
      told += read(never).equals(Verdict.LOST_WRITE) ? 1 : 0;
    }
    // Afterwards the same verifier still detects most rows that the key cannot hold.
    assertThat(told).isGreaterThan(50);
  }

  private Verdict loadRightStore(
      Workload load, AtomicReferenceArray<byte[][]> store, int thread, RandomGenerator chance) {
    OperationBuffer operation = new OperationBuffer();
    Verdict worst = Verdict.OK;
    for (long index = thread; index < 400_000; index += 4) {
      load.prepare(operation, index);
      int key = (int) operation.key().number();
      verifier.starts(operation);
      Outcome outcome = Outcome.succeeded(1);
      if (operation.type().equals(OperationType.UPDATE)) {
        int fate = chance.nextInt(50_000);
        if (fate != 0) {
          store.set(key, stored(operation.row()));
        }
        outcome = fate < 2 ? Outcome.failed(FailureCode.own("timeout")) : outcome;
      } else {
        byte[][] values = store.get(key);
        outcome = values == null ? Outcome.notFound() : found(values);
      }
      Verdict verdict = verifier.ends(operation, outcome);
      worst = verdict.compareTo(worst) > 0 ? verdict : worst;
    }
    return worst;
  }
}
