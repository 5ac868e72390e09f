package org.plimsoll.testkit;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A request of Voldemort's protocol vp3. */
@SuppressWarnings("ArrayRecordComponent") // Requests are never compared.
record VoldemortRequest(
    int operation,
    String store,
    boolean routed,
    List<byte[]> keys,
    VoldemortClock clock,
    byte[] value) {
  static final int GET = 1;
  static final int PUT = 2;
  static final int DELETE = 3;
  static final int GET_ALL = 4;
  static final int GET_VERSION = 10;

  byte[] key() {
    return keys.getFirst();
  }

  static VoldemortRequest read(DataInputStream in) throws IOException {
    int operation = in.readByte();
    String store = in.readUTF();
    var _ = in.readBoolean();
    boolean routed = in.readByte() == 1;
    List<byte[]> keys = new ArrayList<>();
    VoldemortClock clock = VoldemortClock.EMPTY;
    byte[] value = {};
    switch (operation) {
      case GET -> {
        keys.add(readBytes(in));
        skipTransform(in);
      }
      case GET_VERSION -> keys.add(readBytes(in));
      case GET_ALL -> {
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
          keys.add(readBytes(in));
        }
        if (in.readBoolean()) {
          for (int i = in.readInt(); i > 0; i--) {
            var _ = readBytes(in);
            var _ = readBytes(in);
          }
        }
      }
      case PUT -> {
        keys.add(readBytes(in));
        int length = in.readInt();
        byte[] versioned = in.readNBytes(length);
        clock = VoldemortClock.read(new DataInputStream(new ByteArrayInputStream(versioned)));
        if (!clock.isWrittenAs(versioned)) {
          throw new EOFException("a clock that is longer than it must be");
        }
        value = java.util.Arrays.copyOfRange(versioned, clock.length(), length);
        skipTransform(in);
      }
      case DELETE -> {
        keys.add(readBytes(in));
        var _ = in.readShort();
        clock = VoldemortClock.read(in);
      }
      default -> throw new EOFException("unknown operation " + operation);
    }
    return new VoldemortRequest(operation, store, routed, keys, clock, value);
  }

  private static byte[] readBytes(DataInputStream in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return bytes;
  }

  private static void skipTransform(DataInputStream in) throws IOException {
    if (in.readBoolean()) {
      var _ = readBytes(in);
    }
  }

  /** Writes the request to another node, which must not forward it again. */
  void write(DataOutputStream out) throws IOException {
    out.writeByte(operation);
    out.writeUTF(store);
    out.writeBoolean(false);
    out.writeByte(0);
    if (operation == GET_ALL) {
      out.writeInt(keys.size());
    }
    for (byte[] key : keys) {
      out.writeInt(key.length);
      out.write(key);
    }
    switch (operation) {
      case PUT -> {
        out.writeInt(clock.length() + value.length);
        clock.write(out);
        out.write(value);
        out.writeBoolean(false);
      }
      case DELETE -> {
        out.writeShort(clock.length());
        clock.write(out);
      }
      case GET, GET_ALL -> out.writeBoolean(false);
      default -> {
        // Nothing follows the key.
      }
    }
  }
}
