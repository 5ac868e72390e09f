package org.plimsoll.driver.evcache;

import net.spy.memcached.CachedData;
import net.spy.memcached.transcoders.BaseSerializingTranscoder;
import net.spy.memcached.transcoders.Transcoder;

/**
 * Values as the client's own transcoder writes bytes: with its flags, and compressed with gzip
 * above a size if that makes them smaller. It never deserializes objects that a server has sent.
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

  /** A value that is never compressed, so that a server can append to it. */
  static CachedData plain(byte[] value) {
    return new CachedData(BYTES, value, LARGEST_BYTES);
  }

  /** Returns the bytes of a value; an empty value if they cannot be decompressed. */
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
