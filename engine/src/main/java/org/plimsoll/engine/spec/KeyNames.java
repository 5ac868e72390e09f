package org.plimsoll.engine.spec;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The keys that a file names, one a line in UTF-8. A name that occurs again is the same key: keys
 * are numbered in the order in which they occur first. Read when first asked for, and kept.
 */
public final class KeyNames {
  private final Path file;
  private @Nullable Content content;

  /** Names by key, and the key of each line. */
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

  /** Those of a file that has been read. */
  KeyNames(Path file, byte[][] names, int[] keyOfLine) {
    this.file = file;
    this.content = new Content(names, keyOfLine);
  }

  /** How many keys there are. */
  public int keys() {
    return content().names.length;
  }

  /** How many lines there are. */
  public int lines() {
    return content().keyOfLine.length;
  }

  /** The key of each line; not to be written to. */
  public int[] keyOfLine() {
    return content().keyOfLine;
  }

  /** The name of each key; not to be written to. */
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
