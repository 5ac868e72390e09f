package org.plimsoll.run;

import java.util.List;
import org.plimsoll.analysis.tune.Rig.Step;

/**
 * What the pilot of a run orders of each of its generators: the start or the end of a step.
 *
 * @param number of the step among those of the run, which grows also when another pilot takes over
 * @param ends whether the step ends; otherwise its load takes effect
 */
public record StepOrder(int number, Step step, boolean ends) {
  private static final int WORDS = 7;

  /** The order to end the step of this one. */
  StepOrder end() {
    return new StepOrder(number, step, true);
  }

  /** Whether this order follows another one; the same one may come twice, and old ones late. */
  boolean follows(StepOrder before) {
    return number > before.number || (number == before.number && ends && !before.ends);
  }

  /** The order as text, for {@link #of}. */
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
   * Reads an order.
   *
   * @throws IllegalArgumentException when the text is none
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
