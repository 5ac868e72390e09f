package org.plimsoll.run.second;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.measure.ArrivalGaps;
import org.plimsoll.engine.measure.FailureSamples.Sample;
import org.plimsoll.engine.measure.Stage;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.measure.TotalsCodec;
import org.plimsoll.run.second.ScenarioSecond.Asked;
import org.plimsoll.run.second.ScenarioSecond.Held;

/**
 * Encodes one-second results as bytes, without loss: a version, and compressed fields in a fixed
 * order. The encoding is written by hand, because almost all data are counts and histograms. The
 * reader checks each size before it allocates memory.
 */
public final class SecondCodec {
  /**
   * The version of the format. It must be increased with each format change. Other versions are
   * rejected.
   */
  public static final int VERSION = 2;

  /** Maximum size of a result before compression, in bytes. */
  static final int BYTES_MAX = 32 << 20;

  private SecondCodec() {}

  /**
   * Encodes a one-second result.
   *
   * @throws IOException if the result is too large
   */
  public static byte[] encode(GeneratorSecond second) throws IOException {
    return encode(List.of(second));
  }

  /**
   * Encodes one-second results, compressed together.
   *
   * @throws IOException if the results are too large
   */
  public static byte[] encode(List<GeneratorSecond> seconds) throws IOException {
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(plain)) {
      out.writeInt(seconds.size());
      for (GeneratorSecond second : seconds) {
        write(second, out);
      }
    }
    if (plain.size() > BYTES_MAX) {
      throw new IOException(
          "the one-second result of generator %d must have at most %3$,d bytes, has %2$,d"
              .formatted(seconds.getFirst().generator(), plain.size(), BYTES_MAX));
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(VERSION);
    Deflater deflater = new Deflater(Deflater.BEST_SPEED);
    try (DeflaterOutputStream compressed = new DeflaterOutputStream(bytes, deflater)) {
      plain.writeTo(compressed);
    } finally {
      deflater.end();
    }
    return bytes.toByteArray();
  }

  /**
   * Decodes a one-second result.
   *
   * @throws IOException if the bytes are not a one-second result, have another version, or are too
   *     large
   */
  public static GeneratorSecond decode(byte[] bytes) throws IOException {
    List<GeneratorSecond> seconds = decodeAll(bytes);
    if (seconds.size() != 1) {
      throw new IOException(
          "the message must contain one one-second result, has " + seconds.size());
    }
    return seconds.getFirst();
  }

  /**
   * Decodes one-second results.
   *
   * @throws IOException as for {@link #decode}
   */
  public static List<GeneratorSecond> decodeAll(byte[] bytes) throws IOException {
    return decodeAll(bytes, _ -> null);
  }

  /**
   * Decodes one-second results. Their counts and histograms are added directly to the sums, if
   * given.
   */
  static List<GeneratorSecond> decodeAll(
      byte[] bytes, Function<Window, SecondReader.@Nullable Into> sums) throws IOException {
    if (bytes.length == 0 || bytes[0] != VERSION) {
      throw new IOException(
          "a generator's one-second result must have version %d, was %s"
              .formatted(VERSION, bytes.length == 0 ? "nothing" : String.valueOf(bytes[0])));
    }
    byte[] plain;
    try (InflaterInputStream inflated =
        new InflaterInputStream(new ByteArrayInputStream(bytes, 1, bytes.length - 1))) {
      plain = inflated.readNBytes(BYTES_MAX + 1);
    }
    if (plain.length > BYTES_MAX) {
      throw new IOException(
          "a generator's one-second result must have at most %,d bytes".formatted(BYTES_MAX));
    }
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(plain))) {
      SecondReader reader = new SecondReader(in, sums);
      List<GeneratorSecond> seconds = new ArrayList<>();
      for (int left = reader.count(); left > 0; left--) {
        seconds.add(reader.read());
      }
      if (in.read() >= 0) {
        throw new IOException("a generator's one-second result has bytes after its end");
      }
      return seconds;
    } catch (IllegalArgumentException e) {
      throw new IOException("a generator's one-second result cannot be read: " + e.getMessage(), e);
    }
  }

  private static void write(GeneratorSecond second, DataOutputStream out) throws IOException {
    out.writeInt(second.generator());
    out.writeLong(second.number());
    write(second.window(), out);
    out.writeInt(second.scenarios().size());
    for (Map.Entry<String, ScenarioSecond> scenario : second.scenarios().entrySet()) {
      out.writeUTF(scenario.getKey());
      write(scenario.getValue(), out);
    }
    second.machine().write(out);
    write(second.observed(), out);
    out.writeLong(second.answers().pending());
    write(second.answers().answeredNanos(), out);
    write(second.answers().succeededNanos(), out);
  }

  private static void write(Window window, DataOutputStream out) throws IOException {
    out.writeLong(window.startNanos());
    out.writeLong(window.atNanos());
    Stage stage = window.stage();
    out.writeBoolean(stage != null);
    if (stage != null) {
      write(stage, out);
    }
    out.writeLong(window.schedule().beginNanos());
    write(window.schedule().endNanos(), out);
    out.writeBoolean(window.isLast());
  }

  private static void write(Stage stage, DataOutputStream out) throws IOException {
    out.writeByte(stage.phase().ordinal());
    out.writeInt(stage.number());
  }

  private static void write(ScenarioSecond second, DataOutputStream out) throws IOException {
    Asked asked = second.asked();
    out.writeByte(asked.model().ordinal());
    out.writeDouble(asked.targetPerSecond());
    out.writeDouble(asked.meanPerSecond());
    out.writeInt(asked.workers());
    out.writeInt(asked.maxInFlight());
    out.writeLong(asked.timeoutNanos());
    out.writeInt(second.totals().size());
    for (Map.Entry<Stage, Map<OperationType, Totals>> stage : second.totals().entrySet()) {
      write(stage.getKey(), out);
      out.writeInt(stage.getValue().size());
      for (Map.Entry<OperationType, Totals> each : stage.getValue().entrySet()) {
        write(each.getKey(), out);
        TotalsCodec.write(each.getValue(), out);
      }
    }
    write(second.waited().byCause(), out);
    out.writeLong(second.waited().atBound());
    out.writeLong(second.waited().withoutSession());
    Held held = second.held();
    out.writeInt(held.inFlight());
    out.writeInt(held.backlog());
    out.writeLong(held.heldBefore());
    out.writeDouble(held.inFlightNanos());
    out.writeLong(held.nanos());
    out.writeInt(held.sessions());
    write(second.gaps(), out);
    out.writeInt(second.failures().size());
    for (Map.Entry<String, List<Sample>> failures : second.failures().entrySet()) {
      out.writeUTF(failures.getKey());
      out.writeInt(failures.getValue().size());
      for (Sample sample : failures.getValue()) {
        write(sample, out);
      }
    }
  }

  private static void write(OperationType type, DataOutputStream out) throws IOException {
    out.writeUTF(type.name());
    out.writeByte(type.side().ordinal());
    out.writeBoolean(type.row());
    out.writeBoolean(type.bulk());
    out.writeBoolean(type.insert());
  }

  private static void write(ArrivalGaps.@Nullable Sample gaps, DataOutputStream out)
      throws IOException {
    out.writeBoolean(gaps != null);
    if (gaps != null) {
      out.writeInt(gaps.asked().length);
      for (int i = 0; i < gaps.asked().length; i++) {
        out.writeLong(gaps.asked()[i]);
        out.writeLong(gaps.came()[i]);
        out.writeLong(gaps.askedBefore()[i]);
        out.writeLong(gaps.cameBefore()[i]);
      }
    }
  }

  private static void write(Sample sample, DataOutputStream out) throws IOException {
    out.writeLong(sample.endNanos());
    out.writeUTF(sample.operation());
    out.writeUTF(sample.key());
    out.writeInt(sample.session());
    out.writeLong(sample.serviceNanos());
    out.writeUTF(sample.message());
  }

  private static void write(ObservedSecond observed, DataOutputStream out) throws IOException {
    out.writeInt(observed.counts().size());
    for (Map.Entry<String, Long> count : observed.counts().entrySet()) {
      out.writeUTF(count.getKey());
      out.writeLong(count.getValue());
    }
    write(observed.durations(), out);
    out.writeInt(observed.telemetry().size());
    for (Map.Entry<String, Double> reading : observed.telemetry().entrySet()) {
      out.writeUTF(reading.getKey());
      out.writeDouble(reading.getValue());
    }
    out.writeBoolean(observed.hasMoreCounters());
    out.writeBoolean(observed.hasMoreSeries());
  }

  private static void write(Map<String, Histogram> histograms, DataOutputStream out)
      throws IOException {
    out.writeInt(histograms.size());
    for (Map.Entry<String, Histogram> each : histograms.entrySet()) {
      out.writeUTF(each.getKey());
      TotalsCodec.write(each.getValue(), out);
    }
  }

  private static void write(@Nullable Long value, DataOutputStream out) throws IOException {
    out.writeBoolean(value != null);
    if (value != null) {
      out.writeLong(value);
    }
  }
}
