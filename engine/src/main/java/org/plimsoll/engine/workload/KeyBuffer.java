package org.plimsoll.engine.workload;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Key;
import org.plimsoll.engine.spec.KeyForm;

/**
 * A key whose bytes are written in place. By default its text is {@code user} and at least 12
 * digits with leading zeros: {@code user000000000042}. Up to 10^12 all keys have the same length,
 * and byte order equals number order.
 */
final class KeyBuffer implements Key {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle BIG_ENDIAN_LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private static final int USER = 'u' | 's' << 8 | 'e' << 16 | 'r' << 24;
  private static final int ZEROS = 0x3030_3030;
  private static final int PREFIX_BYTES = 4;
  private static final int MINIMUM_DIGITS = 12;
  private static final int MOST_DIGITS = 19;
  private static final long MINIMUM_DIGITS_END = 1_000_000_000_000L;

  private static final long[] POWERS_OF_TEN =
      LongStream.iterate(1, power -> power * 10).limit(MOST_DIGITS + 1).toArray();

  private final byte[] binary = new byte[Long.BYTES];

  /** One array per number of digits, since a key's array must have the exact length. */
  private final byte[] @Nullable [] texts = new byte[KeyForm.MAXIMUM_DIGITS + 1][];

  private long number;
  private boolean named;
  private byte[] bytes = binary;
  private @Nullable String text;

  void set(long newNumber, KeyForm form, boolean withText) {
    number = newNumber;
    text = null;
    named = false;
    switch (form.kind()) {
      case TEXT -> bytes = writeText(newNumber);
      case YCSB -> bytes = writeText(FnvHash.of(newNumber), form.leastDigits());
      case YCSB_ORDERED -> bytes = writeText(newNumber, form.leastDigits());
      case BINARY -> {
        BIG_ENDIAN_LONGS.set(binary, 0, newNumber);
        bytes = binary;
      }
    }
    if (withText) {
      text();
    }
  }

  /** Sets a name from a shared array, which is never modified. */
  void set(long newNumber, byte[] name, boolean withText) {
    number = newNumber;
    text = null;
    bytes = name;
    named = true;
    if (withText) {
      text();
    }
  }

  @Override
  public long number() {
    return number;
  }

  @Override
  public byte[] bytes() {
    return bytes;
  }

  @Override
  public String text() {
    String known = text;
    if (known == null) {
      byte[] source = bytes == binary ? writeText(number) : bytes;
      known = new String(source, named ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
      text = known;
    }
    return known;
  }

  private byte[] writeText(long value) {
    if (value >= MINIMUM_DIGITS_END) {
      return writeText(value, MINIMUM_DIGITS + 1);
    }
    byte[] target = textOf(MINIMUM_DIGITS);
    long upper = value / 100_000_000;
    // Most key spaces end below 10^8.
    INTS.set(target, PREFIX_BYTES, upper == 0 ? ZEROS : (int) (eightDigits(upper) >>> 32));
    LONGS.set(target, PREFIX_BYTES + 4, eightDigits(value - upper * 100_000_000));
    return target;
  }

  private byte[] writeText(long value, int leastDigits) {
    byte[] target = textOf(Math.max(digits(value), leastDigits));
    int at = target.length;
    long rest = value;
    while (at - PREFIX_BYTES >= Long.BYTES) {
      long upper = rest / 100_000_000;
      at -= Long.BYTES;
      LONGS.set(target, at, eightDigits(rest - upper * 100_000_000));
      rest = upper;
    }
    for (long word = eightDigits(rest); at > PREFIX_BYTES; word <<= Byte.SIZE) {
      target[--at] = (byte) (word >>> 56);
    }
    return target;
  }

  /**
   * Returns the number of decimal digits, estimated from the bits to within one: log10(2) is 1233 /
   * 2^12 up to 2^63.
   */
  private static int digits(long value) {
    int bits = Long.SIZE - Long.numberOfLeadingZeros(value | 1);
    int most = ((bits * 1_233) >>> 12) + 1;
    return value >= POWERS_OF_TEN[most - 1] ? most : most - 1;
  }

  private byte[] textOf(int digits) {
    byte[] target = texts[digits];
    if (target == null) {
      target = new byte[PREFIX_BYTES + digits];
      INTS.set(target, 0, USER);
      texts[digits] = target;
    }
    return target;
  }

  /**
   * Returns the eight digits of a number below 10^8 as ASCII, the first in the lowest byte. The
   * number is halved three times, into 4, 2 and 1 digits, with all parts next to each other in one
   * word. Multiplying by 10486 / 2^20 and 103 / 2^10 divides by 100 and by 10, exactly in the range
   * that occurs.
   */
  private static long eightDigits(long value) {
    long upper = value / 10_000;
    long fours = upper | (value - upper * 10_000) << 32;
    long hundreds = ((fours * 10_486) >>> 20) & 0x7f_0000_007fL;
    long twos = hundreds | (fours - hundreds * 100) << 16;
    long tens = ((twos * 103) >>> 10) & 0x000f_000f_000f_000fL;
    long ones = tens | (twos - tens * 10) << 8;
    return ones | 0x3030_3030_3030_3030L;
  }
}
