package org.plimsoll.engine.spec;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The names of keys listed in a file, one per line in UTF-8. Repeated names are the same key. Keys
 * are numbered in order of first occurrence. The file is read on first use and kept in memory.
 */
public final class KeyNames {
  private final Path file;
  private @Nullable Content content;

  /** The names by key, and the key of each line. */
  private static final class Content {
    private final byte[][] names;
    private final int[] keyOfLine;

    Content(byte[][] names, int[] keyOfLine) {
      this.names = names;
      this.keyOfLine = keyOfLine;
    }
  }

  public KeyNames(Path file) {
    this.file = file;
  }

  /** Creates the names of a file that was already read. */
  KeyNames(Path file, byte[][] names, int[] keyOfLine) {
    this.file = file;
    this.content = new Content(names, keyOfLine);
  }

  /** Returns the number of distinct keys. */
  public int keys() {
    return content().names.length;
  }

  /** Returns the number of lines. */
  public int lines() {
    return content().keyOfLine.length;
  }

  /** Returns the key of each line. The caller must not modify the array. */
  public int[] keyOfLine() {
    return content().keyOfLine;
  }

  /** Returns the name of each key. The caller must not modify the array. */
  public byte[][] names() {
    return content().names;
  }

  private synchronized Content content() {
    Content known = content;
    if (known == null) {
      known = read(file);
      content = known;
    }
    return known;
  }

  private static Content read(Path file) {
    KeyIndex index = new KeyIndex();
    int[] keyOfLine =
        TextLines.of(file)
            .mapToInt(line -> index.add(line.getBytes(StandardCharsets.UTF_8)))
            .toArray();
    if (keyOfLine.length == 0) {
      throw new InvalidSpecException("must be keys(file) with a key on each line of the file");
    }
    return new Content(index.names(), keyOfLine);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof KeyNames names && names.file.equals(file);
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
