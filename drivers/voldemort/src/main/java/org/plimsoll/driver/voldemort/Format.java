package org.plimsoll.driver.voldemort;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** A protocol of Voldemort: the encoding of requests and answers. */
interface Format {
  /** Returns the code with which a new connection starts. */
  String handshake();

  void write(NodeRequest request, ByteBuf out);

  /**
   * Reads the answer to a request. Returns null and consumes nothing if the answer is incomplete.
   *
   * @throws io.netty.handler.codec.DecoderException if the bytes are not a valid answer
   */
  @Nullable Answer read(NodeRequest request, ByteBuf in);
}
