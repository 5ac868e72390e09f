package org.plimsoll.engine.spec;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Quantities;

/**
 * Key positions listed in a file, one per line, counted from the first key. The file is read on
 * first use and kept in memory.
 */
public final class KeyTrace {
  private final Path file;
  private long @Nullable [] positions;

  public KeyTrace(Path file) {
    this.file = file;
  }

  /** Returns the positions in order. The caller must not modify the array. */
  public synchronized long[] positions() {
    long[] known = positions;
    if (known == null) {
      known = TextLines.of(file).mapToLong(this::position).toArray();
      if (known.length == 0) {
        throw new InvalidSpecException(
            "must be trace(file) with a position on each line of the file");
      }
      positions = known;
    }
    return known;
  }

  private long position(String line) {
    try {
      return Quantities.parseCount(line);
    } catch (IllegalArgumentException e) {
      throw new InvalidSpecException(
          "must be trace(file) with a position such as 0 or 41 on each line, was '" + line + "'",
          e);
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof KeyTrace trace && trace.file.equals(file);
  }

  @Override
  public int hashCode() {
    return file.hashCode();
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
