package org.plimsoll.driver.voldemort;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.CorruptedFrameException;
import io.netty.handler.codec.TooLongFrameException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Voldemort's native protocol in version 3. Numbers are big-endian. Answers have no length field,
 * so their end is determined from their content.
 */
final class Vp3Format implements Format {
  private static final int GET = 1;
  private static final int PUT = 2;
  private static final int DELETE = 3;
  private static final int GET_ALL = 4;
  private static final int GET_VERSION = 10;
  private static final int COUNT_MAX = 10_000_000;

  @Override
  public String handshake() {
    return "vp3";
  }

  @Override
  public void write(NodeRequest request, ByteBuf out) {
    out.writeByte(operation(request.kind()));
    byte[] store = request.store().getBytes(StandardCharsets.UTF_8);
    out.writeShort(store.length).writeBytes(store);
    out.writeBoolean(request.routed()).writeByte(request.routed() ? 1 : 0);
    switch (request.kind()) {
      case GET -> {
        writeBytes(request.key(), out);
        writeTransform(request.transform(), out);
      }
      case GET_VERSION -> writeBytes(request.key(), out);
      case PUT -> {
        writeBytes(request.key(), out);
        out.writeInt(request.clock().length() + request.value().length);
        request.clock().write(out);
        out.writeBytes(request.value());
        writeTransform(request.transform(), out);
      }
      case DELETE -> {
        writeBytes(request.key(), out);
        out.writeShort(request.clock().length());
        request.clock().write(out);
      }
      case GET_ALL -> writeGetAll(request, out);
    }
  }

  private static int operation(NodeRequest.Kind kind) {
    return switch (kind) {
      case GET -> GET;
      case PUT -> PUT;
      case DELETE -> DELETE;
      case GET_ALL -> GET_ALL;
      case GET_VERSION -> GET_VERSION;
    };
  }

  private static void writeGetAll(NodeRequest request, ByteBuf out) {
    List<byte[]> keys = request.keys();
    out.writeInt(keys.size());
    keys.forEach(key -> writeBytes(key, out));
    boolean transforms = request.transform().length > 0;
    out.writeBoolean(transforms);
    if (transforms) {
      out.writeInt(keys.size());
      for (byte[] key : keys) {
        writeBytes(key, out);
        writeBytes(request.transform(), out);
      }
    }
  }

  private static void writeTransform(byte[] transform, ByteBuf out) {
    out.writeBoolean(transform.length > 0);
    if (transform.length > 0) {
      writeBytes(transform, out);
    }
  }

  private static void writeBytes(byte[] bytes, ByteBuf out) {
    out.writeInt(bytes.length).writeBytes(bytes);
  }

  @Override
  public @Nullable Answer read(NodeRequest request, ByteBuf in) {
    int start = in.readerIndex();
    if (!isComplete(request.kind(), in)) {
      in.readerIndex(start);
      return null;
    }
    in.readerIndex(start);
    int code = in.readShort();
    if (code != 0) {
      return Answer.failed(Failure.answered(code, text(in)));
    }
    return switch (request.kind()) {
      case PUT -> Answer.DONE;
      case DELETE -> Answer.deleted(in.readBoolean());
      case GET -> Answer.found(versions(in, true));
      case GET_VERSION -> Answer.found(versions(in, false));
      case GET_ALL -> Answer.foundMany(byKey(in));
    };
  }

  /** Whether the buffer contains the whole answer. Moves the position of the buffer. */
  private static boolean isComplete(NodeRequest.Kind kind, ByteBuf in) {
    if (in.readableBytes() < Short.BYTES) {
      return false;
    }
    if (in.readShort() != 0) {
      return in.readableBytes() >= Short.BYTES && skip(in.readUnsignedShort(), in);
    }
    return switch (kind) {
      case PUT -> true;
      case DELETE -> in.isReadable();
      case GET, GET_VERSION -> skipItems(in);
      case GET_ALL -> {
        int count = readCount(in);
        boolean complete = count >= 0;
        for (int i = 0; complete && i < count; i++) {
          complete = skipItem(in) && skipItems(in);
        }
        yield complete;
      }
    };
  }

  private static boolean skipItems(ByteBuf in) {
    int count = readCount(in);
    boolean complete = count >= 0;
    for (int i = 0; complete && i < count; i++) {
      complete = skipItem(in);
    }
    return complete;
  }

  private static boolean skipItem(ByteBuf in) {
    if (in.readableBytes() < Integer.BYTES) {
      return false;
    }
    int length = in.readInt();
    if (length < 0) {
      throw new CorruptedFrameException("sent a value with the length " + length);
    }
    return skip(length, in);
  }

  private static boolean skip(int length, ByteBuf in) {
    if (in.readableBytes() < length) {
      return false;
    }
    in.skipBytes(length);
    return true;
  }

  /** Reads a number of items. Returns -1 if it is incomplete. */
  private static int readCount(ByteBuf in) {
    if (in.readableBytes() < Integer.BYTES) {
      return -1;
    }
    int count = in.readInt();
    if (count < 0 || count > COUNT_MAX) {
      throw new TooLongFrameException("sent an answer with " + count + " items");
    }
    return count;
  }

  private static List<Versioned> versions(ByteBuf in, boolean values) {
    int count = in.readInt();
    List<Versioned> versions = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int length = in.readInt();
      int end = in.readerIndex() + length;
      VectorClock clock = VectorClock.read(in);
      if (in.readerIndex() > end || (!values && in.readerIndex() < end)) {
        throw new CorruptedFrameException("sent a version whose content does not match its length");
      }
      byte[] value = new byte[end - in.readerIndex()];
      in.readBytes(value);
      versions.add(new Versioned(clock, value));
    }
    return versions;
  }

  private static Map<ByteBuffer, List<Versioned>> byKey(ByteBuf in) {
    int count = in.readInt();
    Map<ByteBuffer, List<Versioned>> byKey = HashMap.newHashMap(count);
    for (int i = 0; i < count; i++) {
      byte[] key = new byte[in.readInt()];
      in.readBytes(key);
      byKey.put(ByteBuffer.wrap(key), versions(in, true));
    }
    return byKey;
  }

  private static String text(ByteBuf in) {
    return in.readCharSequence(in.readUnsignedShort(), StandardCharsets.UTF_8).toString();
  }
}
