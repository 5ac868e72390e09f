package org.plimsoll.driver.lettuce;

import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.ToByteBufEncoder;
import io.lettuce.core.protocol.CommandArgs;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;

/**
 * Encodes keys and slices of rows directly into the buffer of the socket. It does not decode
 * replies.
 */
public final class RowCodec implements RedisCodec<byte[], Slice>, ToByteBufEncoder<byte[], Slice> {
  public static final RowCodec INSTANCE = new RowCodec();

  private RowCodec() {}

  /** Creates the arguments of a command that start with a key. */
  public static CommandArgs<byte[], Slice> keyed(byte[] key) {
    return new CommandArgs<>(INSTANCE).addKey(key);
  }

  @Override
  public void encodeKey(byte[] key, ByteBuf target) {
    target.writeBytes(key);
  }

  @Override
  public void encodeValue(Slice value, ByteBuf target) {
    target.writeBytes(value.buffer(), value.offset(), value.length());
  }

  @Override
  public int estimateSize(Object keyOrValue) {
    return keyOrValue instanceof Slice slice ? slice.length() : ((byte[]) keyOrValue).length;
  }

  @Override
  public boolean isEstimateExact() {
    return true;
  }

  @Override
  public ByteBuffer encodeKey(byte[] key) {
    return ByteBuffer.wrap(key);
  }

  @Override
  public ByteBuffer encodeValue(Slice value) {
    return ByteBuffer.wrap(value.buffer(), value.offset(), value.length());
  }

  @Override
  public byte[] decodeKey(ByteBuffer bytes) {
    return copy(bytes);
  }

  @Override
  public Slice decodeValue(ByteBuffer bytes) {
    byte[] copy = copy(bytes);
    return new Slice(copy, 0, copy.length);
  }

  static byte[] copy(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.get(copy);
    return copy;
  }
}
