package org.plimsoll.settings.text;

import org.plimsoll.api.Quantities;

/** Part {@code index} of {@code count} equal parts, written {@code index/count}. */
public record Shard(int index, int count) {
  private static final long MAX = 1_000_000;

  /** Parses {@code index/count}. */
  public static Shard parse(String text) {
    String[] parts = text.split("/", -1);
    if (parts.length != 2) {
      throw new IllegalArgumentException("must be k/n");
    }
    long index = Quantities.parseCount(parts[0]);
    long count = Quantities.parseCount(parts[1]);
    if (index >= count || count > MAX) {
      throw new IllegalArgumentException("must be k/n with k < n");
    }
    return new Shard((int) index, (int) count);
  }
}
