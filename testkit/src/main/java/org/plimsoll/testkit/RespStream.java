package org.plimsoll.testkit;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** One end of a connection with the protocol RESP2. */
final class RespStream implements AutoCloseable {
  private final Socket socket;
  private final DataInputStream in;
  private final BufferedOutputStream out;

  RespStream(Socket socket) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true);
    in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 1 << 16));
    out = new BufferedOutputStream(socket.getOutputStream(), 1 << 21);
  }

  /** Reads a command: an array of bulk strings. */
  List<byte[]> command() throws IOException {
    String head = line();
    if (!head.startsWith("*")) {
      throw new IOException("no command: " + head);
    }
    List<byte[]> words = new ArrayList<>();
    for (int i = Integer.parseInt(head.substring(1)); i > 0; i--) {
      words.add(bulk(line()));
    }
    return words;
  }

  private byte[] bulk(String head) throws IOException {
    byte[] bytes = new byte[Integer.parseInt(head.substring(1))];
    in.readFully(bytes);
    in.readFully(new byte[2]);
    return bytes;
  }

  /** Reads the bytes of a reply. */
  byte[] reply() throws IOException {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    copyReply(whole);
    return whole.toByteArray();
  }

  private void copyReply(ByteArrayOutputStream whole) throws IOException {
    String head = line();
    whole.writeBytes((head + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
    int number = "$*".indexOf(head.charAt(0)) < 0 ? -1 : Integer.parseInt(head.substring(1));
    if (head.charAt(0) == '$' && number >= 0) {
      byte[] body = new byte[number + 2];
      in.readFully(body);
      whole.writeBytes(body);
    }
    for (int i = 0; head.charAt(0) == '*' && i < number; i++) {
      copyReply(whole);
    }
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    while (true) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException();
      }
      if (next == '\r') {
        in.skipNBytes(1);
        return line.toString(StandardCharsets.ISO_8859_1);
      }
      line.write(next);
    }
  }

  void write(List<byte[]> command) throws IOException {
    write(("*" + command.size() + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
    for (byte[] word : command) {
      write(("$" + word.length + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
      write(word);
      write(new byte[] {'\r', '\n'});
    }
  }

  void write(byte[] bytes) throws IOException {
    out.write(bytes);
  }

  /** Flushes the output, unless the next command has already arrived. */
  void flushIfIdle() throws IOException {
    if (in.available() == 0) {
      out.flush();
    }
  }

  void flush() throws IOException {
    out.flush();
  }

  /** Closes the connection. Unsent bytes are lost. */
  @Override
  public void close() throws IOException {
    socket.close();
  }
}
