package org.plimsoll.engine.spec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A token or password, given as {@code env:NAME}, {@code file:PATH} or the secret itself. Only
 * references are ever displayed.
 *
 * @param text text as given; empty if there is no secret
 */
public record Secret(String text) {
  private static final String ENVIRONMENT = "env:";
  private static final String FILE = "file:";

  /** No secret. */
  public static Secret none() {
    return new Secret("");
  }

  public boolean isPresent() {
    return !text.isEmpty();
  }

  /**
   * Resolves the secret.
   *
   * @throws InvalidSpecException when the environment variable or file does not exist
   */
  public String reveal() {
    String value = text;
    if (text.startsWith(ENVIRONMENT)) {
      value = ofEnvironment(text.substring(ENVIRONMENT.length()));
    } else if (text.startsWith(FILE)) {
      value = ofFile(Path.of(text.substring(FILE.length())));
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

  private static String ofFile(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new InvalidSpecException(
          "the file " + file + " must hold a secret; it cannot be read", e);
    }
  }

  /** Whether it is given as {@code env:NAME} or {@code file:PATH}. */
  public boolean isReference() {
    return text.startsWith(ENVIRONMENT) || text.startsWith(FILE);
  }

  /** The reference, or a mask if the secret was given itself. */
  @Override
  public String toString() {
    return isReference() || text.isEmpty() ? text : "***";
  }
}
