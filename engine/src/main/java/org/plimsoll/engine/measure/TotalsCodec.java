package org.plimsoll.engine.measure;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Encodes totals and histograms as bytes, without loss, and decodes them. A histogram has the V2
 * encoding of HdrHistogram. The caller compresses all of them together, which is smaller and faster
 * than compressing each.
 */
public final class TotalsCodec {
  private static final Counter[] COUNTERS = Counter.values();

  /** The maximum number of failure codes, steps or operations that are read. */
  private static final int ENTRIES_MAX = 100_000;

  private static final int DIGITS = 3;
  private static final int HEADER_BYTES = 40;
  private static final int DIGITS_AT = 12;
  private static final int LOWEST_AT = 16;

  private TotalsCodec() {}

  public static void write(Totals totals, DataOutputStream out) throws IOException {
    for (Counter counter : COUNTERS) {
      out.writeLong(totals.count(counter));
    }
    out.writeInt(totals.failures().size());
    for (Map.Entry<String, Long> failure : totals.failures().entrySet()) {
      out.writeUTF(failure.getKey());
      out.writeLong(failure.getValue());
    }
    out.writeInt(totals.firstFailures().size());
    for (Map.Entry<String, FirstFailure> first : totals.firstFailures().entrySet()) {
      out.writeUTF(first.getKey());
      out.writeLong(first.getValue().atNanos());
      out.writeUTF(first.getValue().message());
    }
    write(totals.response(), out);
    write(totals.service(), out);
    write(totals.lag(), out);
    out.writeInt(totals.places().size());
    for (Map.Entry<Totals.Place, Totals> step : totals.places().entrySet()) {
      out.writeInt(step.getKey().number());
      out.writeUTF(step.getKey().name());
      write(step.getValue(), out);
    }
  }

  /**
   * Reads totals.
   *
   * @throws IOException if the bytes do not encode totals
   */
  public static Totals read(DataInputStream in) throws IOException {
    return read(in, true);
  }

  private static Totals read(DataInputStream in, boolean hasSteps) throws IOException {
    long[] counts = new long[COUNTERS.length];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = in.readLong();
    }
    Map<String, Long> failures = new TreeMap<>();
    for (int left = size(in, ENTRIES_MAX); left > 0; left--) {
      failures.put(in.readUTF(), in.readLong());
    }
    Map<String, FirstFailure> firstFailures = new TreeMap<>();
    for (int left = size(in, ENTRIES_MAX); left > 0; left--) {
      firstFailures.put(in.readUTF(), new FirstFailure(in.readLong(), in.readUTF()));
    }
    Totals totals = new Totals(histogram(in), histogram(in), histogram(in));
    for (Counter counter : COUNTERS) {
      totals.add(counter, counts[counter.ordinal()]);
    }
    totals.failures().putAll(failures);
    totals.firstFailures().putAll(firstFailures);
    // A step must not have steps itself, so that input cannot be nested endlessly.
    for (int left = size(in, hasSteps ? ENTRIES_MAX : 0); left > 0; left--) {
      Totals.Place place = new Totals.Place(in.readInt(), in.readUTF());
      totals.places().put(place, read(in, false));
    }
    return totals;
  }

  /**
   * Reads totals, and adds them to others.
   *
   * @throws IOException if the bytes do not encode totals
   */
  public static void addTo(Totals sum, DataInputStream in) throws IOException {
    addTo(sum, in, true);
  }

  private static void addTo(Totals sum, DataInputStream in, boolean hasSteps) throws IOException {
    for (Counter counter : COUNTERS) {
      sum.add(counter, in.readLong());
    }
    for (int left = size(in, ENTRIES_MAX); left > 0; left--) {
      sum.addFailures(in.readUTF(), in.readLong());
    }
    for (int left = size(in, ENTRIES_MAX); left > 0; left--) {
      sum.addFirstFailure(in.readUTF(), new FirstFailure(in.readLong(), in.readUTF()));
    }
    addTo(sum.response(), in);
    addTo(sum.service(), in);
    addTo(sum.lag(), in);
    for (int left = size(in, hasSteps ? ENTRIES_MAX : 0); left > 0; left--) {
      addTo(sum.step(in.readInt(), in.readUTF()), in, false);
    }
  }

  /**
   * Reads a histogram, and adds it to another one with three significant digits.
   *
   * @throws IOException if the bytes do not encode a histogram with three significant digits
   */
  public static void addTo(Histogram sum, DataInputStream in) throws IOException {
    int length = size(in, in.available());
    if (length > 0) {
      EncodedHistogram.of(in.readNBytes(length)).addTo(sum);
    }
  }

  public static void write(Histogram histogram, DataOutputStream out) throws IOException {
    if (histogram.getTotalCount() == 0) {
      out.writeInt(0);
      return;
    }
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoByteBuffer(buffer);
    out.writeInt(length);
    out.write(buffer.array(), 0, length);
  }

  /**
   * Reads a histogram.
   *
   * @throws IOException if the bytes do not encode a histogram with three significant digits
   */
  public static Histogram histogram(DataInputStream in) throws IOException {
    return histogram(in, DIGITS);
  }

  /**
   * Reads a histogram of another precision.
   *
   * @throws IOException if the bytes do not encode a histogram with this number of significant
   *     digits
   */
  public static Histogram histogram(DataInputStream in, int digits) throws IOException {
    int length = size(in, in.available());
    if (length == 0) {
      return new Histogram(digits);
    }
    byte[] bytes = in.readNBytes(length);
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    if (bytes.length < HEADER_BYTES
        || buffer.getInt(DIGITS_AT) != digits
        || buffer.getLong(LOWEST_AT) != 1) {
      throw new IOException("a histogram must have " + digits + " digits");
    }
    try {
      Histogram histogram = Histogram.decodeFromByteBuffer(buffer, 0);
      histogram.setAutoResize(true);
      return histogram;
    } catch (RuntimeException e) {
      throw new IOException("a histogram cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * Reads a number of entries.
   *
   * @throws IOException if the size is negative or above {@code most}
   */
  public static int size(DataInputStream in, int most) throws IOException {
    int size = in.readInt();
    if (size < 0 || size > most) {
      throw new IOException("a size must be from 0 to " + most + ", was " + size);
    }
    return size;
  }
}
