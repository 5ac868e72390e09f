package org.plimsoll.settings.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;

/**
 * A reference to a secret: {@code env:NAME} for an environment variable, {@code file:/path} for the
 * contents of a file without its last line break. References are shown, secrets are masked.
 */
public final class SecretReference {
  /** What is allowed, in words that follow "must be". */
  public static final String ALLOWED = "env:NAME or file:/path";

  private static final String ENVIRONMENT = "env:";
  private static final String FILE = "file:";
  private static final int MAX_BYTES = 64 << 10;

  private SecretReference() {}

  /** Whether a text is a reference. */
  public static boolean isOne(String text) {
    return text.startsWith(ENVIRONMENT) || text.startsWith(FILE);
  }

  /**
   * The secret that a text refers to; the text itself when it is not a reference.
   *
   * @throws IllegalArgumentException if there is no such secret; the message starts with "must"
   */
  public static String resolved(String text) {
    return resolved(text, System.getenv());
  }

  /** The same, with the environment given. */
  static String resolved(String text, Map<String, String> environment) {
    if (text.startsWith(ENVIRONMENT)) {
      String value = environment.get(text.substring(ENVIRONMENT.length()));
      if (value == null) {
        throw new IllegalArgumentException(
            "must be env:NAME of a variable that is set, was '" + text + "'");
      }
      return value;
    }
    return text.startsWith(FILE) ? read(text) : text;
  }

  private static String read(String text) {
    String path = text.substring(FILE.length());
    byte[] bytes;
    try (InputStream in =
        Files.newInputStream(Path.of(path.startsWith("//") ? path.substring(2) : path))) {
      bytes = in.readNBytes(MAX_BYTES + 1);
    } catch (IOException | InvalidPathException e) {
      throw new IllegalArgumentException(
          "must be file:/path of a file that can be read, was '" + text + "'", e);
    }
    if (bytes.length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "must be file:/path of a file of at most 64 KiB, was '" + text + "'");
    }
    String content = new String(bytes, StandardCharsets.UTF_8);
    return content.replaceFirst("\\r?\\n$", "");
  }
}
