package org.plimsoll.engine.spec;

import org.plimsoll.api.Quantities;
import org.plimsoll.api.text.CallText;

/**
 * The form of a key's name, as held by {@code Key.bytes}.
 *
 * @param leastDigits minimum number of digits of a text key's number, padded with leading zeros; 0
 *     for binary keys
 */
public record KeyForm(Kind kind, int leastDigits) {
  /**
   * {@code user} and the number with at least 12 digits. Text order equals number order up to 10^12
   * keys.
   */
  public static final KeyForm TEXT = new KeyForm(Kind.TEXT, 12);

  /** The number in 8 bytes, big-endian. */
  public static final KeyForm BINARY = new KeyForm(Kind.BINARY, 0);

  /** The largest number of digits that can be requested. */
  public static final int MAXIMUM_DIGITS = 100;

  /** The allowed texts, worded to follow "must be". */
  public static final String ALLOWED =
      "one of text, binary, ycsb, ycsb(digits), ycsb-ordered or ycsb-ordered(digits), with 1 to "
          + MAXIMUM_DIGITS
          + " digits";

  /** The kinds of key names. */
  public enum Kind {
    TEXT,
    BINARY,
    /** As YCSB with {@code insertorder=hashed}: {@code user} and the hash of the number. */
    YCSB,
    /** As YCSB with {@code insertorder=ordered}: {@code user} and the number. */
    YCSB_ORDERED
  }

  /** Parses a key form. */
  public static KeyForm parse(String text) {
    CallText call = CallText.parse(text);
    return switch (call.signature()) {
      case "text/0" -> TEXT;
      case "binary/0" -> BINARY;
      case "ycsb/0" -> new KeyForm(Kind.YCSB, 1);
      case "ycsb/1" -> new KeyForm(Kind.YCSB, digits(call));
      case "ycsb-ordered/0" -> new KeyForm(Kind.YCSB_ORDERED, 1);
      case "ycsb-ordered/1" -> new KeyForm(Kind.YCSB_ORDERED, digits(call));
      default -> throw new IllegalArgumentException("must be " + ALLOWED);
    };
  }

  private static int digits(CallText call) {
    long digits = Quantities.parseCount(call.argument(0));
    if (digits < 1 || digits > MAXIMUM_DIGITS) {
      throw new IllegalArgumentException("must be " + ALLOWED);
    }
    return (int) digits;
  }
}
