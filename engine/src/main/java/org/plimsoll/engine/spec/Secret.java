package org.plimsoll.engine.spec;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.text.NamedFile;

/**
 * A token or password, given as {@code env:NAME}, {@code file:PATH} or the secret itself. Only
 * references are ever displayed.
 *
 * @param text text as given; empty if there is no secret
 */
public record Secret(String text) {
  private static final String ENVIRONMENT = "env:";
  private static final String FILE = "file:";
  private static final int MAX_BYTES = 64 << 10;

  /** Returns the value for no secret. */
  public static Secret none() {
    return new Secret("");
  }

  public boolean isPresent() {
    return !text.isEmpty();
  }

  /**
   * Resolves the secret.
   *
   * @throws InvalidSpecException if the environment variable or file does not exist
   */
  public String reveal() {
    String value = text;
    if (text.startsWith(ENVIRONMENT)) {
      value = ofEnvironment(text.substring(ENVIRONMENT.length()));
    } else if (text.startsWith(FILE)) {
      value = ofFile();
    }
    if (value.chars().anyMatch(Character::isISOControl)) {
      throw new InvalidSpecException("the secret " + this + " must not contain line breaks");
    }
    return value;
  }

  private static String ofEnvironment(String name) {
    String value = System.getenv(name);
    if (value == null) {
      throw new InvalidSpecException(
          "the environment must have the variable '" + name + "' for a secret; it is not set");
    }
    return value.strip();
  }

  private String ofFile() {
    try {
      return new String(content(text), StandardCharsets.UTF_8).strip();
    } catch (IOException | InvalidPathException e) {
      throw new InvalidSpecException(
          "the file " + path(text) + " must hold a secret; it cannot be read", e);
    }
  }

  /** Returns the name of an environment variable; null if the text does not refer to one. */
  public static @Nullable String variable(String text) {
    return text.startsWith(ENVIRONMENT) ? text.substring(ENVIRONMENT.length()) : null;
  }

  /** Returns the path of {@code file:/path} or {@code file:///path}; null for any other text. */
  public static @Nullable String path(String text) {
    if (!text.startsWith(FILE)) {
      return null;
    }
    String path = text.substring(FILE.length());
    return path.startsWith("//") ? path.substring(2) : path;
  }

  /**
   * Returns the contents of the file that {@code file:/path} names, at most 64 KiB.
   *
   * @throws IOException if the file cannot be read, or is not a regular file
   */
  public static byte[] content(String text) throws IOException {
    return NamedFile.bytes(Path.of(String.valueOf(path(text))), MAX_BYTES);
  }

  /** Whether the secret is given as {@code env:NAME} or {@code file:PATH}. */
  public boolean isReference() {
    return text.startsWith(ENVIRONMENT) || text.startsWith(FILE);
  }

  /** Returns the reference, or a mask if the text is the secret itself. */
  @Override
  public String toString() {
    return isReference() || text.isEmpty() ? text : "***";
  }
}
