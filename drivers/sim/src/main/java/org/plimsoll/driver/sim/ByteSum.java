package org.plimsoll.driver.sim;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Reads every byte of an array, eight at a time. This is the least work that a store does with a
 * value.
 */
final class ByteSum {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private ByteSum() {}

  /** Returns a sum that depends on every byte. */
  static long of(byte[] bytes, int offset, int length) {
    int end = offset + length;
    int at = offset;
    // Four sums, because each addition to a single sum would wait for the previous one.
    long a = 0;
    long b = 0;
    long c = 0;
    long d = 0;
    for (; at <= end - 32; at += 32) {
      a += (long) LONG.get(bytes, at);
      b += (long) LONG.get(bytes, at + 8);
      c += (long) LONG.get(bytes, at + 16);
      d += (long) LONG.get(bytes, at + 24);
    }
    for (; at <= end - 8; at += 8) {
      a += (long) LONG.get(bytes, at);
    }
    for (; at < end; at++) {
      b += bytes[at];
    }
    return a + b + c + d;
  }
}
