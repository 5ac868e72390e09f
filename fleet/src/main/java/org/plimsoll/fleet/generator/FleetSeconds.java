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
 * Seconds on their way between generators. Their times count from the start of the run by the wall
 * clock of the node that measured them; so each carries when run time 0 was by these, and who
 * receives it moves them to its own.
 *
 * <p>The coordinator adds up the counts and histograms of all generators. What a report needs of
 * each generator, and the figures for a look at it, remain its own. A second that was sent to a
 * former coordinator is not added up: some nodes may have reported it already, and then ignore it.
 */
final class FleetSeconds implements Merger {
  /** Run time 0 is not known yet. */
  static final long UNKNOWN = Long.MIN_VALUE;

  private static final Logger LOG = LoggerFactory.getLogger(FleetSeconds.class);

  /**
   * Encodes a second.
   *
   * @param figures those of this generator for a look at it; may be empty
   * @param inserts how far its inserts are, see {@link InsertReport}; may be empty
   * @param zeroNanos run time 0 since the start of the run; {@link #UNKNOWN} before it is known
   * @throws IOException when it is too large
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
        continue; // its generator could not keep it
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

  /** What an item of the merged stream has; the times of {@code moved} belong to {@code zero}. */
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
   * What all generators measured.
   *
   * @param seconds with counts and histograms that are added up; a report needs all of them
   * @param figures the figures of each generator
   * @param inserts how far the inserts of each generator are
   */
  record Decoded(
      List<GeneratorSecond> seconds, List<NodeFigures> figures, List<InsertReport> inserts) {
    static final Decoded NOTHING = new Decoded(List.of(), List.of(), List.of());
  }

  /**
   * Decodes what was merged.
   *
   * @param zeroNanos run time 0 since the start of the run here; {@link #UNKNOWN} before it is
   *     known
   * @throws IOException when the bytes are no merged seconds
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
