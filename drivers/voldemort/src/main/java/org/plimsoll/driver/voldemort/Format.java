package org.plimsoll.driver.voldemort;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** One of Voldemort's protocols: how requests and answers are written. */
interface Format {
  /** The code that a new connection starts with. */
  String handshake();

  void write(NodeRequest request, ByteBuf out);

  /**
   * Reads the answer to a request; null if it is not complete, and then nothing is consumed.
   *
   * @throws io.netty.handler.codec.DecoderException if it is not an answer
   */
  @Nullable Answer read(NodeRequest request, ByteBuf in);
}
