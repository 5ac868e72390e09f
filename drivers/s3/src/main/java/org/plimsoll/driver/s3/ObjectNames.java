package org.plimsoll.driver.s3;

import org.plimsoll.api.Key;

/**
 * Names of the objects of rows, which are their keys after a prefix.
 *
 * @param rows prefix of the rows
 * @param copies prefix of the objects that {@code copy} writes, which are no rows
 */
record ObjectNames(String rows, String copies) {
  /** The names of a target's objects. */
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
   * A name just before this one, since a listing starts after a name. Its last character is that
   * before the last one of this name, followed by the last character of all.
   */
  static String before(String name) {
    int last = name.codePointBefore(name.length());
    int lower = last == 0xE000 ? 0xD7FF : last - 1; // between them are halves of characters
    return new StringBuilder(name)
        .delete(name.length() - Character.charCount(last), name.length())
        .appendCodePoint(lower)
        .appendCodePoint(Character.MAX_CODE_POINT)
        .toString();
  }
}
