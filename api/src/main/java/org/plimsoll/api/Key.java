package org.plimsoll.api;

/** The key of a row, in the three forms that stores use. All three name the same key. */
public interface Key {
  /** Returns the key as an integer, ≥ 0. */
  long number();

  /** Returns the key as bytes: those of {@link #text}, or 8 bytes if the user sets binary keys. */
  byte[] bytes();

  /** Returns the key as a string. */
  String text();
}
