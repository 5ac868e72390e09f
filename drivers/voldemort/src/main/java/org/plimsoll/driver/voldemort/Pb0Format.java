package org.plimsoll.driver.voldemort;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.CorruptedFrameException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Voldemort's protocol with Protocol Buffers. Each message is preceded by its length in 4 bytes.
 * The messages are encoded here, because generated classes would require a library in a specific
 * version.
 *
 * @see <a href="https://protobuf.dev/programming-guides/encoding/">Encoding</a>
 */
final class Pb0Format implements Format {
  private static final int VARINT = 0;
  private static final int FIXED_64 = 1;
  private static final int DELIMITED = 2;
  private static final int FIXED_32 = 5;
  private static final int FIELD_SHIFT = 3;
  private static final int WIRE_TYPE = 7;

  @Override
  public String handshake() {
    return "pb0";
  }

  @Override
  public void write(NodeRequest request, ByteBuf out) {
    int start = out.writerIndex();
    out.writeInt(0);
    number(1, type(request.kind()), out);
    number(2, request.routed() ? 1 : 0, out);
    bytes(3, request.store().getBytes(StandardCharsets.UTF_8), out);
    ByteBuf body = out.alloc().buffer(64 + request.value().length);
    try {
      switch (request.kind()) {
        case GET, GET_VERSION -> {
          bytes(1, request.key(), body);
          if (request.kind() == NodeRequest.Kind.GET) {
            transform(2, request, body);
          }
          nested(4, body, out);
        }
        case GET_ALL -> {
          request.keys().forEach(key -> bytes(1, key, body));
          nested(5, body, out);
        }
        case PUT -> {
          bytes(1, request.key(), body);
          versioned(request, body);
          transform(3, request, body);
          nested(6, body, out);
        }
        case DELETE -> {
          bytes(1, request.key(), body);
          clock(2, request.clock(), body);
          nested(7, body, out);
        }
      }
    } finally {
      body.release();
    }
    number(8, request.routed() ? 1 : 0, out);
    out.setInt(start, out.writerIndex() - start - Integer.BYTES);
  }

  private static int type(NodeRequest.Kind kind) {
    return switch (kind) {
      case GET -> 0;
      case GET_ALL -> 1;
      case PUT -> 2;
      case DELETE -> 3;
      case GET_VERSION -> 4;
    };
  }

  private static void transform(int field, NodeRequest request, ByteBuf out) {
    if (request.transform().length > 0) {
      bytes(field, request.transform(), out);
    }
  }

  private static void versioned(NodeRequest request, ByteBuf out) {
    ByteBuf versioned = out.alloc().buffer(64 + request.value().length);
    try {
      bytes(1, request.value(), versioned);
      clock(2, request.clock(), versioned);
      nested(2, versioned, out);
    } finally {
      versioned.release();
    }
  }

  private static void clock(int field, VectorClock clock, ByteBuf out) {
    ByteBuf body = Unpooled.buffer();
    for (int i = 0; i < clock.nodes().length; i++) {
      ByteBuf entry = Unpooled.buffer();
      number(1, clock.nodes()[i], entry);
      number(2, clock.counts()[i], entry);
      nested(1, entry, body);
    }
    number(2, clock.timeMillis(), body);
    nested(field, body, out);
  }

  private static void nested(int field, ByteBuf body, ByteBuf out) {
    varint(((long) field << FIELD_SHIFT) | DELIMITED, out);
    varint(body.readableBytes(), out);
    out.writeBytes(body);
  }

  private static void bytes(int field, byte[] value, ByteBuf out) {
    varint(((long) field << FIELD_SHIFT) | DELIMITED, out);
    varint(value.length, out);
    out.writeBytes(value);
  }

  private static void number(int field, long value, ByteBuf out) {
    varint(((long) field << FIELD_SHIFT) | VARINT, out);
    varint(value, out);
  }

  private static void varint(long value, ByteBuf out) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.writeByte((int) ((rest & 0x7f) | 0x80));
      rest >>>= 7;
    }
    out.writeByte((int) rest);
  }

  @Override
  public @Nullable Answer read(NodeRequest request, ByteBuf in) {
    if (in.readableBytes() < Integer.BYTES) {
      return null;
    }
    int length = in.getInt(in.readerIndex());
    if (length < 0) {
      throw new CorruptedFrameException("sent a message with the length " + length);
    }
    if (in.readableBytes() - Integer.BYTES < length) {
      return null;
    }
    in.skipBytes(Integer.BYTES);
    Message message = new Message(in.readSlice(length));
    return switch (request.kind()) {
      case PUT -> message.has(1) ? failed(message.parts(1)) : Answer.DONE;
      case DELETE ->
          message.has(2) ? failed(message.parts(2)) : Answer.deleted(message.number(1) != 0);
      case GET -> message.has(2) ? failed(message.parts(2)) : Answer.found(values(message, 1));
      case GET_VERSION -> message.has(2) ? failed(message.parts(2)) : Answer.found(clocks(message));
      case GET_ALL -> message.has(2) ? failed(message.parts(2)) : Answer.foundMany(byKey(message));
    };
  }

  private static Answer failed(List<ByteBuf> errors) {
    Message error = new Message(errors.getFirst());
    return Answer.failed(
        Failure.answered((int) error.number(1), error.part(2).toString(StandardCharsets.UTF_8)));
  }

  private static List<Versioned> values(Message message, int field) {
    List<Versioned> values = new ArrayList<>();
    for (ByteBuf each : message.parts(field)) {
      Message versioned = new Message(each);
      values.add(new Versioned(clock(versioned.part(2)), copy(versioned.part(1))));
    }
    return values;
  }

  private static List<Versioned> clocks(Message message) {
    return message.parts(1).stream().map(each -> new Versioned(clock(each), new byte[0])).toList();
  }

  private static Map<ByteBuffer, List<Versioned>> byKey(Message message) {
    Map<ByteBuffer, List<Versioned>> byKey = new HashMap<>();
    for (ByteBuf each : message.parts(1)) {
      Message keyed = new Message(each);
      byKey.put(ByteBuffer.wrap(copy(keyed.part(1))), values(keyed, 2));
    }
    return byKey;
  }

  private static VectorClock clock(ByteBuf in) {
    Message message = new Message(in);
    List<ByteBuf> entries = message.parts(1);
    short[] nodes = new short[entries.size()];
    long[] counts = new long[nodes.length];
    for (int i = 0; i < nodes.length; i++) {
      Message entry = new Message(entries.get(i));
      nodes[i] = (short) entry.number(1);
      counts[i] = entry.number(2);
    }
    return new VectorClock(nodes, counts, message.number(2));
  }

  private static byte[] copy(ByteBuf in) {
    byte[] bytes = new byte[in.readableBytes()];
    in.getBytes(in.readerIndex(), bytes);
    return bytes;
  }

  /** The fields of a message. */
  private static final class Message {
    private final Map<Integer, List<ByteBuf>> parts = new HashMap<>();
    private final Map<Integer, Long> numbers = new HashMap<>();

    Message(ByteBuf in) {
      while (in.isReadable()) {
        int tag = (int) readVarint(in);
        int field = tag >>> FIELD_SHIFT;
        switch (tag & WIRE_TYPE) {
          case VARINT -> numbers.put(field, readVarint(in));
          case FIXED_64 -> in.skipBytes(Long.BYTES);
          case FIXED_32 -> in.skipBytes(Integer.BYTES);
          case DELIMITED ->
              parts
                  .computeIfAbsent(field, _ -> new ArrayList<>())
                  .add(in.readSlice((int) readVarint(in)));
          default -> throw new CorruptedFrameException("sent an unknown type of field: " + tag);
        }
      }
    }

    private static long readVarint(ByteBuf in) {
      long value = 0;
      for (int shift = 0; shift < Long.SIZE; shift += 7) {
        byte b = in.readByte();
        value |= (long) (b & 0x7f) << shift;
        if (b >= 0) {
          return value;
        }
      }
      throw new CorruptedFrameException("sent a number of more than 64 bits");
    }

    boolean has(int field) {
      return parts.containsKey(field);
    }

    List<ByteBuf> parts(int field) {
      return parts.getOrDefault(field, List.of());
    }

    ByteBuf part(int field) {
      List<ByteBuf> all = parts(field);
      return all.isEmpty() ? Unpooled.EMPTY_BUFFER : all.getFirst();
    }

    long number(int field) {
      return numbers.getOrDefault(field, 0L);
    }
  }
}
