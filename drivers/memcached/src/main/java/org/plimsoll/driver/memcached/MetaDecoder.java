package org.plimsoll.driver.memcached;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.CorruptedFrameException;
import io.netty.handler.codec.TooLongFrameException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.plimsoll.driver.memcached.MetaAnswer.Code;

/**
 * Decodes the answers of the meta protocol. A line has a code and flags. The line of a {@code VA}
 * contains the length of the value that follows.
 */
abstract class MetaDecoder extends ByteToMessageDecoder {
  /**
   * The longest accepted line. It is much longer than any line that a server sends: a key, an
   * opaque and some numbers.
   */
  private static final int LINE_MAX_BYTES = 8192;

  private static final int LINE_END_BYTES = 2;
  private static final int SHOWN_MAX = 80;
  private static final MetaAnswer DONE = MetaAnswer.of(Code.HD, "");
  private static final MetaAnswer MISS = MetaAnswer.of(Code.EN, "");

  /** The length of the value being read; -1 between answers. */
  private int valueBytes = -1;

  private String valueFlags = "";

  /** Called with each answer, in the order of the requests. */
  abstract void answered(MetaAnswer answer);

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    if (valueBytes >= 0) {
      decodeValue(in);
      return;
    }
    int end = in.indexOf(in.readerIndex(), in.writerIndex(), (byte) '\n');
    if (end < 0) {
      if (in.readableBytes() > LINE_MAX_BYTES) {
        throw new TooLongFrameException("sent a line of more than 8 KiB");
      }
      return;
    }
    int start = in.readerIndex();
    int bytes = end - start;
    if (bytes > 0 && in.getByte(end - 1) == '\r') {
      bytes--;
    }
    in.readerIndex(end + 1);
    if (bytes == 2 && in.getByte(start) == 'H' && in.getByte(start + 1) == 'D') {
      answered(DONE);
    } else if (bytes == 2 && in.getByte(start) == 'E' && in.getByte(start + 1) == 'N') {
      answered(MISS);
    } else {
      decodeLine(in.toString(start, bytes, StandardCharsets.ISO_8859_1));
    }
  }

  private void decodeLine(String line) {
    int blank = line.indexOf(' ');
    Code code = code(blank < 0 ? line : line.substring(0, blank), line);
    String rest = blank < 0 ? "" : line.substring(blank + 1);
    if (code == Code.VA) {
      int next = rest.indexOf(' ');
      try {
        valueBytes = Integer.parseUnsignedInt(next < 0 ? rest : rest.substring(0, next));
      } catch (NumberFormatException e) {
        throw unknown(line);
      }
      if (valueBytes < 0) {
        throw unknown(line);
      }
      valueFlags = next < 0 ? "" : rest.substring(next + 1);
    } else {
      answered(MetaAnswer.of(code, rest));
    }
  }

  private static Code code(String text, String line) {
    try {
      return Code.valueOf(text);
    } catch (IllegalArgumentException e) {
      throw unknown(line);
    }
  }

  private void decodeValue(ByteBuf in) {
    if (in.readableBytes() - LINE_END_BYTES < valueBytes) {
      return;
    }
    byte[] value = new byte[valueBytes];
    in.readBytes(value);
    valueBytes = -1;
    if (in.readByte() != '\r' || in.readByte() != '\n') {
      throw new CorruptedFrameException("sent a value that does not have the announced length");
    }
    answered(MetaAnswer.found(valueFlags, value));
  }

  private static CorruptedFrameException unknown(String line) {
    String shown = line.replaceAll("\\p{Cntrl}", "?");
    return new CorruptedFrameException(
        "sent an answer that the meta protocol does not know: "
            + (shown.length() <= SHOWN_MAX ? shown : shown.substring(0, SHOWN_MAX) + "…"));
  }
}
