package org.plimsoll.engine.spec;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.plimsoll.api.text.NamedFile;

/** Reads the non-blank lines of a file named by a setting, without surrounding spaces. */
public final class TextLines {
  /** Maximum file size; the lines in memory take a few times as much. */
  private static final long MAX_BYTES = 64 << 20;

  private TextLines() {}

  /**
   * Reads the lines of a file of up to 64 MiB.
   *
   * @throws InvalidSpecException if the file cannot be read
   */
  public static Stream<String> of(Path file) {
    try {
      return NamedFile.lines(file, MAX_BYTES).stream();
    } catch (IOException e) {
      throw new InvalidSpecException(NamedFile.sentence(e), e);
    }
  }
}
