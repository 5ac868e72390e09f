package org.plimsoll.settings.text;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.Map;
import org.plimsoll.api.text.NamedFile;
import org.plimsoll.engine.spec.Secret;

/**
 * Resolves references to secrets: {@code env:NAME} for an environment variable, {@code file:/path}
 * for the contents of a file without its last line break. References are shown; secrets are masked.
 */
public final class SecretReference {
  /** The allowed values, as a phrase after "must be". */
  public static final String ALLOWED = "env:NAME or file:/path";

  private static final String ENVIRONMENT = "env:";
  private static final String FILE = "file:";

  private SecretReference() {}

  /** Returns whether a text is a reference. */
  public static boolean isOne(String text) {
    return text.startsWith(ENVIRONMENT) || text.startsWith(FILE);
  }

  /** Returns the file or variable that a text refers to; empty if it is not a reference. */
  public static List<Reached> reached(String text) {
    String variable = Secret.variable(text);
    String path = Secret.path(text);
    return variable != null
        ? List.of(new Reached.Variable(variable))
        : path != null ? List.of(new Reached.File(path)) : List.of();
  }

  /**
   * Creates an argument that is a secret or a reference to one. It is given by its name, and is
   * empty by default.
   */
  static Argument<Secret> argument(String name, String help) {
    return Argument.of(name, "a secret, " + ALLOWED, Secret::new, SecretReference::reached)
        .used(Argument.Use.KEYED)
        .withDefault("")
        .asSecret()
        .describedAs(help);
  }

  static List<Reached> reached(Secret secret) {
    return reached(secret.text());
  }

  /**
   * Returns the secret that a text refers to, or the text itself if it is not a reference.
   *
   * @throws IllegalArgumentException if there is no such secret; the message starts with "must"
   */
  public static String resolved(String text) {
    return resolved(text, System.getenv());
  }

  /** Resolves a text with the variables of a given environment. */
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
    try {
      String content = new String(Secret.content(text), StandardCharsets.UTF_8);
      return content.replaceFirst("\\r?\\n$", "");
    } catch (NamedFile.UnusableException e) {
      throw new IllegalArgumentException(e.getMessage() + ", was '" + text + "'", e);
    } catch (IOException | InvalidPathException e) {
      throw new IllegalArgumentException(
          "must be file:/path of a file that can be read, was '" + text + "'", e);
    }
  }
}
