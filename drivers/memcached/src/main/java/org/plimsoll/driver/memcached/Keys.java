package org.plimsoll.driver.memcached;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Keys as Memcached takes them: at most 250 bytes, with neither blanks nor control characters
 * (doc/protocol.txt of Memcached, "Keys"). Such bytes, and the percent sign, are written as in a
 * URL, so that different keys stay different; all others go as they are. A key is handed on as a
 * string of one character a byte, which both sides copy and neither has to encode.
 */
final class Keys {
  private static final int MAX_BYTES = 250;
  private static final String HEX = "0123456789ABCDEF";

  private Keys() {}

  /** Null where the key is longer than Memcached allows. */
  static @Nullable String of(byte[] key, String suffix) {
    String plain = new String(key, StandardCharsets.ISO_8859_1);
    for (byte b : key) {
      if (mustEscape(b)) {
        plain = escaped(key);
        break;
      }
    }
    String whole = suffix.isEmpty() ? plain : plain + suffix;
    return whole.length() > MAX_BYTES || whole.isEmpty() ? null : whole;
  }

  private static boolean mustEscape(byte b) {
    return (b >= 0 && b <= ' ') || b == 0x7f || b == '%';
  }

  private static String escaped(byte[] key) {
    StringBuilder text = new StringBuilder(3 * key.length);
    for (byte b : key) {
      if (mustEscape(b)) {
        text.append('%').append(HEX.charAt(b >> 4)).append(HEX.charAt(b & 15));
      } else {
        text.append((char) (b & 0xff));
      }
    }
    return text.toString();
  }
}
