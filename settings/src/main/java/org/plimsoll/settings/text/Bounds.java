package org.plimsoll.settings.text;

import org.plimsoll.api.Quantities;

/**
 * The range of a number.
 *
 * @param low the lower bound; {@code lowAllowed} is true if it belongs to the range
 * @param high the upper bound; {@code highAllowed} is true if it belongs to the range
 * @param words the range in words: {@code from 0.01 to 1m}
 */
record Bounds(double low, boolean lowAllowed, double high, boolean highAllowed, String words) {
  /**
   * Creates a range from one number to another, both included. The numbers are texts as users write
   * them.
   */
  static Bounds from(String low, String high) {
    return new Bounds(number(low), true, number(high), true, "from " + low + " to " + high);
  }

  /** Creates a range above one number and up to another, which is included. */
  static Bounds above(String low, String high) {
    String words = "above " + low + " and at most " + high;
    return new Bounds(number(low), false, number(high), true, words);
  }

  /** Creates a range between two numbers, both excluded. */
  static Bounds between(String low, String high) {
    String words = "above " + low + " and below " + high;
    return new Bounds(number(low), false, number(high), false, words);
  }

  boolean contain(double value) {
    return (lowAllowed ? value >= low : value > low)
        && (highAllowed ? value <= high : value < high);
  }

  private static double number(String text) {
    return Quantities.parseDecimal(text);
  }
}
