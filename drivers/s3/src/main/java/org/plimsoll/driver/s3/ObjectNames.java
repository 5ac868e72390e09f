package org.plimsoll.driver.s3;

import org.plimsoll.api.Key;

/**
 * The names of the objects for rows. A name consists of a prefix and a key.
 *
 * @param rows the prefix for rows
 * @param copies the prefix for objects that the operation {@code copy} writes, which are not rows
 */
record ObjectNames(String rows, String copies) {
  /** Returns the names for the objects of a target. */
  static ObjectNames of(S3Address address) {
    String prefix = address.prefix();
    return new ObjectNames(prefix, prefix.substring(0, prefix.length() - 1) + "-copies/");
  }

  String row(Key key) {
    return rows + key.text();
  }

  String copy(Key key) {
    return copies + key.text();
  }

  /**
   * Returns a name just before the given one. This is necessary because a listing starts after a
   * name. The result is the given name with its last character replaced by the previous character,
   * followed by the highest character.
   */
  static String before(String name) {
    int last = name.codePointBefore(name.length());
    int lower = last == 0xE000 ? 0xD7FF : last - 1; // surrogates are between them
    return new StringBuilder(name)
        .delete(name.length() - Character.charCount(last), name.length())
        .appendCodePoint(lower)
        .appendCodePoint(Character.MAX_CODE_POINT)
        .toString();
  }
}
