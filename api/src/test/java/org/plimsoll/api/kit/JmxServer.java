package org.plimsoll.api.kit;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.rmi.Remote;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.RMIServerSocketFactory;
import java.rmi.server.RemoteObject;
import java.rmi.server.RemoteRef;
import java.rmi.server.UnicastRemoteObject;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.UnaryOperator;
import javax.management.MBeanServer;
import javax.management.remote.JMXServiceURL;
import javax.management.remote.rmi.RMIConnection;
import javax.management.remote.rmi.RMIConnectionImpl_Stub;
import javax.management.remote.rmi.RMIConnectorServer;
import javax.management.remote.rmi.RMIJRMPServerImpl;
import javax.management.remote.rmi.RMIServerImpl_Stub;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocketFactory;
import javax.rmi.ssl.SslRMIClientSocketFactory;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.HostPort;

/**
 * The JDK's JMX server and its registry in this process, on 127.0.0.1. What it says about their
 * addresses can be changed.
 */
final class JmxServer implements AutoCloseable {
  static final String NAME = "jmxrmi";

  private final RMIServerSocketFactory sockets = Listening::new;
  private final BlockingQueue<Integer> ports = new LinkedBlockingQueue<>();
  private final BlockingQueue<Socket> accepted = new LinkedBlockingQueue<>();
  private final Registry registry;
  private final RMIConnectorServer jmx;
  private final int port;
  private final @Nullable Object factory;

  JmxServer(MBeanServer beans, Map<String, ?> environment) throws IOException {
    this(beans, environment, null, named -> named, named -> named);
  }

  /**
   * Starts a server.
   *
   * @param tls TLS of the server, but not of the registry; null without
   * @param server changes the address of the server that the registry names
   * @param connection changes the address of a connection that the server names
   */
  JmxServer(
      MBeanServer beans,
      Map<String, ?> environment,
      @Nullable SSLContext tls,
      UnaryOperator<HostPort> server,
      UnaryOperator<HostPort> connection)
      throws IOException {
    registry = LocateRegistry.createRegistry(0, null, sockets);
    port = ports.remove();
    factory = tls == null ? null : new SslRMIClientSocketFactory();
    RMIServerSocketFactory own = tls == null ? sockets : of(tls);
    RMIJRMPServerImpl named =
        new RMIJRMPServerImpl(0, null, own, environment) {
          @Override
          public RMIConnection newClient(Object credentials) throws IOException {
            RMIConnection made = super.newClient(credentials);
            return new RMIConnectionImpl_Stub(reference(RemoteObject.toStub(made), connection));
          }
        };
    jmx =
        new RMIConnectorServer(
            new JMXServiceURL("service:jmx:rmi://127.0.0.1"), environment, named, beans);
    jmx.start();
    registry.rebind(NAME, new RMIServerImpl_Stub(reference(named.toStub(), server)));
  }

  private static RMIServerSocketFactory of(SSLContext tls) {
    SSLServerSocketFactory secured = tls.getServerSocketFactory();
    return port -> secured.createServerSocket(port, 50, InetAddress.getLoopbackAddress());
  }

  HostPort address() {
    return new HostPort("127.0.0.1", port);
  }

  /** Lets the registry return another object. */
  void register(Remote object) throws IOException {
    registry.rebind(NAME, object);
  }

  /** Closes all connections. */
  void cut() throws IOException {
    for (Socket socket = accepted.poll(); socket != null; socket = accepted.poll()) {
      socket.close();
    }
  }

  /** A reference to an object of this server, with an address as {@code changed}. */
  private RemoteRef reference(Remote stub, UnaryOperator<HostPort> changed) throws IOException {
    RemoteRef real = ((RemoteObject) stub).getRef();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeUTF(real.getRefClass(out));
      real.writeExternal(out);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      JrmpAddress its = JrmpAddress.read(in);
      HostPort here = new HostPort("127.0.0.1", its.server().port());
      return reference(new JrmpAddress(changed.apply(here), its.object(), false), factory);
    } catch (ClassNotFoundException e) {
      throw new IOException(e);
    }
  }

  /**
   * A reference that a server sends.
   *
   * @param factory the client's socket factory that the server chooses; null for none
   */
  static RemoteRef reference(JrmpAddress address, @Nullable Object factory) {
    return (RemoteRef)
        Proxy.newProxyInstance(
            JmxServer.class.getClassLoader(),
            new Class<?>[] {RemoteRef.class},
            (_, method, arguments) ->
                switch (method.getName()) {
                  case "getRefClass" -> "UnicastRef2";
                  case "writeExternal" -> {
                    write(address, factory, (ObjectOutput) arguments[0]);
                    yield null;
                  }
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private static void write(JrmpAddress address, @Nullable Object factory, ObjectOutput out)
      throws IOException {
    out.writeByte(factory == null ? 0 : 1);
    out.writeUTF(address.server().host());
    out.writeInt(address.server().port());
    if (factory != null) {
      out.writeObject(factory);
    }
    address.object().write(out);
    out.writeBoolean(true);
  }

  @Override
  public void close() throws IOException {
    jmx.stop();
    boolean _ = UnicastRemoteObject.unexportObject(registry, true);
  }

  /** Notes its port and its connections. */
  private final class Listening extends ServerSocket {
    private Listening(int port) throws IOException {
      super(port, 50, InetAddress.getLoopbackAddress());
      ports.add(getLocalPort());
    }

    @Override
    public Socket accept() throws IOException {
      Socket socket = super.accept();
      accepted.add(socket);
      return socket;
    }
  }
}
