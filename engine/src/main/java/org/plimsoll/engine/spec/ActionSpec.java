package org.plimsoll.engine.spec;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Something that a run does once, besides its load: a hook, a command or an HTTP request. */
public sealed interface ActionSpec {
  /** The time limit of the action, unless the user sets another time. */
  Duration TIMEOUT = Duration.ofMinutes(10);

  Duration timeout();

  /** The action as text for events, without secrets. */
  String text();

  /**
   * A hook of the driver.
   *
   * @param argument the argument; empty for a hook without one
   */
  record Hook(String name, String argument, Duration timeout) implements ActionSpec {
    @Override
    public String text() {
      return "hook " + name + (argument.isEmpty() ? "" : "(" + argument + ")");
    }
  }

  /**
   * A process on the generator, started without a shell.
   *
   * @param words the program and its arguments, at least one
   */
  record Command(List<String> words, Duration timeout) implements ActionSpec {
    private static final Pattern PLAIN = Pattern.compile("[^\\s'\"();]+");

    public Command {
      words = List.copyOf(words);
    }

    /** The words with spaces between them, in quotes where they need them. */
    public String line() {
      return words.stream()
          .map(word ->
              PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\"'\"'") + "'")
          .collect(Collectors.joining(" "));
    }

    @Override
    public String text() {
      return "command " + line();
    }
  }

  /**
   * An HTTP request, which must be answered with a status from 200 to 299.
   *
   * @param body the body; empty for none
   */
  record Http(String method, URI uri, String body, Duration timeout) implements ActionSpec {
    @Override
    public String text() {
      return method + " " + ShownUrl.of(uri.toString());
    }

    /** A text with the user and the query of each URL as {@code ***}. */
    public static String masked(String text) {
      return ShownUrl.inText(text);
    }
  }
}
