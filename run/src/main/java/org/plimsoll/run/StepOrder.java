package org.plimsoll.run;

import java.util.List;
import org.plimsoll.analysis.tune.Rig.Step;

/**
 * An order from a search to all generators: the start or the end of a step.
 *
 * @param number number of the step in the run; it still increases after another pilot has taken
 *     over
 * @param ends whether the step ends; otherwise it starts
 */
public record StepOrder(int number, Step step, boolean ends) {
  private static final int WORDS = 7;

  /** Returns the order to end the step. */
  StepOrder end() {
    return new StepOrder(number, step, true);
  }

  /** Whether this order is newer than another one. Orders may be repeated or late. */
  boolean follows(StepOrder before) {
    return number > before.number || (number == before.number && ends && !before.ends);
  }

  /** Returns the order as text, which {@link #of} parses. */
  public String text() {
    return String.join(
        " ",
        List.of(
            String.valueOf(number),
            String.valueOf(ends),
            step.name(),
            String.valueOf(step.level()),
            String.valueOf(step.settleNanos()),
            String.valueOf(step.partNanos()),
            String.valueOf(step.drains())));
  }

  /**
   * Parses an order.
   *
   * @throws IllegalArgumentException if the text is not an order
   */
  public static StepOrder of(String text) {
    String[] words = text.split(" ", -1);
    if (words.length != WORDS) {
      throw new IllegalArgumentException(
          "`step` must have " + WORDS + " words, got `" + text + "`");
    }
    return new StepOrder(
        Integer.parseInt(words[0]),
        new Step(
            words[2],
            Double.parseDouble(words[3]),
            Long.parseLong(words[4]),
            Long.parseLong(words[5]),
            Boolean.parseBoolean(words[6])),
        Boolean.parseBoolean(words[1]));
  }
}
