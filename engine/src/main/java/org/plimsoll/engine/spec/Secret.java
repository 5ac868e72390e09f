package org.plimsoll.engine.spec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A token or password as a spec names it: {@code env:NAME}, {@code file:PATH}, or the secret
 * itself. Only a reference is ever shown.
 *
 * @param text as given; empty when there is none
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
   * The secret itself.
   *
   * @throws InvalidSpecException when what the reference names is not there
   */
  public String reveal() {
    if (text.startsWith(ENVIRONMENT)) {
      String name = text.substring(ENVIRONMENT.length());
      String value = System.getenv(name);
      if (value == null) {
        throw new InvalidSpecException(
            "the environment has no variable '" + name + "' (" + text + ")");
      }
      return value;
    }
    if (text.startsWith(FILE)) {
      try {
        return Files.readString(Path.of(text.substring(FILE.length()))).strip();
      } catch (IOException e) {
        throw new InvalidSpecException("cannot read the secret in " + text, e);
      }
    }
    return text;
  }

  /** What may be shown of it. */
  @Override
  public String toString() {
    boolean isReference = text.startsWith(ENVIRONMENT) || text.startsWith(FILE);
    return isReference || text.isEmpty() ? text : "***";
  }
}
