package org.plimsoll.api.text;

import java.io.BufferedReader;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Opens files that the values of settings name. Opens only regular files of limited size, because a
 * pipe can block and a device has no end.
 */
public final class NamedFile {
  private static final int KIBI = 1 << 10;
  private static final int MEBI = 1 << 20;
  private static final int MAX_LINE = 16 * MEBI;

  private NamedFile() {}

  /** A file that a value cannot name. The message is a sentence that starts with "must name". */
  public static final class UnusableException extends IOException {
    private static final long serialVersionUID = 1;

    private UnusableException(String must) {
      super(must);
    }
  }

  /**
   * Opens a file.
   *
   * @param maxBytes maximum number of bytes; reading more of them fails, even if the file grows in
   *     the meantime
   * @throws NoSuchFileException if the file does not exist
   * @throws UnusableException if the file is no regular file, or is larger
   * @throws IOException if the file cannot be read
   */
  public static InputStream open(Path file, long maxBytes) throws IOException {
    if (!Files.exists(file)) {
      throw new NoSuchFileException(file.toString());
    }
    if (!Files.isRegularFile(file)) {
      throw new UnusableException("must name a regular file, not a folder, pipe or device");
    }
    if (Files.size(file) > maxBytes) {
      throw tooLarge(maxBytes);
    }
    return new BoundedStream(Files.newInputStream(file), maxBytes, () -> tooLarge(maxBytes));
  }

  /** Returns the contents of a file, as {@link #open} reads it. */
  public static byte[] bytes(Path file, long maxBytes) throws IOException {
    try (InputStream in = open(file, maxBytes)) {
      return in.readAllBytes();
    }
  }

  /** Returns a reader of UTF-8 text with lines of at most 16 MiB, as {@link #open} reads it. */
  public static BufferedReader reader(Path file, long maxBytes) throws IOException {
    return new BufferedReader(
        new Lines(
            new InputStreamReader(open(file, maxBytes), StandardCharsets.UTF_8.newDecoder())));
  }

  /** Returns the non-blank lines of a UTF-8 file, without surrounding spaces. */
  public static List<String> lines(Path file, long maxBytes) throws IOException {
    List<String> lines = new ArrayList<>();
    try (BufferedReader in = reader(file, maxBytes)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (!line.isBlank()) {
          lines.add(line.strip());
        }
      }
    }
    return lines;
  }

  /**
   * Returns the reason why a file could not be read, as a sentence that starts with "must name".
   */
  public static String sentence(IOException e) {
    return switch (e) {
      case UnusableException unusable -> String.valueOf(unusable.getMessage());
      case NoSuchFileException _ -> "must name a file that exists";
      case CharacterCodingException _ -> "must name a file with text in UTF-8";
      default -> "must name a file that can be read";
    };
  }

  private static UnusableException tooLarge(long maxBytes) {
    String most = maxBytes < MEBI ? maxBytes / KIBI + "KiB" : maxBytes / MEBI + "MiB";
    return new UnusableException("must name a file of at most " + most);
  }

  /** A reader that fails on a line too long for memory, such as in a file of zeros. */
  private static final class Lines extends FilterReader {
    private int length;

    Lines(Reader in) {
      super(in);
    }

    @Override
    public int read(char[] characters, int offset, int count) throws IOException {
      int read = super.read(characters, offset, count);
      for (int i = offset; i < offset + read; i++) {
        length = characters[i] == '\n' || characters[i] == '\r' ? 0 : length + 1;
      }
      if (length > MAX_LINE) {
        throw new UnusableException("must name a file with lines of at most 16MiB");
      }
      return read;
    }
  }
}
