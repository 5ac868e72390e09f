package org.plimsoll.settings.text;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Quantities;
import org.plimsoll.engine.spec.ActionSpec;
import org.plimsoll.engine.spec.InvalidSpecException;

/**
 * Parses actions: {@code hook=compact}, {@code command=(nodetool flush)} and {@code http=(POST
 * http://127.0.0.1:9200/_refresh)}, each with an optional {@code timeout=30s}.
 */
public final class ActionText {
  /** The allowed values, as a phrase after "must be". */
  public static final String ALLOWED =
      "actions such as 'hook=flush', 'command=(nodetool compact) timeout=1h' or 'http=(GET"
          + " http://127.0.0.1:9200/_cluster/health)', with semicolons between several";

  /** The words with which an action starts. */
  public static final Set<String> KINDS = NamedWords.ACTIONS;

  private static final String TIMEOUT = "timeout";
  private static final Duration LONGEST = Duration.ofDays(7);
  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE");

  private static final Pattern HOOK =
      Pattern.compile("(?<name>[a-z][a-z0-9-]*)(?:\\((?<argument>.*)\\))?", Pattern.DOTALL);
  private static final Pattern REQUEST =
      Pattern.compile(
          "(?:(?<method>[A-Za-z]+)\\s+)?(?<uri>\\S+)(?:\\s+(?<body>.*))?", Pattern.DOTALL);
  private static final Pattern WORD =
      Pattern.compile("\\s+|'(?<single>[^']*)'|\"(?<double>[^\"]*)\"|(?<plain>[^\\s'\"]+)");

  private final String key;

  private ActionText(String key) {
    this.key = key;
  }

  /**
   * Parses actions with semicolons or line breaks between them.
   *
   * @param key the setting, for messages
   */
  public static List<ActionSpec> parseAll(String key, String text) {
    List<ActionSpec> actions = new ArrayList<>();
    for (String one : NamedWords.split(text, c -> c == ';' || c == '\n')) {
      Map<String, String> words = NamedWords.of(one);
      ActionSpec action = take(key, words);
      if (action == null || !words.isEmpty()) {
        throw Refusal.of(key, "must be " + ALLOWED, ActionSpec.Http.masked(one));
      }
      actions.add(action);
    }
    if (actions.isEmpty()) {
      throw Refusal.of(key, "must be " + ALLOWED, text);
    }
    return actions;
  }

  /**
   * Removes the words of an action from a map of words.
   *
   * @param words the words of the action by name, such as {@code hook}
   * @return the action; null if there is none
   * @throws InvalidSpecException if there are several actions, or an action is not allowed
   */
  public static @Nullable ActionSpec take(String key, Map<String, String> words) {
    List<String> kinds = words.keySet().stream().filter(KINDS::contains).sorted().toList();
    if (kinds.isEmpty()) {
      return null;
    }
    if (kinds.size() > 1) {
      throw new InvalidSpecException(
          key + ": must have one action at a time, was " + String.join(" and ", kinds));
    }
    String kind = kinds.getFirst();
    String text = String.valueOf(words.remove(kind));
    return new ActionText(key).action(kind, inner(text), words.remove(TIMEOUT));
  }

  /**
   * Creates an action.
   *
   * @param key the setting, for messages
   * @param kind one of {@link #KINDS}
   * @param timeout the timeout; null for the default
   * @throws InvalidSpecException if the action is not allowed
   */
  public static ActionSpec of(String key, String kind, String text, @Nullable String timeout) {
    return new ActionText(key).action(kind, text, timeout);
  }

  /** Creates a command from its words. */
  public static ActionSpec command(String key, List<String> words, @Nullable String timeout) {
    return new ActionText(key).command(words, words.toString(), timeout);
  }

  /** Returns a value in parentheses, as a word contains it. */
  public static String quoted(String value) {
    return "(" + value + ")";
  }

  /** Returns the text of a list of words, from which the same words can be parsed. */
  public static String line(List<String> words) {
    return new ActionSpec.Command(words, ActionSpec.TIMEOUT).line();
  }

  private static String inner(String text) {
    return text.startsWith("(") && text.endsWith(")")
        ? text.substring(1, text.length() - 1).strip()
        : text;
  }

  private ActionSpec action(String kind, String text, @Nullable String timeout) {
    return switch (kind) {
      case "hook" -> hook(text, timeout);
      case "command" -> command(words(text), text, timeout);
      case "http" -> http(text, timeout);
      default -> throw new IllegalArgumentException(kind);
    };
  }

  private ActionSpec hook(String text, @Nullable String timeout) {
    Matcher hook = HOOK.matcher(text);
    if (!hook.matches()) {
      throw Refusal.of(
          key, "hook must be a hook of the driver, such as flush or add-column(note text)", text);
    }
    String argument = hook.group("argument");
    return new ActionSpec.Hook(
        hook.group("name"), argument == null ? "" : argument.strip(), timeout(timeout));
  }

  private ActionSpec command(List<String> words, String text, @Nullable String timeout) {
    if (words.isEmpty() || words.getFirst().isBlank()) {
      throw Refusal.of(key, "command must be a program with its arguments", text);
    }
    if (words.stream().anyMatch(word -> word.indexOf('\0') >= 0)) {
      throw new InvalidSpecException(key + ": command must not contain the NUL character");
    }
    return new ActionSpec.Command(words, timeout(timeout));
  }

  private List<String> words(String text) {
    List<String> words = new ArrayList<>();
    Matcher part = WORD.matcher(text);
    StringBuilder word = null;
    int at = 0;
    while (at < text.length()) {
      if (!part.region(at, text.length()).lookingAt()) {
        throw Refusal.of(key, "command must close the quotes that it opens", text);
      }
      at = part.end();
      String found = part.group("single");
      found = found == null ? part.group("double") : found;
      found = found == null ? part.group("plain") : found;
      if (found != null) {
        word = (word == null ? new StringBuilder() : word).append(found);
      } else if (word != null) {
        words.add(word.toString());
        word = null;
      }
    }
    if (word != null) {
      words.add(word.toString());
    }
    return words;
  }

  private ActionSpec http(String text, @Nullable String timeout) {
    String allowed =
        "http must be a method, an http or https URL, and optionally a body, such as POST"
            + " http://127.0.0.1:9200/_refresh";
    Matcher request = REQUEST.matcher(text);
    if (!request.matches()) {
      throw Refusal.of(key, allowed, ActionSpec.Http.masked(text));
    }
    String method = request.group("method");
    String body = request.group("body");
    method = method == null ? "GET" : method.toUpperCase(Locale.ROOT);
    try {
      URI uri = new URI(request.group("uri"));
      boolean isHttp = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      if (isHttp && uri.getHost() != null && METHODS.contains(method)) {
        return new ActionSpec.Http(method, uri, body == null ? "" : body, timeout(timeout));
      }
    } catch (URISyntaxException e) {
      throw Refusal.of(key, allowed, ActionSpec.Http.masked(text), e);
    }
    throw Refusal.of(key, allowed, ActionSpec.Http.masked(text));
  }

  private Duration timeout(@Nullable String text) {
    if (text == null) {
      return ActionSpec.TIMEOUT;
    }
    try {
      Duration timeout = Quantities.parseDuration(text);
      if (timeout.isPositive() && timeout.compareTo(LONGEST) <= 0) {
        return timeout;
      }
    } catch (IllegalArgumentException e) {
      // The message below covers it.
    }
    throw Refusal.of(key, "timeout must be a duration of at most 7d, such as 30s", text);
  }
}
