package org.plimsoll.settings;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Quantities;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.ScheduleSpec;

/** Scheduled changes as people write them: {@code at=5m every=24h rate=20k mix=read=1}. */
public final class ScheduleText {
  static final String ALLOWED =
      "changes such as 'at=5m rate=20k' or 'at=2030-01-01T09:00:00Z every=24h rate=5k', with"
          + " semicolons between several";

  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofDays(36_500);
  private static final String SET = "set.";

  private ScheduleText() {}

  /** Reads changes with semicolons or line breaks between them. */
  static List<ScheduleSpec> parseAll(String text) {
    List<String> changes = split(text, c -> c == ';' || c == '\n');
    if (changes.isEmpty()) {
      throw new InvalidSpecException("schedule: must be " + ALLOWED + ", was empty");
    }
    return changes.stream().map(ScheduleText::parse).toList();
  }

  private static ScheduleSpec parse(String text) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (String word : split(text, Character::isWhitespace)) {
      int equals = word.indexOf('=');
      if (equals < 1) {
        throw new InvalidSpecException(
            "schedule: must be words like at=5m and rate=20k, and one of them is not");
      }
      String path = word.substring(0, equals);
      if (texts.put(path, word.substring(equals + 1)) != null) {
        throw new InvalidSpecException("schedule: must give " + path + " once in each change");
      }
    }
    String at = texts.remove("at");
    String every = texts.remove("every");
    if (at == null || texts.isEmpty()) {
      throw new InvalidSpecException(
          "schedule: must have a time and a parameter in each change, as in 'at=5m rate=20k'");
    }
    return new ScheduleSpec(when(at), period(every), texts);
  }

  /**
   * Reads a period.
   *
   * @return null when there is none
   * @throws InvalidSpecException when it is too short, or none
   */
  public static @Nullable Duration period(@Nullable String text) {
    if (text == null) {
      return null;
    }
    try {
      Duration every = Quantities.parseDuration(text);
      if (every.compareTo(SHORTEST) >= 0 && every.compareTo(LONGEST) <= 0) {
        return every;
      }
    } catch (IllegalArgumentException e) {
      // The same sentence.
    }
    throw new InvalidSpecException(
        "schedule: every must be a duration of at least 1s, was '" + text + "'");
  }

  private static ScheduleSpec.When when(String text) {
    try {
      return new ScheduleSpec.At(instant(text));
    } catch (DateTimeException noInstant) {
      try {
        Duration after = Quantities.parseDuration(text);
        if (after.compareTo(LONGEST) <= 0) {
          return new ScheduleSpec.AfterBegin(after);
        }
      } catch (IllegalArgumentException e) {
        // The same sentence.
      }
      throw new InvalidSpecException(
          "schedule: at must be a duration such as 5m, or an instant such as"
              + " 2030-01-01T09:00:00Z, was '"
              + text
              + "'");
    }
  }

  private static Instant instant(String text) {
    return OffsetDateTime.parse(text).toInstant();
  }

  /** The text as it may be shown: without the values of secret settings. */
  static String masked(String text, Predicate<String> isSecret) {
    List<String> words = new ArrayList<>();
    for (String word : split(text, Character::isWhitespace)) {
      int equals = word.indexOf('=');
      boolean hidden =
          word.startsWith(SET) && equals > 0 && isSecret.test(word.substring(SET.length(), equals));
      words.add(
          hidden ? word.substring(0, equals + 1) + "***" + (word.endsWith(";") ? ";" : "") : word);
    }
    return String.join(" ", words);
  }

  /** The parts between separators that are not within parentheses, without empty ones. */
  private static List<String> split(String text, IntPredicate separator) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    int depth = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (depth <= 0 && separator.test(c)) {
        parts.add(part.toString().strip());
        part.setLength(0);
      } else {
        part.append(c);
      }
    }
    parts.add(part.toString().strip());
    return parts.stream().filter(each -> !each.isEmpty()).toList();
  }
}
