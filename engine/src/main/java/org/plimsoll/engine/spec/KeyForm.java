package org.plimsoll.engine.spec;

/**
 * The form of a key's name in {@code Key.bytes}.
 *
 * @param leastDigits minimum number of digits in a text key; shorter numbers are padded with
 *     leading zeros; 0 for binary keys
 */
public record KeyForm(Kind kind, int leastDigits) {
  /**
   * {@code user} and the number with at least 12 digits. Text order equals number order up to 10^12
   * keys.
   */
  public static final KeyForm TEXT = new KeyForm(Kind.TEXT, 12);

  /** The number in 8 bytes, big-endian. */
  public static final KeyForm BINARY = new KeyForm(Kind.BINARY, 0);

  /** The maximum number of digits that can be requested. */
  public static final int MAXIMUM_DIGITS = 100;

  /** The kinds of key names. */
  public enum Kind {
    TEXT,
    BINARY,
    /** Like YCSB with {@code insertorder=hashed}: {@code user} and the hash of the number. */
    YCSB,
    /** Like YCSB with {@code insertorder=ordered}: {@code user} and the number. */
    YCSB_ORDERED
  }
}
