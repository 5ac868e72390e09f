package org.plimsoll.fleet.generator;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plimsoll.engine.share.InsertProgress;
import org.plimsoll.engine.share.InsertProgress.Missing;
import org.plimsoll.engine.share.OwnIndexes;

/**
 * The progress of a generator's inserts, sent to the other generators with each one-second result.
 *
 * @param firstKey first key of the insert sequence
 */
record InsertReport(long firstKey, InsertProgress progress) {
  /**
   * Encodes the non-empty reports of a generator by first key. Encoded reports of several
   * generators can be concatenated.
   */
  static byte[] encode(Map<Long, InsertProgress> inserts) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      for (Map.Entry<Long, InsertProgress> each : inserts.entrySet()) {
        OwnIndexes indexes = each.getValue().indexes();
        if (indexes != null && each.getValue().ended() > 0) {
          out.writeLong(each.getKey());
          write(out, each.getValue(), indexes);
        }
      }
    }
    return bytes.toByteArray();
  }

  private static void write(DataOutputStream out, InsertProgress progress, OwnIndexes indexes)
      throws IOException {
    out.writeInt(progress.generator());
    out.writeLong(indexes.base());
    out.writeInt(indexes.length());
    out.writeInt(indexes.slots().size());
    for (int slot : indexes.slots()) {
      out.writeInt(slot);
    }
    out.writeLong(progress.since());
    out.writeLong(progress.ended());
    out.writeInt(progress.missing().size());
    for (Missing each : progress.missing()) {
      out.writeLong(each.from());
      out.writeLong(each.to());
    }
  }

  /**
   * Decodes reports.
   *
   * @throws IOException if the bytes cannot be decoded
   */
  static List<InsertReport> decode(byte[] bytes) throws IOException {
    List<InsertReport> reports = new ArrayList<>();
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    while (in.available() > 0) {
      reports.add(new InsertReport(in.readLong(), read(in)));
    }
    return reports;
  }

  private static InsertProgress read(DataInputStream in) throws IOException {
    int generator = in.readInt();
    long base = in.readLong();
    int length = in.readInt();
    List<Integer> slots = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      slots.add(in.readInt());
    }
    long since = in.readLong();
    long ended = in.readLong();
    List<Missing> missing = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      missing.add(new Missing(in.readLong(), in.readLong()));
    }
    return new InsertProgress(
        generator, new OwnIndexes(base, length, slots), since, ended, missing);
  }
}
