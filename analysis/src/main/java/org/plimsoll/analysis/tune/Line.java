package org.plimsoll.analysis.tune;

/**
 * The answer of a search.
 *
 * @param level the highest load that met the objectives; 0 when none did
 * @param low lower end of the interval in which the line lies, and {@code high} its upper end,
 *     infinite where it was not reached
 */
public record Line(Kind kind, double level, double low, double high) {
  /** What the answer is worth. */
  public enum Kind {
    /** The load above misses the objectives, and this one was confirmed to meet them. */
    FOUND,
    /** As found, but the search ended before it was confirmed. */
    UNCONFIRMED,
    /** The cap was reached, and the objectives are met there. */
    CAP,
    /** The generator could not go higher, and the objectives were met until there. */
    GENERATOR,
    /** Not even the least load that was tried met the objectives. */
    NONE,
    /** A band, in which the load was kept. */
    BAND
  }
}
