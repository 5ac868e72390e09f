package org.plimsoll.driver.dynomite;

import org.plimsoll.api.Quantities;

/** The minimum and maximum number of commands in a pipeline. */
record Range(int least, int greatest) {
  private static final int MAXIMUM = 1000;

  /** Parses {@code 3..10}, or {@code 5} for pipelines that always have 5 commands. */
  static Range parse(String text) {
    int dots = text.indexOf("..");
    long least = Quantities.parseCount(dots < 0 ? text : text.substring(0, dots));
    long greatest = dots < 0 ? least : Quantities.parseCount(text.substring(dots + 2));
    if (least < 1 || greatest < least || greatest > MAXIMUM) {
      throw new IllegalArgumentException("must be from 1 to " + MAXIMUM + ", the lower one first");
    }
    return new Range((int) least, (int) greatest);
  }

  /**
   * Maps a hash to a number in the range. Evenly distributed hashes give evenly distributed
   * numbers.
   */
  int of(long hash) {
    return least + (int) ((hash >>> 7) % (greatest - least + 1));
  }
}
