package org.plimsoll.driver.lettuce;

import io.lettuce.core.output.CommandOutput;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The reply to one command: a number, or bulk strings in the order of arrival. Nested arrays and
 * maps are flattened. Lettuce's I/O thread writes the reply, and it is read after the command has
 * completed.
 */
@SuppressWarnings("NullAway") // The superclass is not null-marked, and accepts null for no value.
public final class Reply extends CommandOutput<byte[], Slice, Object> {
  private byte @Nullable [] first;
  private @Nullable List<byte @Nullable []> all;
  private int size;
  private long number;

  Reply() {
    super(RowCodec.INSTANCE, null);
  }

  @Override
  public void set(@Nullable ByteBuffer bytes) {
    byte[] value = bytes == null ? null : RowCodec.copy(bytes);
    if (size == 0) {
      first = value;
    }
    if (all != null) {
      all.add(value);
    }
    size++;
  }

  @Override
  public void set(long integer) {
    number = integer;
  }

  @Override
  public void multi(int count) {
    if (all == null) {
      all = new ArrayList<>(Math.max(count, 0));
    }
  }

  /** Returns the number, if the reply is one; otherwise 0. */
  public long number() {
    return number;
  }

  /** Returns the number of bulk strings. */
  public int size() {
    return size;
  }

  /** Returns the bulk string at an index, or null for a missing key. */
  public byte @Nullable [] value(int index) {
    return all == null ? first : all.get(index);
  }
}
