package org.plimsoll.api.kit;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Keys as Memcached accepts them: at most 250 bytes, without spaces and control characters
 * (doc/protocol.txt of Memcached, "Keys"). Such bytes, and the percent sign, are percent-encoded,
 * so that different keys remain different.
 */
public final class MemcachedKeys {
  /** The length of the longest key. */
  public static final int MAX_BYTES = 250;

  private static final String HEX = "0123456789ABCDEF";

  private MemcachedKeys() {}

  /**
   * Returns the key as a string with one character per byte, which a client that copies characters
   * to bytes sends without encoding. Bytes above 127 are unchanged.
   *
   * @param suffix follows the key, and needs no encoding
   * @return null if the key is longer than Memcached allows
   */
  public static @Nullable String latin(byte[] key, String suffix) {
    String plain = text(key, false);
    return checked(suffix.isEmpty() ? plain : plain + suffix);
  }

  /**
   * Returns the key in ASCII, for a client that sends keys in UTF-8. Bytes above 127 are encoded,
   * too.
   *
   * @return null if the key is longer than Memcached allows
   */
  public static @Nullable String ascii(byte[] key) {
    return checked(text(key, true));
  }

  private static @Nullable String checked(String key) {
    return key.length() > MAX_BYTES || key.isEmpty() ? null : key;
  }

  private static String text(byte[] key, boolean asciiOnly) {
    for (byte b : key) {
      if (mustEscape(b, asciiOnly)) {
        return escaped(key, asciiOnly);
      }
    }
    return new String(key, StandardCharsets.ISO_8859_1);
  }

  private static boolean mustEscape(byte b, boolean asciiOnly) {
    return b < 0 ? asciiOnly : b <= ' ' || b == 0x7f || b == '%';
  }

  private static String escaped(byte[] key, boolean asciiOnly) {
    StringBuilder text = new StringBuilder(3 * key.length);
    for (byte b : key) {
      if (mustEscape(b, asciiOnly)) {
        text.append('%').append(HEX.charAt((b & 0xff) >> 4)).append(HEX.charAt(b & 15));
      } else {
        text.append((char) (b & 0xff));
      }
    }
    return text.toString();
  }
}
