package org.plimsoll.engine.measure;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Converts a store's failure message to one line that is safe to display. Control characters and
 * the run's secrets are removed, and the length is limited. Stores quote requests, so a message may
 * contain a password.
 */
public final class FailureText {
  /** The maximum length of a line; longer ones end with an ellipsis. */
  public static final int CHARACTERS_MAX = 300;

  /** Characters of a message that are processed, since a message may have megabytes. */
  private static final int LOOKED_AT_MAX = 1 << 16;

  /** Shorter secrets are replaced only as whole words, because "a" occurs in any sentence. */
  private static final int INFIX_MIN = 4;

  private static final Pattern BLANKS = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Z}]+");
  private static final Pattern CREDENTIALS = Pattern.compile("://[^/@\\s]*@");
  private static final Pattern AUTHORIZATION =
      Pattern.compile(
          "\\b((?i:basic|bearer|apikey))\\s+(?=\\S*(?:[0-9=+]|[a-z][A-Z]))[\\w.~+/=-]{4,}");
  private static final String MASK = "***";

  private final Supplier<? extends Collection<String>> secrets;

  /**
   * Creates a converter for a target.
   *
   * @param secrets supplies the secrets that are known so far; more may follow
   */
  public FailureText(Supplier<? extends Collection<String>> secrets) {
    this.secrets = secrets;
  }

  /** Creates a converter for a target without secrets. */
  public static FailureText withoutSecrets() {
    return new FailureText(Set::of);
  }

  /** Converts a message; the result is empty if there is none or the driver fails to supply it. */
  public String of(Supplier<String> message) {
    return of(message, CHARACTERS_MAX);
  }

  /** Converts a message to at most this number of characters. */
  public String of(Supplier<String> message, int charactersMax) {
    String said;
    try {
      said = Objects.requireNonNullElse(message.get(), "");
    } catch (RuntimeException | LinkageError e) {
      return ""; // a defect of the driver, which must not end the completing thread
    }
    said = said.substring(0, Math.min(said.length(), LOOKED_AT_MAX));
    for (String secret : parts(secrets.get())) {
      said = masked(said, secret);
    }
    said = CREDENTIALS.matcher(said).replaceAll("://" + MASK + "@");
    said = AUTHORIZATION.matcher(said).replaceAll("$1 " + MASK);
    return cut(BLANKS.matcher(said).replaceAll(" ").strip(), charactersMax);
  }

  /**
   * Splits secrets, longest first, since one may contain another. Some are lists, such as headers
   * or properties, whose values are secrets as well.
   */
  private static Collection<String> parts(Collection<String> whole) {
    Set<String> parts =
        new TreeSet<>(
            Comparator.comparingInt(String::length)
                .reversed()
                .thenComparing(Comparator.naturalOrder()));
    for (String secret : whole) {
      parts.add(secret);
      for (String part : List.of(secret.split("[;\\r\\n]"))) {
        String value = part.substring(firstOf(part, ':', '=') + 1).strip();
        parts.add(value);
        parts.add(value.substring(value.lastIndexOf(' ') + 1));
      }
    }
    parts.remove("");
    return parts;
  }

  private static int firstOf(String text, char one, char other) {
    int first = text.indexOf(one);
    int second = text.indexOf(other);
    return first < 0 || second < 0 ? Math.max(first, second) : Math.min(first, second);
  }

  private static String masked(String text, String secret) {
    if (secret.length() >= INFIX_MIN) {
      return text.replace(secret, MASK);
    }
    return Pattern.compile("(?<![\\p{L}\\p{N}])" + Pattern.quote(secret) + "(?![\\p{L}\\p{N}])")
        .matcher(text)
        .replaceAll(Matcher.quoteReplacement(MASK));
  }

  private static String cut(String line, int charactersMax) {
    if (line.length() <= charactersMax) {
      return line;
    }
    int end = charactersMax - 1;
    return line.substring(0, Character.isHighSurrogate(line.charAt(end - 1)) ? end - 1 : end) + "…";
  }
}
