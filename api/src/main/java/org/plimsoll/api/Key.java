package org.plimsoll.api;

/** The key of a row, in the three forms that stores take. All of them name the same key. */
public interface Key {
  /** The key as an integer, ≥ 0. */
  long number();

  /** The key as bytes: those of {@link #text} or, where the user asks for binary keys, 8 bytes. */
  byte[] bytes();

  /** The key as a string. */
  String text();
}
