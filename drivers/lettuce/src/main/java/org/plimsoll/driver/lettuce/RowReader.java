package org.plimsoll.driver.lettuce;

import io.lettuce.core.protocol.CommandType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.FieldVisitor;

/** Reads rows, and converts the replies to outcomes from which the rows can be read. */
public final class RowReader {
  private final List<String> fieldNames;
  private final byte[][] fieldNameBytes;
  private final boolean hash;

  public RowReader(List<String> fieldNames, byte[][] fieldNameBytes, boolean hash) {
    this.fieldNames = fieldNames;
    this.fieldNameBytes = fieldNameBytes;
    this.hash = hash;
  }

  /** Creates a call that reads a row. */
  public Call call(byte[] key, Request request) {
    return new Call(hash ? CommandType.HGETALL : CommandType.GET, RowCodec.keyed(key), request);
  }

  /** Converts the replies of one call for each item to an outcome. */
  public Outcome read(Call[] calls) {
    Outcome failure = Outcomes.failure(calls);
    return failure != null ? failure : found(calls);
  }

  /** Converts replies like {@link #read}, but skips keys whose value is not a row. */
  Outcome readRowsAmong(Call[] calls) {
    Call[] rows =
        Arrays.stream(calls).filter(call -> !isOfAnotherType(call.failure())).toArray(Call[]::new);
    return rows.length == 0 ? Outcome.succeeded(0, 0) : read(rows);
  }

  private static boolean isOfAnotherType(@Nullable Outcome failure) {
    return failure != null && Common.WRONG_TYPE.text().equals(failure.failureCode());
  }

  private Outcome found(Call[] calls) {
    int items = 0;
    long bytes = 0;
    for (Call call : calls) {
      Reply reply = call.reply();
      if (isFound(reply)) {
        items++;
        for (int i = hash ? 1 : 0; i < reply.size(); i += hash ? 2 : 1) {
          bytes += length(reply.value(i));
        }
      }
    }
    Outcome outcome =
        items == 0
            ? Outcome.notFound()
            : Outcome.succeeded(items, bytes).withRows(visitor -> lend(calls, visitor));
    return Outcomes.attempted(outcome, calls);
  }

  /** Converts the replies of calls that each read a group of items with one value per item. */
  public Outcome readMany(Call[] calls, List<int[]> groups) {
    Outcome failure = Outcomes.failure(calls);
    if (failure != null) {
      return failure;
    }
    int items = 0;
    long bytes = 0;
    for (Call call : calls) {
      for (int i = 0; i < call.reply().size(); i++) {
        byte[] value = call.reply().value(i);
        items += value == null ? 0 : 1;
        bytes += length(value);
      }
    }
    Outcome outcome =
        items == 0
            ? Outcome.notFound()
            : Outcome.succeeded(items, bytes).withRows(visitor -> lendMany(calls, groups, visitor));
    return Outcomes.attempted(outcome, calls);
  }

  private boolean isFound(Reply reply) {
    return hash ? reply.size() > 0 : reply.size() > 0 && reply.value(0) != null;
  }

  private void lend(Call[] calls, FieldVisitor visitor) {
    for (int item = 0; item < calls.length; item++) {
      Reply reply = calls[item].reply();
      if (!hash) {
        lendField(visitor, item, "", reply.value(0));
        continue;
      }
      for (int i = 0; i + 1 < reply.size(); i += 2) {
        lendField(visitor, item, fieldName(reply.value(i), i / 2), reply.value(i + 1));
      }
    }
  }

  private static void lendMany(Call[] calls, List<int[]> groups, FieldVisitor visitor) {
    for (int g = 0; g < calls.length; g++) {
      int[] group = groups.get(g);
      for (int i = 0; i < group.length; i++) {
        lendField(visitor, group[i], "", calls[g].reply().value(i));
      }
    }
  }

  private static void lendField(
      FieldVisitor visitor, int item, String name, byte @Nullable [] value) {
    if (value != null) {
      visitor.field(item, name, value, 0, value.length);
    }
  }

  /**
   * Returns a field name. Small hashes keep their order, so the name is usually at its own index.
   */
  private String fieldName(byte @Nullable [] name, int place) {
    if (name == null) {
      return "";
    }
    boolean inPlace = place < fieldNameBytes.length && Arrays.equals(name, fieldNameBytes[place]);
    return inPlace ? fieldNames.get(place) : new String(name, StandardCharsets.UTF_8);
  }

  private static int length(byte @Nullable [] value) {
    return value == null ? 0 : value.length;
  }
}
