package org.plimsoll.driver.evcache;

import net.spy.memcached.CachedData;
import net.spy.memcached.transcoders.BaseSerializingTranscoder;
import net.spy.memcached.transcoders.Transcoder;

/**
 * Encodes values as the client's own transcoder encodes bytes. Values above a size are compressed
 * with gzip if that makes them smaller. Objects from a server are never deserialized.
 */
final class Values extends BaseSerializingTranscoder implements Transcoder<byte[]> {
  private static final int COMPRESSED = 2;
  private static final int BYTES = 8 << 8;
  private static final int LARGEST_BYTES = 1 << 30;

  private final int compressAbove;

  Values(int compressAbove) {
    super(LARGEST_BYTES);
    this.compressAbove = compressAbove;
  }

  @Override
  public CachedData encode(byte[] value) {
    if (value.length > compressAbove) {
      byte[] less = compress(value);
      if (less.length < value.length) {
        return new CachedData(BYTES | COMPRESSED, less, LARGEST_BYTES);
      }
    }
    return plain(value);
  }

  /** Encodes a value without compression, so that a server can append to it. */
  static CachedData plain(byte[] value) {
    return new CachedData(BYTES, value, LARGEST_BYTES);
  }

  /** Returns the bytes of a value. The result is empty if they cannot be decompressed. */
  @Override
  public byte[] decode(CachedData stored) {
    byte[] data = stored.getData();
    if ((stored.getFlags() & COMPRESSED) == 0) {
      return data;
    }
    byte[] more = decompress(data);
    return more == null ? new byte[0] : more;
  }
}
