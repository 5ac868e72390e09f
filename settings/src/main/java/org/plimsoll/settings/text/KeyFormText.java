package org.plimsoll.settings.text;

import org.plimsoll.api.Quantities;
import org.plimsoll.engine.spec.KeyForm;
import org.plimsoll.engine.spec.KeyForm.Kind;

/** Parses the form of key names: {@code text}, {@code ycsb(25)}. */
public final class KeyFormText {
  private static final Argument<Integer> DIGITS =
      Argument.of(
              "digits",
              "a whole number from 1 to " + KeyForm.MAXIMUM_DIGITS,
              KeyFormText::digits,
              Reached.nothing())
          .withDefault("1")
          .describedAs("minimum number of digits, padded with zeros");

  public static final Forms<KeyForm> FORMS =
      Forms.of(
          "key-form",
          Form.of("text", "user and the number, with at least 12 digits", () -> KeyForm.TEXT),
          Form.of("binary", "the number in 8 bytes, big-endian", () -> KeyForm.BINARY),
          Form.of(
              "ycsb",
              "user and the hash of the number, as in YCSB with insertorder=hashed",
              DIGITS,
              digits -> new KeyForm(Kind.YCSB, digits)),
          Form.of(
              "ycsb-ordered",
              "user and the number, as in YCSB with insertorder=ordered",
              DIGITS,
              digits -> new KeyForm(Kind.YCSB_ORDERED, digits)));

  private KeyFormText() {}

  private static int digits(String text) {
    long digits = Quantities.parseCount(text);
    if (digits < 1 || digits > KeyForm.MAXIMUM_DIGITS) {
      throw new IllegalArgumentException("must be from 1 to " + KeyForm.MAXIMUM_DIGITS);
    }
    return (int) digits;
  }
}
