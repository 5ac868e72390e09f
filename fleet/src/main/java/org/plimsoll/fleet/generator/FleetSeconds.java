package org.plimsoll.fleet.generator;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plimsoll.fleet.control.Merger;
import org.plimsoll.run.second.GeneratorSecond;
import org.plimsoll.run.second.SecondCodec;

/**
 * Seconds on their way between generators. Their times count from the start of the run by the wall
 * clock of the node that measured them; so each carries when run time 0 was by these, and who
 * receives it moves them to its own.
 *
 * <p>A merged second contains those of all generators side by side: the report of each node adds
 * them up, and judges each generator by its own.
 */
final class FleetSeconds implements Merger {
  /** Run time 0 is not known yet. */
  static final long UNKNOWN = Long.MIN_VALUE;

  /**
   * Encodes a second.
   *
   * @param zeroNanos run time 0 since the start of the run; {@link #UNKNOWN} before it is known
   * @throws IOException when it is too large
   */
  static byte[] encode(GeneratorSecond second, long zeroNanos) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeLong(zeroNanos);
      out.write(SecondCodec.encode(second));
    }
    return bytes.toByteArray();
  }

  @Override
  public byte[] merge(String run, List<Part> parts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      for (Part part : parts) {
        out.writeInt(part.data().length);
        out.write(part.data());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // nothing is written but memory
    }
    return bytes.toByteArray();
  }

  /**
   * Decodes what was merged. Seconds that their generator could not keep are left out.
   *
   * @param zeroNanos run time 0 since the start of the run here; {@link #UNKNOWN} before it is
   *     known
   * @throws IOException when the bytes are no merged seconds
   */
  static List<GeneratorSecond> decode(byte[] merged, long zeroNanos) throws IOException {
    List<GeneratorSecond> seconds = new ArrayList<>();
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(merged));
    while (in.available() > 0) {
      byte[] data = in.readNBytes(in.readInt());
      GeneratorSecond second = decodeOne(data, zeroNanos);
      if (second != null) {
        seconds.add(second);
      }
    }
    return seconds;
  }

  private static @Nullable GeneratorSecond decodeOne(byte[] data, long zeroNanos)
      throws IOException {
    if (data.length == 0) {
      return null;
    }
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(data));
    long itsZeroNanos = in.readLong();
    GeneratorSecond second = SecondCodec.decode(in.readAllBytes());
    boolean known = itsZeroNanos != UNKNOWN && zeroNanos != UNKNOWN;
    return known ? second.later(zeroNanos - itsZeroNanos) : second;
  }
}
