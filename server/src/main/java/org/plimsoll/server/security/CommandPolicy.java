package org.plimsoll.server.security;

import java.util.ArrayList;
import java.util.List;
import org.plimsoll.engine.spec.ActionSpec;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.settings.text.ActionText;

/**
 * The commands that runs may start on the server; by default there are none. A pattern consists of
 * words, which are compared one by one with the words of a command. {@code *} matches any single
 * word, and {@code **} at the end matches any further words.
 */
public final class CommandPolicy {
  /** The policy that rejects all commands. */
  public static final CommandPolicy NOTHING = new CommandPolicy(List.of());

  private static final String ANY = "*";
  private static final String REST = "**";

  private final List<List<String>> patterns;

  private CommandPolicy(List<List<String>> patterns) {
    this.patterns = List.copyOf(patterns);
  }

  /**
   * Creates a policy.
   *
   * @param patterns patterns such as {@code nodetool flush} and {@code nodetool -h 10.0.0.4 **}
   * @throws InvalidSpecException if a pattern does not start with a program
   */
  public static CommandPolicy of(List<String> patterns) {
    List<List<String>> parsed = new ArrayList<>();
    for (String pattern : patterns) {
      if (ActionText.of("--allow-command", "command", pattern, null)
              instanceof ActionSpec.Command(List<String> words, _)
          && !words.getFirst().startsWith(ANY)
          && (!words.contains(REST) || words.indexOf(REST) == words.size() - 1)) {
        parsed.add(words);
      } else {
        throw new InvalidSpecException(
            "--allow-command: must begin with a program, and may have ** at its end, was '"
                + pattern
                + "'");
      }
    }
    return new CommandPolicy(parsed);
  }

  /**
   * Checks a command.
   *
   * @param words the program and its arguments
   * @throws InvalidSpecException if no pattern allows it
   */
  public void check(List<String> words) {
    if (patterns.stream().noneMatch(pattern -> allows(pattern, words))) {
      throw new InvalidSpecException(
          "command: must be one that this server allows (serve --allow-command), was '"
              + words.getFirst()
              + (words.size() > 1 ? " …" : "")
              + "'");
    }
  }

  private static boolean allows(List<String> pattern, List<String> words) {
    boolean open = pattern.getLast().equals(REST);
    int fixed = open ? pattern.size() - 1 : pattern.size();
    if (open ? words.size() < fixed : words.size() != fixed) {
      return false;
    }
    for (int i = 0; i < fixed; i++) {
      if (!pattern.get(i).equals(ANY) && !pattern.get(i).equals(words.get(i))) {
        return false;
      }
    }
    return true;
  }
}
