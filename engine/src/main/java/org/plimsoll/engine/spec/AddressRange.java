package org.plimsoll.engine.spec;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.Optional;

/**
 * A range of IP addresses with a common prefix (CIDR, RFC 4632).
 *
 * @param bits the length of the prefix
 */
public record AddressRange(InetAddress first, int bits) {
  /** The prefix of IPv6 addresses that embed IPv4 addresses for translation (RFC 6052). */
  private static final AddressRange TRANSLATED = parse("64:ff9b::/96").orElseThrow();

  private static final int TRANSLATED_BYTES = 12;

  /** Parses {@code 10.0.0.0/8}, {@code fd00::/8} or a single address; empty for any other text. */
  public static Optional<AddressRange> parse(String text) {
    int slash = text.indexOf('/');
    String literal = slash < 0 ? text : text.substring(0, slash);
    if (literal.indexOf(':') < 0 && literal.chars().filter(c -> c == '.').count() != 3) {
      return Optional.empty(); // 10.1 means 10.0.0.1, which users rarely intend
    }
    try {
      InetAddress first = InetAddress.ofLiteral(literal);
      int most = first.getAddress().length * Byte.SIZE;
      int bits = slash < 0 ? most : Integer.parseInt(text.substring(slash + 1));
      return bits < 0 || bits > most
          ? Optional.empty()
          : Optional.of(new AddressRange(first, bits));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Whether the range contains an address, or the IPv4 address embedded in it. */
  public boolean contains(InetAddress address) {
    byte[] mine = first.getAddress();
    byte[] its = address.getAddress();
    if (mine.length == its.length) {
      return startsAlike(mine, its);
    }
    return mine.length < its.length
        && startsTranslated(its)
        && startsAlike(mine, Arrays.copyOfRange(its, TRANSLATED_BYTES, its.length));
  }

  private static boolean startsTranslated(byte[] address) {
    return TRANSLATED.startsAlike(TRANSLATED.first.getAddress(), address);
  }

  private boolean startsAlike(byte[] mine, byte[] its) {
    for (int bit = 0; bit < bits; bit++) {
      int mask = 0x80 >> (bit % Byte.SIZE);
      if (((mine[bit / Byte.SIZE] ^ its[bit / Byte.SIZE]) & mask) != 0) {
        return false;
      }
    }
    return true;
  }
}
