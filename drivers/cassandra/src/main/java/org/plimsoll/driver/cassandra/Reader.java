package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.FieldVisitor;
import org.plimsoll.api.Outcome.ReadRows;

/** Converts answers to reads into outcomes from which the rows can be read. */
final class Reader {
  private final TableShape shape;
  private final String[] fieldNames;

  Reader(TableShape shape, List<String> fieldNames) {
    this.shape = shape;
    this.fieldNames = fieldNames.toArray(String[]::new);
  }

  /** Returns the outcome of a read of one row. */
  Outcome row(AsyncResultSet answer) {
    int attempts = Answers.attempts(answer.getExecutionInfo());
    Row row = answer.one();
    if (row == null) {
      return attempts == 1 ? Outcome.notFound() : Outcome.notFound().withAttempts(attempts);
    }
    @Nullable ByteBuffer[] fields = fields(row);
    Outcome found = Outcome.succeeded(bytes(fields)).withRows(visitor -> lend(0, fields, visitor));
    return attempts == 1 ? found : found.withAttempts(attempts);
  }

  /** Returns the outcome of a bulk read with one answer for each item. */
  Outcome rows(AsyncResultSet[] answers) {
    List<@Nullable ByteBuffer @Nullable []> items = new ArrayList<>(answers.length);
    for (AsyncResultSet answer : answers) {
      Row row = answer.one();
      items.add(row == null ? null : fields(row));
    }
    return found(items, Answers.attempts(answers));
  }

  /**
   * Returns the outcome of a bulk read with a single answer, in which each row starts with its key.
   */
  Outcome rowsOf(AsyncResultSet answer, List<ByteBuffer> keys) {
    Map<ByteBuffer, @Nullable ByteBuffer[]> byKey = HashMap.newHashMap(keys.size());
    for (Row row : answer.currentPage()) {
      ByteBuffer key = row.getBytesUnsafe(0);
      if (key != null) {
        byKey.put(key, shape.layout().fields(row, 1));
      }
    }
    List<@Nullable ByteBuffer @Nullable []> items = new ArrayList<>(keys.size());
    for (ByteBuffer key : keys) {
      items.add(byKey.get(key));
    }
    return found(items, Answers.attempts(answer.getExecutionInfo()));
  }

  private Outcome found(List<@Nullable ByteBuffer @Nullable []> items, int attempts) {
    int count = 0;
    long payloadBytes = 0;
    for (@Nullable ByteBuffer[] fields : items) {
      if (fields != null) {
        count++;
        payloadBytes += bytes(fields);
      }
    }
    Outcome outcome =
        count == 0
            ? Outcome.notFound()
            : Outcome.succeeded(count, payloadBytes).withRows(lending(items));
    return attempts == 1 ? outcome : outcome.withAttempts(attempts);
  }

  /**
   * Returns the outcome of a counter read. The value is not passed on, because it is not a field.
   */
  static Outcome counter(AsyncResultSet answer) {
    int attempts = Answers.attempts(answer.getExecutionInfo());
    Outcome outcome = answer.one() == null ? Outcome.notFound() : Outcome.succeeded(Long.BYTES);
    return outcome.withAttempts(attempts);
  }

  @Nullable ByteBuffer[] fields(Row row) {
    return shape.layout().fields(row, 0);
  }

  static long bytes(@Nullable ByteBuffer[] fields) {
    long bytes = 0;
    for (ByteBuffer field : fields) {
      bytes += field == null ? 0 : field.remaining();
    }
    return bytes;
  }

  ReadRows lending(List<? extends @Nullable ByteBuffer @Nullable []> items) {
    return visitor -> {
      for (int item = 0; item < items.size(); item++) {
        @Nullable ByteBuffer[] fields = items.get(item);
        if (fields != null) {
          lend(item, fields, visitor);
        }
      }
    };
  }

  private void lend(int item, @Nullable ByteBuffer[] fields, FieldVisitor visitor) {
    for (int i = 0; i < fields.length; i++) {
      ByteBuffer field = fields[i];
      if (field != null) {
        visitor.field(
            item,
            fieldNames[i],
            field.array(),
            field.arrayOffset() + field.position(),
            field.remaining());
      }
    }
  }
}
