package org.plimsoll.engine.spec;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Reads the non-blank lines of a file named by a setting, without surrounding spaces. */
public final class TextLines {
  /** Maximum file size; the lines in memory take a few times as much. */
  private static final long MAX_BYTES = 64 << 20;

  private TextLines() {}

  /**
   * Reads a file of up to 64 MiB.
   *
   * @throws InvalidSpecException when it cannot be read
   */
  public static Stream<String> of(Path file) {
    try {
      if (!Files.isRegularFile(file)) {
        throw new NoSuchFileException(file.toString());
      }
      if (Files.size(file) > MAX_BYTES) {
        throw new InvalidSpecException("must name a file of at most 64MiB");
      }
      return Files.readAllLines(file).stream().map(String::strip).filter(line -> !line.isEmpty());
    } catch (CharacterCodingException e) {
      throw new InvalidSpecException("must name a file with text in UTF-8", e);
    } catch (NoSuchFileException e) {
      throw new InvalidSpecException("must name a file that exists", e);
    } catch (IOException e) {
      throw new InvalidSpecException("must name a file that can be read", e);
    }
  }
}
