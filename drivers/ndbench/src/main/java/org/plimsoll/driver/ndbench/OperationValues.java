package org.plimsoll.driver.ndbench;

import com.netflix.ndbench.api.plugin.DataGenerator;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Operation;

/**
 * Provides values to a plugin. They come from the operation that the calling thread performs, field
 * by field, and then from the first field again. They consist of the characters 0 to f, like values
 * of NDBench. Outside an operation, such as in {@code init}, a plugin gets 128 characters.
 */
final class OperationValues implements DataGenerator {
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
  private static final int OWN_CHARACTERS = 128;
  private static final int OWN_VALUES = 100;

  @SuppressWarnings("ThreadLocalUsage") // Each plugin has its own values for the whole run.
  private final ThreadLocal<@Nullable Source> sources = new ThreadLocal<>();

  /** The values of an operation, with the position of the next value. */
  private static final class Source {
    private final Operation operation;
    private final boolean rows;
    private int item;
    private int field;
    private long takenBytes;

    Source(Operation operation) {
      this.operation = operation;
      this.rows = operation.type().row();
    }

    String next() {
      var row = operation.row(item);
      byte[] buffer = row.buffer();
      int from = row.offset(field);
      byte[] text = new byte[row.length(field)];
      for (int i = 0; i < text.length; i++) {
        text[i] = HEX[buffer[from + i] & 0xf];
      }
      if (++field == row.fieldCount()) {
        field = 0;
        item = (item + 1) % operation.size();
      }
      takenBytes += text.length;
      return new String(text, StandardCharsets.ISO_8859_1);
    }
  }

  /** Starts an operation on the calling thread. */
  void begin(Operation operation) {
    sources.set(new Source(operation));
  }

  /**
   * Ends the operation of the calling thread. Returns the total size of the values taken, in bytes.
   */
  long end() {
    Source source = sources.get();
    sources.remove();
    return source == null ? 0 : source.takenBytes;
  }

  private String value() {
    Source source = sources.get();
    if (source != null && source.rows) {
      return source.next();
    }
    byte[] text = new byte[OWN_CHARACTERS];
    for (int i = 0; i < text.length; i++) {
      text[i] = HEX[ThreadLocalRandom.current().nextInt(HEX.length)];
    }
    return new String(text, StandardCharsets.ISO_8859_1);
  }

  @Override
  public String getRandomString() {
    return value();
  }

  @Override
  public String getRandomValue() {
    return value();
  }

  @Override
  public Integer getRandomInteger() {
    return ThreadLocalRandom.current().nextInt();
  }

  @Override
  public Integer getRandomIntegerValue() {
    return ThreadLocalRandom.current().nextInt(OWN_VALUES);
  }
}
