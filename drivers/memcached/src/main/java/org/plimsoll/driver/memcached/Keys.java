package org.plimsoll.driver.memcached;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Keys as Memcached accepts them: at most 250 bytes, without blanks and control characters
 * (doc/protocol.txt of Memcached, "Keys"). Such bytes, and the percent sign, are percent-encoded,
 * so that different keys remain different; all other bytes are unchanged. A key is passed as a
 * string with one character per byte, which both sides copy without encoding.
 */
final class Keys {
  private static final int MAX_BYTES = 250;
  private static final String HEX = "0123456789ABCDEF";

  private Keys() {}

  /** Returns the key as text; null if it is longer than Memcached allows. */
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
