package org.plimsoll.api.kit;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.StreamCorruptedException;
import java.net.InetAddress;
import java.net.Socket;
import java.rmi.server.ObjID;
import java.rmi.server.UID;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.HostPort;

/**
 * A connection to a server that speaks RMI's wire protocol, JRMP. It carries one call at a time.
 *
 * @see <a href="https://docs.oracle.com/en/java/javase/25/docs/specs/rmi/protocol.html">JRMP</a>
 */
final class JrmpConnection implements AutoCloseable {
  /** Timeout of the connection, the handshake and a ping. A call has none. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final int MAGIC = 0x4a524d49; // JRMI
  private static final int VERSION = 2;
  private static final int STREAM_PROTOCOL = 0x4b;
  private static final int PROTOCOL_ACK = 0x4e;
  private static final int CALL = 0x50;
  private static final int RETURN = 0x51;
  private static final int PING = 0x52;
  private static final int PING_ACK = 0x53;
  private static final int VALUE = 1;
  private static final int FAILURE = 2;

  private final HostPort server;
  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;

  /**
   * A call of a remote method.
   *
   * @param operation number of the method, or -1 if the hash alone identifies it
   * @param hash the hash of the method, or of its interface
   * @param types the types of the arguments
   */
  record Call(
      ObjID object,
      int operation,
      long hash,
      List<Class<?>> types,
      List<? extends @Nullable Object> arguments,
      Class<?> result) {}

  /**
   * An answer of the server.
   *
   * @param value the result, or the exception of a failure
   */
  record Answer(@Nullable Object value, boolean isFailure) {}

  private JrmpConnection(HostPort server, Socket socket) throws IOException {
    this.server = server;
    this.socket = socket;
    in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
    out.writeInt(MAGIC);
    out.writeShort(VERSION);
    out.writeByte(STREAM_PROTOCOL);
    out.flush();
    if (in.readByte() != PROTOCOL_ACK) {
      throw new StreamCorruptedException("not an RMI server");
    }
    String _ = in.readUTF(); // the address of this end, as the server sees it
    int _ = in.readInt();
    out.writeUTF(socket.getLocalAddress().getHostAddress());
    out.writeInt(0);
  }

  /**
   * Connects to a server.
   *
   * @param addresses checks the addresses of the server, which is chosen by another server
   */
  static JrmpConnection open(AddressCheck addresses, JrmpAddress to) throws IOException {
    HostPort server = to.server();
    InetAddress[] found = addresses.resolve(server.host(), server.port());
    Socket socket = null;
    try {
      socket = CheckedSockets.connected(found, server, PATIENCE);
      if (to.hasTls()) {
        socket = secured(socket, server);
      }
      socket.setKeepAlive(true);
      return new JrmpConnection(server, socket);
    } catch (IOException e) {
      if (socket != null) {
        socket.close();
      }
      throw new IOException("cannot connect to " + server + ": " + e.getMessage(), e);
    }
  }

  /** Puts TLS over a socket, with the JVM's CA certificates, as the JDK's socket factory does. */
  private static Socket secured(Socket connected, HostPort server) throws IOException {
    try {
      SSLSocket socket =
          (SSLSocket)
              SSLContext.getDefault()
                  .getSocketFactory()
                  .createSocket(connected, server.host(), server.port(), true);
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      return socket;
    } catch (NoSuchAlgorithmException e) {
      throw new IOException(e);
    }
  }

  /**
   * Whether the server still answers on this connection, after the connection was unused for some
   * time.
   */
  boolean isAnswered() {
    try {
      socket.setSoTimeout(Math.toIntExact(PATIENCE.toMillis()));
      out.writeByte(PING);
      out.flush();
      return in.readByte() == PING_ACK;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Calls a method. After an exception, the connection cannot be used again.
   *
   * @throws IOException if there is no answer, or the answer cannot be read
   */
  Answer call(Call call) throws IOException {
    socket.setSoTimeout(0);
    out.writeByte(CALL);
    Request request = new Request(out);
    call.object().write(request);
    request.writeInt(call.operation());
    request.writeLong(call.hash());
    for (int i = 0; i < call.types().size(); i++) {
      write(call.types().get(i), call.arguments().get(i), request);
    }
    request.flush();
    if (in.readByte() != RETURN) {
      throw new StreamCorruptedException(server + " is not an RMI server");
    }
    try {
      JrmpAnswer answer = new JrmpAnswer(in);
      byte kind = answer.readByte();
      UID _ = UID.read(answer);
      return switch (kind) {
        case VALUE -> new Answer(read(call.result(), answer), false);
        case FAILURE -> new Answer(read(Object.class, answer), true);
        default -> throw new StreamCorruptedException(server + " is not an RMI server");
      };
    } catch (InvalidClassException e) {
      String refused =
          e.classname == null ? "too large an object" : "an object of the class " + e.classname;
      throw new IOException(
          server + " answered with " + refused + ", which is not accepted from a JMX server", e);
    } catch (ClassNotFoundException e) {
      throw new IOException(server + " answered with an unknown class: " + e.getMessage(), e);
    }
  }

  /** Writes an argument. The methods of JMX have no other primitive types. */
  private static void write(Class<?> type, @Nullable Object value, ObjectOutputStream out)
      throws IOException {
    if (type == int.class && value instanceof Integer number) {
      out.writeInt(number);
    } else if (type == long.class && value instanceof Long number) {
      out.writeLong(number);
    } else {
      out.writeObject(value);
    }
  }

  /** Reads a result. The methods of JMX have no other primitive types. */
  @SuppressWarnings("BanSerializableRead") // the stream reads only classes that it allows
  private static @Nullable Object read(Class<?> type, ObjectInputStream in)
      throws IOException, ClassNotFoundException {
    if (type == void.class) {
      return null;
    }
    return type == boolean.class ? in.readBoolean() : in.readObject();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  /**
   * The objects of a call. RMI expects, after each class, a location from which the class can be
   * loaded.
   */
  private static final class Request extends ObjectOutputStream {
    private Request(OutputStream out) throws IOException {
      super(out);
    }

    @Override
    protected void annotateClass(Class<?> type) throws IOException {
      writeObject(null);
    }
  }
}
