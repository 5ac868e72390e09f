package org.plimsoll.engine.spec;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * An action that a run performs once in addition to its load: a hook, a command or an HTTP request.
 */
public sealed interface ActionSpec {
  /** The default time limit of an action. */
  Duration TIMEOUT = Duration.ofMinutes(10);

  Duration timeout();

  /** Returns the action as text for events, without secrets. */
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

    /** Returns the words separated by spaces, in quotes where necessary. */
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

    /** Returns a text in which the user and the query of each URL are {@code ***}. */
    public static String masked(String text) {
      return ShownUrl.inText(text);
    }
  }
}
