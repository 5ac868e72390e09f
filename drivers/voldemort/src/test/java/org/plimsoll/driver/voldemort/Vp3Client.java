package org.plimsoll.driver.voldemort;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A client of one node that waits for each answer, so that tests can write any version. */
final class Vp3Client implements AutoCloseable {
  private final Format format = new Vp3Format();
  private final Socket socket;

  Vp3Client(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(10_000);
    socket.getOutputStream().write(format.handshake().getBytes(StandardCharsets.US_ASCII));
    assertThat(socket.getInputStream().readNBytes(2)).asString().isEqualTo("ok");
  }

  void put(String store, byte[] key, VectorClock clock, byte[] value) throws IOException {
    NodeRequest.Shape shape = NodeRequest.Shape.plain(store);
    assertThat(ask(NodeRequest.put(shape, key, clock, value, _ -> {})).failure()).isNull();
  }

  /** Writes a row, unless it belongs to another node. */
  void putIfHere(String store, byte[] key, VectorClock clock, byte[] value) throws IOException {
    NodeRequest.Shape shape = NodeRequest.Shape.plain(store);
    Failure failure = ask(NodeRequest.put(shape, key, clock, value, _ -> {})).failure();
    assertThat(failure == null || failure.code().equals(Failure.INVALID_METADATA)).isTrue();
  }

  List<Versioned> get(String store, byte[] key) throws IOException {
    return ask(NodeRequest.get(NodeRequest.Shape.plain(store), key, _ -> {})).versions();
  }

  private Answer ask(NodeRequest request) throws IOException {
    ByteBuf out = Unpooled.buffer();
    format.write(request, out);
    socket.getOutputStream().write(out.array(), 0, out.readableBytes());
    ByteBuf in = Unpooled.buffer();
    Answer answer = null;
    while (answer == null) {
      int next = socket.getInputStream().read();
      assertThat(next).isNotNegative();
      answer = format.read(request, in.writeByte(next));
    }
    return answer;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
