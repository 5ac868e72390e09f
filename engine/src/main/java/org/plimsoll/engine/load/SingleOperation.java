package org.plimsoll.engine.load;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Completion;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.Key;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Row;
import org.plimsoll.api.Session;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.clock.Signal;
import org.plimsoll.engine.measure.FailureText;

/** Sends one operation outside of any load and waits for its answer. */
public final class SingleOperation {
  /** Maximum number of fields in an answer; a scan may find many more. */
  private static final int FIELDS_MAX = 200;

  /** Maximum number of bytes of a field in an answer. */
  private static final int FIELD_BYTES_MAX = 64 << 10;

  private SingleOperation() {}

  /**
   * The result of the operation.
   *
   * @param outcome the outcome, with the failure code {@code timeout} if no answer came in time
   * @param message the store's message in case of a failure; may be empty
   * @param fields the first 200 fields that were read, in order
   */
  public record Answer(Outcome outcome, String message, long serviceNanos, List<Field> fields) {
    public Answer {
      fields = List.copyOf(fields);
    }
  }

  /**
   * A field that was read.
   *
   * @param item index of the key of the row
   * @param bytes first 64 KiB of its value
   * @param length length of the value in the store, in bytes
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared by equals
  public record Field(int item, String name, byte[] bytes, int length) {}

  /** Sends an operation and waits for its answer or its deadline. */
  public static Answer perform(
      Session session, Operation operation, Clock clock, FailureText failureText)
      throws InterruptedException {
    Signal done = new Signal();
    List<Field> fields = new ArrayList<>();
    AtomicReference<@Nullable Answer> answer = new AtomicReference<>();
    clock.housekeeping().schedule(operation.deadlineNanos(), done::fire);
    long startNanos = clock.nanoTime();
    session.execute(
        operation,
        new Completion() {
          @Override
          public void started() {}

          @Override
          public void complete(Outcome outcome) {
            long serviceNanos = clock.nanoTime() - startNanos;
            Outcome.ReadRows rows = outcome.rows();
            if (rows != null) {
              rows.forEachField((item, name, bytes, offset, length) -> {
                if (fields.size() < FIELDS_MAX) {
                  int end = offset + Math.min(length, FIELD_BYTES_MAX);
                  fields.add(new Field(item, name, Arrays.copyOfRange(bytes, offset, end), length));
                }
              });
            }
            Supplier<String> message = outcome.message();
            String said = message == null ? "" : failureText.of(message);
            answer.set(new Answer(outcome, said, serviceNanos, fields));
            done.fire();
          }
        });
    clock.await(done);
    Answer given = answer.get();
    return given == null
        ? new Answer(
            Outcome.failed(FailureCode.Common.TIMEOUT),
            "",
            clock.nanoTime() - startNanos,
            List.of())
        : given;
  }

  /**
   * Creates an operation on one key.
   *
   * @param row row to write; null if it writes none
   */
  public static Operation of(
      OperationType type, Key key, @Nullable Row row, int scanLength, long deadlineNanos) {
    return new Fixed(type, key, row, scanLength, deadlineNanos);
  }

  /** Creates a key with this name and the number 0. */
  public static Key key(String name) {
    return new NamedKey(0, name.getBytes(StandardCharsets.UTF_8), name);
  }

  /** Creates a row of these fields, in order. */
  public static Row row(Map<String, String> fields) {
    List<byte[]> values =
        fields.values().stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
    int[] offsets = new int[values.size() + 1];
    for (int i = 0; i < values.size(); i++) {
      offsets[i + 1] = offsets[i] + values.get(i).length;
    }
    byte[] buffer = new byte[offsets[values.size()]];
    for (int i = 0; i < values.size(); i++) {
      System.arraycopy(values.get(i), 0, buffer, offsets[i], values.get(i).length);
    }
    return new GivenRow(List.copyOf(fields.keySet()), buffer, offsets);
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record NamedKey(long number, byte[] bytes, String text) implements Key {}

  private record Fixed(
      OperationType type, Key onlyKey, @Nullable Row onlyRow, int scanLength, long deadlineNanos)
      implements Operation {
    @Override
    public int size() {
      return 1;
    }

    @Override
    public Key key(int index) {
      return onlyKey;
    }

    @Override
    public Row row(int index) {
      if (onlyRow == null) {
        throw new IndexOutOfBoundsException("the operation has no row");
      }
      return onlyRow;
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record GivenRow(List<String> names, byte[] buffer, int[] offsets) implements Row {
    @Override
    public int fieldCount() {
      return names.size();
    }

    @Override
    public String fieldName(int index) {
      return names.get(index);
    }

    @Override
    public int offset(int index) {
      return offsets[index];
    }

    @Override
    public int length(int index) {
      return offsets[index + 1] - offsets[index];
    }
  }
}
