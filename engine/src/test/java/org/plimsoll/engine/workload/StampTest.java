package org.plimsoll.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plimsoll.engine.workload.WorkloadFixture.found;
import static org.plimsoll.engine.workload.WorkloadFixture.spec;
import static org.plimsoll.engine.workload.WorkloadFixture.stored;
import static org.plimsoll.engine.workload.WorkloadFixture.workload;

import java.util.HexFormat;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.engine.workload.RowVerifier.Verdict;

final class StampTest {
  private final StampReader reader = new StampReader();
  private final OperationBuffer operation = new OperationBuffer();

  @Test
  void aRowIdentifiesItsWrite() {
    byte[][] row = stampedRow(48, 2);
    look(row);
    assertThat(reader.kind(0)).isEqualTo(StampReader.Kind.STAMPED);
    assertThat(reader.run(0)).isEqualTo(77);
    assertThat(reader.write(0)).isEqualTo(1L << 50);
    assertThat(reader.intendedNanos(0)).isEqualTo(1_700_000_000_000_000_001L);
    assertThat(verdict(row)).isEqualTo(Verdict.OK);
  }

  @Test
  void eachByteOfAStampIsChecked() {
    for (int at = 16; at < 48; at++) {
      byte[][] row = stampedRow(60, 1);
      row[0][at] ^= 1;
      look(row);
      assertThat(reader.kind(0)).as("byte %d", at).isEqualTo(StampReader.Kind.DAMAGED);
      assertThat(verdict(row)).as("byte %d", at).isEqualTo(Verdict.TORN_ROW);
    }
    for (int at = 48; at < 60; at++) {
      byte[][] row = stampedRow(60, 1);
      row[0][at] ^= 1;
      assertThat(verdict(row)).as("byte %d", at).isEqualTo(Verdict.TORN_ROW);
    }
  }

  @Test
  void aValueTooSmallForAStampHasNone() {
    operation.prepareStamp(true);
    workload(spec(1, 1, 47), 1, OperationType.UPDATE).prepare(operation, 0);
    assertThat(operation.stamp(77, 1, 1)).isFalse();
    byte[][] row = stored(operation.row(0));
    look(row);
    assertThat(reader.kind(0)).isEqualTo(StampReader.Kind.UNSTAMPED);
    assertThat(verdict(row)).isEqualTo(Verdict.OK);
  }

  /** A value written by the last version without stamps: key 0, seed 1, index 0. */
  @Test
  void aRowOfAnEarlierVersionIsValid() {
    byte[] earlier =
        HexFormat.of()
            .parseHex(
                "f8d5b9c90000010000000000000000002db59fe4133499d64aa7aa8afe15deb85843439c"
                    + "075d9dfdecefa1269d5170ed9df9f985787ab26fff356a5f");
    workload(spec(1, 1, 60), 1, OperationType.UPDATE).prepare(operation, 0);
    assertThat(stored(operation.row(0))[0]).isEqualTo(earlier);
    look(earlier);
    assertThat(reader.kind(0)).isEqualTo(StampReader.Kind.UNSTAMPED);
    assertThat(verdict(earlier)).isEqualTo(Verdict.OK);
  }

  private byte[][] stampedRow(int valueBytes, int fields) {
    operation.prepareStamp(true);
    workload(spec(1, fields, valueBytes), 1, OperationType.UPDATE).prepare(operation, 0);
    assertThat(operation.stamp(77, 1L << 50, 1_700_000_000_000_000_001L)).isTrue();
    return stored(operation.row(0));
  }

  private void look(byte[]... values) {
    reader.start(1);
    Objects.requireNonNull(found(values).rows()).forEachField(reader);
  }

  private static Verdict verdict(byte[]... values) {
    RowVerifier verifier = new RowVerifier(new AcknowledgedWrites(10), false);
    OperationBuffer read =
        WorkloadFixture.filled(workload(spec(1, 1, 60), 1, OperationType.UPDATE), 0);
    read.type(OperationType.READ);
    verifier.starts(read);
    Outcome outcome = found(values);
    return verifier.ends(read, outcome);
  }
}
