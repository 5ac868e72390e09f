package org.plimsoll.fleet.generator;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Phase;
import org.plimsoll.run.second.GeneratorSecond;
import org.plimsoll.run.second.NodeSecond;

/**
 * The figures of one node for one second of a run.
 *
 * @param number number of the generator's one-second result, see {@link GeneratorSecond}
 * @param second number of the second, equal on all nodes: from 0 in the fill, and from {@link
 *     #LOAD_FROM} in the load
 */
public record NodeFigures(
    Place place, int generator, long number, long second, NodeSecond figures) {
  private static final long SECOND_NANOS = 1_000_000_000;

  /** First number of the seconds of a load, above those of all fills. */
  static final long LOAD_FROM = 1L << 40;

  /** The location of a node. */
  public record Place(String node, @Nullable String datacenter, @Nullable String rack) {
    /** Returns the location of a node with these labels. */
    static Place of(String id, Map<String, String> labels) {
      return new Place(
          labels.getOrDefault("name", id), labels.get("datacenter"), labels.get("rack"));
    }
  }

  /**
   * Encodes the figures of a generator.
   *
   * @param zeroNanos run time 0 since the start of the run; {@link FleetSeconds#UNKNOWN} before it
   *     is known
   */
  static byte[] encode(Place place, GeneratorSecond second, long zeroNanos) throws IOException {
    NodeSecond figures = NodeSecond.of(second);
    long middleNanos = figures.startNanos() + (figures.atNanos() - figures.startNanos()) / 2;
    boolean isLoad = figures.phase() != Phase.FILL && zeroNanos != FleetSeconds.UNKNOWN;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeUTF(place.node);
      out.writeUTF(place.datacenter == null ? "" : place.datacenter);
      out.writeUTF(place.rack == null ? "" : place.rack);
      out.writeInt(second.generator());
      out.writeLong(second.number());
      out.writeLong(
          isLoad
              ? LOAD_FROM + Math.max(0, Math.floorDiv(middleNanos - zeroNanos, SECOND_NANOS))
              : Math.max(0, Math.floorDiv(middleNanos, SECOND_NANOS)));
      out.writeLong(zeroNanos);
      figures.write(out);
    }
    return bytes.toByteArray();
  }

  /** Decodes figures, and converts their times to the clock of this node. */
  static NodeFigures decode(byte[] bytes, long zeroNanos) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    Place place = new Place(in.readUTF(), textOrNull(in), textOrNull(in));
    int generator = in.readInt();
    long number = in.readLong();
    long second = in.readLong();
    long itsZeroNanos = in.readLong();
    NodeSecond figures = NodeSecond.read(in);
    boolean known = itsZeroNanos != FleetSeconds.UNKNOWN && zeroNanos != FleetSeconds.UNKNOWN;
    return new NodeFigures(
        place,
        generator,
        number,
        second,
        known ? figures.later(zeroNanos - itsZeroNanos) : figures);
  }

  NodeFigures with(NodeSecond other) {
    return new NodeFigures(place, generator, number, second, other);
  }

  private static @Nullable String textOrNull(DataInputStream in) throws IOException {
    String text = in.readUTF();
    return text.isEmpty() ? null : text;
  }
}
