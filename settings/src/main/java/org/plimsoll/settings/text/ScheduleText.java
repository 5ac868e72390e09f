package org.plimsoll.settings.text;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Quantities;
import org.plimsoll.engine.spec.ActionSpec;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.NearestName;
import org.plimsoll.engine.spec.ScheduleSpec;

/**
 * Parses scheduled changes and actions: {@code at=5m every=24h rate=20k mix=read=1}, {@code at=10m
 * command=(nodetool flush)}. A change consists of {@code path=value} words separated by spaces, so
 * it has its own parser.
 */
public final class ScheduleText {
  /** The allowed values, as a phrase after "must be". */
  public static final String ALLOWED =
      "changes such as 'at=5m rate=20k' or 'at=2030-01-01T09:00:00Z every=24h rate=5k', or"
          + " actions such as 'at=10m hook=flush' or 'at=10m command=(nodetool compact)', with"
          + " semicolons between several";

  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofDays(36_500);
  private static final String KEY = "schedule";
  private static final String SET = "set.";

  private ScheduleText() {}

  /** Parses changes that are separated by semicolons or line breaks. */
  public static List<ScheduleSpec> parseAll(String text) {
    List<String> changes = NamedWords.split(text, c -> c == ';' || c == '\n');
    if (changes.isEmpty()) {
      throw Refusal.of(KEY, "must be " + ALLOWED, text);
    }
    return changes.stream().map(ScheduleText::parse).toList();
  }

  private static ScheduleSpec parse(String text) {
    Map<String, String> texts = NamedWords.of(text);
    String at = texts.remove("at");
    String every = texts.remove("every");
    for (String path : texts.keySet()) {
      if (!ActionText.KINDS.contains(path)
          && NearestName.nearest(path, ActionText.KINDS).isPresent()) {
        throw Refusal.ofName(
            KEY, "must have parameters or an action", path, path, ActionText.KINDS);
      }
    }
    ActionSpec action = ActionText.take(KEY, texts);
    if (at == null || (texts.isEmpty() && action == null)) {
      throw new InvalidSpecException(
          "schedule: must have a time and a parameter or an action, such as 'at=5m rate=20k' or"
              + " 'at=5m hook=flush'");
    }
    if (action != null && !texts.isEmpty()) {
      throw Refusal.of(
          KEY, "must have a parameter or an action at a time", String.join(" ", texts.keySet()));
    }
    return new ScheduleSpec(when(at), period(every), texts, action);
  }

  /**
   * Parses the time between two repetitions of a change.
   *
   * @return the period; null if the text is null
   * @throws InvalidSpecException if the text is not a duration from 1 s to 100 years
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
      // The message below covers it.
    }
    throw Refusal.of(KEY, "every must be a duration of at least 1s", text);
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
        // The message below covers it.
      }
      throw Refusal.of(
          KEY,
          "at must be a duration such as 5m, or an instant such as 2030-01-01T09:00:00Z",
          text);
    }
  }

  private static Instant instant(String text) {
    return OffsetDateTime.parse(text).toInstant();
  }

  /** Returns the text with the values of secret settings as {@code ***}. */
  public static String masked(String text, Predicate<String> isSecret) {
    List<String> words = new ArrayList<>();
    for (String word : NamedWords.split(text, Character::isWhitespace)) {
      int equals = word.indexOf('=');
      boolean hidden =
          word.startsWith(SET) && equals > 0 && isSecret.test(word.substring(SET.length(), equals));
      String end = hidden ? "=***" + (word.endsWith(";") ? ";" : "") : "";
      words.add(ActionSpec.Http.masked(hidden ? word.substring(0, equals) : word) + end);
    }
    return String.join(" ", words);
  }
}
