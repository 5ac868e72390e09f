package org.plimsoll.api.kit;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.rmi.server.ObjID;
import java.util.regex.Pattern;
import javax.rmi.ssl.SslRMIClientSocketFactory;
import org.plimsoll.api.HostPort;

/**
 * The address of a remote object of a JMX server.
 *
 * @param server host and port, which are unchecked
 * @param object the number of the object
 * @param hasTls whether connections to the server use TLS
 */
record JrmpAddress(HostPort server, ObjID object, boolean hasTls) {
  private static final Pattern HOST =
      Pattern.compile("[A-Za-z0-9._-]+|[0-9a-fA-F:.]+(%[A-Za-z0-9._-]+)?");
  private static final int MAX_PORT = 65_535;

  /**
   * Reads an address as the JDK's {@code RemoteObject} writes it. A socket factory of a class of
   * the server's own cannot be read.
   *
   * @throws InvalidObjectException if the host or the port is invalid
   */
  static JrmpAddress read(ObjectInputStream in) throws IOException, ClassNotFoundException {
    String kind = in.readUTF();
    boolean hasFactory =
        switch (kind) {
          case "UnicastRef" -> false;
          case "UnicastRef2" -> in.readByte() != 0;
          default -> throw new InvalidObjectException("unknown kind of remote object: " + kind);
        };
    String host = in.readUTF();
    int port = in.readInt();
    if (!HOST.matcher(host).matches() || port < 1 || port > MAX_PORT) {
      throw new InvalidObjectException("invalid address of a remote object: " + host + ":" + port);
    }
    Object factory = hasFactory ? in.readObject() : null;
    if (factory != null && factory.getClass() != SslRMIClientSocketFactory.class) {
      throw new InvalidObjectException("invalid socket factory of a remote object");
    }
    ObjID object = ObjID.read(in);
    boolean _ = in.readBoolean(); // whether the server waits for an acknowledgement
    return new JrmpAddress(new HostPort(host, port), object, factory != null);
  }
}
