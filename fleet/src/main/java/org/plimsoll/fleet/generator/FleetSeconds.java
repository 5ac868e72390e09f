package org.plimsoll.fleet.generator;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plimsoll.fleet.control.Merger;
import org.plimsoll.run.second.GeneratorSecond;
import org.plimsoll.run.second.MergedSeconds;
import org.plimsoll.run.second.SecondCodec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Encodes one-second results for other nodes. Times count from the start of the run by the wall
 * clock of the measuring node. Each result has its run time 0, so that the receiver can convert the
 * times to its own clock.
 *
 * <p>The coordinator adds up the counts and histograms of all generators. The report data and
 * figures of each generator remain separate. A result that was already sent to a previous
 * coordinator is not added up. Nodes that have it must be able to ignore it.
 */
final class FleetSeconds implements Merger {
  /** The value for an unknown run time 0. */
  static final long UNKNOWN = Long.MIN_VALUE;

  private static final Logger LOG = LoggerFactory.getLogger(FleetSeconds.class);

  /**
   * Encodes a one-second result.
   *
   * @param figures figures of this generator for display; may be empty
   * @param inserts progress of the generator's inserts, see {@link InsertReport}; may be empty
   * @param zeroNanos run time 0 since the start of the run; {@link #UNKNOWN} before it is known
   * @throws IOException if the result is too large
   */
  static byte[] encode(GeneratorSecond second, byte[] figures, byte[] inserts, long zeroNanos)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeLong(zeroNanos);
      out.writeInt(figures.length);
      out.write(figures);
      out.writeInt(inserts.length);
      out.write(inserts);
      out.write(SecondCodec.encode(second));
    }
    return bytes.toByteArray();
  }

  @Override
  public byte[] merge(String run, List<Part> parts) {
    List<byte[]> figures = new ArrayList<>();
    ByteArrayOutputStream inserts = new ByteArrayOutputStream();
    List<GeneratorSecond> unmoved = new ArrayList<>();
    List<GeneratorSecond> single = new ArrayList<>();
    Map<Long, MergedSeconds> bySecond = new LinkedHashMap<>();
    long zeroNanos = UNKNOWN;
    for (Part part : parts) {
      if (part.data().length == 0) {
        continue; // its generator could not store it
      }
      try {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(part.data()));
        long itsZeroNanos = in.readLong();
        figures.add(in.readNBytes(in.readInt()));
        inserts.write(in.readNBytes(in.readInt()));
        byte[] second = in.readAllBytes();
        if (itsZeroNanos == UNKNOWN) {
          unmoved.add(SecondCodec.decode(second));
          continue;
        }
        zeroNanos = zeroNanos == UNKNOWN ? itsZeroNanos : zeroNanos;
        long later = zeroNanos - itsZeroNanos;
        if (part.again() || part.second() < 0) {
          single.add(SecondCodec.decode(second).later(later));
        } else {
          bySecond.computeIfAbsent(part.second(), _ -> new MergedSeconds()).add(second, later);
        }
      } catch (IOException e) {
        LOG.error(
            "Run {}: cannot read the one-second result {} of generator {}",
            run,
            part.number(),
            part.generator(),
            e);
      }
    }
    bySecond.values().forEach(each -> single.addAll(each.seconds()));
    try {
      return encode(new Item(zeroNanos, figures, inserts.toByteArray(), unmoved, single));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // each of its parts was small enough to be sent
    }
  }

  /**
   * The content of an item of the merged stream. The times of {@code moved} are relative to {@code
   * zero}.
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Item(
      long zeroNanos,
      List<byte[]> figures,
      byte[] inserts,
      List<GeneratorSecond> unmoved,
      List<GeneratorSecond> moved) {}

  private static byte[] encode(Item item) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeLong(item.zeroNanos);
      out.writeInt(item.figures.size());
      for (byte[] each : item.figures) {
        out.writeInt(each.length);
        out.write(each);
      }
      out.writeInt(item.inserts.length);
      out.write(item.inserts);
      byte[] unmoved = SecondCodec.encode(item.unmoved);
      out.writeInt(unmoved.length);
      out.write(unmoved);
      out.write(SecondCodec.encode(item.moved));
    }
    return bytes.toByteArray();
  }

  /**
   * The decoded results of all generators.
   *
   * @param seconds results with summed counts and histograms; a report needs all of them
   * @param figures the figures of each generator
   * @param inserts progress of the inserts of each generator
   */
  record Decoded(
      List<GeneratorSecond> seconds, List<NodeFigures> figures, List<InsertReport> inserts) {
    static final Decoded NOTHING = new Decoded(List.of(), List.of(), List.of());
  }

  /**
   * Decodes an item of the merged stream.
   *
   * @param zeroNanos run time 0, as a time since the start of the run on this node; {@link
   *     #UNKNOWN} before it is known
   * @throws IOException if the bytes are not merged results
   */
  static Decoded decode(byte[] merged, long zeroNanos) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(merged));
    long itsZeroNanos = in.readLong();
    boolean known = itsZeroNanos != UNKNOWN && zeroNanos != UNKNOWN;
    long later = known ? zeroNanos - itsZeroNanos : 0;
    List<NodeFigures> figures = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      byte[] each = in.readNBytes(in.readInt());
      if (each.length > 0) {
        figures.add(NodeFigures.decode(each, zeroNanos));
      }
    }
    List<InsertReport> inserts = InsertReport.decode(in.readNBytes(in.readInt()));
    List<GeneratorSecond> seconds =
        new ArrayList<>(SecondCodec.decodeAll(in.readNBytes(in.readInt())));
    for (GeneratorSecond each : SecondCodec.decodeAll(in.readAllBytes())) {
      seconds.add(each.later(later));
    }
    return new Decoded(seconds, figures, inserts);
  }
}
