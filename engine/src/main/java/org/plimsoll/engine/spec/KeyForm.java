package org.plimsoll.engine.spec;

/**
 * What {@code Key.bytes} holds.
 *
 * @param leastDigits of the text's number, filled up with zeros in front; 0 of binary keys
 */
public record KeyForm(Kind kind, int leastDigits) {
  /** {@code user} and the number, in 12 digits at least: in order as texts up to 10^12 keys. */
  public static final KeyForm TEXT = new KeyForm(Kind.TEXT, 12);

  /** The number in 8 bytes, big-endian. */
  public static final KeyForm BINARY = new KeyForm(Kind.BINARY, 0);

  /** Digits that a key may be asked to have. */
  public static final int MAXIMUM_DIGITS = 100;

  /** The ways to name a key. */
  public enum Kind {
    TEXT,
    BINARY,
    /** As YCSB with {@code insertorder=hashed}: {@code user} and the hash of the number. */
    YCSB,
    /** As YCSB with {@code insertorder=ordered}: {@code user} and the number. */
    YCSB_ORDERED
  }
}
