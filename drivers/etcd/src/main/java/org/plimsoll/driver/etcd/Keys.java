package org.plimsoll.driver.etcd;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.plimsoll.api.Key;

/** The keys of rows in etcd, which consist of a prefix and the bytes of the row's key. */
final class Keys {
  private final byte[] prefix;
  private final ByteString end;

  Keys(String prefix) {
    this.prefix = prefix.getBytes(StandardCharsets.UTF_8);
    end = endOf(this.prefix);
  }

  /**
   * Returns the first key after all keys with the prefix. For etcd, a single zero byte means that
   * there is no end.
   */
  private static ByteString endOf(byte[] prefix) {
    for (int last = prefix.length - 1; last >= 0; last--) {
      if (prefix[last] != (byte) 0xff) {
        byte[] end = Arrays.copyOf(prefix, last + 1);
        end[last]++;
        return ByteString.copyFrom(end);
      }
    }
    return ByteString.copyFrom(new byte[1]);
  }

  ByteString of(Key key) {
    byte[] its = key.bytes();
    byte[] whole = Arrays.copyOf(prefix, prefix.length + its.length);
    System.arraycopy(its, 0, whole, prefix.length, its.length);
    return UnsafeByteOperations.unsafeWrap(whole);
  }

  /** Returns the first key that a row can have. */
  ByteString first() {
    return ByteString.copyFrom(prefix);
  }

  /** Returns the end of the range of all rows, exclusive. */
  ByteString end() {
    return end;
  }
}
