package org.plimsoll.api.kit;

import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.lang.reflect.Method;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.ObjID;
import java.rmi.server.Operation;
import java.rmi.server.RemoteCall;
import java.rmi.server.RemoteObject;
import java.rmi.server.RemoteRef;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import javax.management.remote.rmi.RMIConnection;
import javax.management.remote.rmi.RMIConnectionImpl_Stub;
import javax.management.remote.rmi.RMIServer;
import javax.management.remote.rmi.RMIServerImpl_Stub;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.kit.JrmpConnection.Answer;
import org.plimsoll.api.kit.JrmpConnection.Call;

/**
 * A remote object of a JMX server, which the JDK's stubs call instead of the JDK's own RMI. Each of
 * its connections is checked. One connection is kept between calls.
 */
@SuppressWarnings({"deprecation", "serial"}) // required by the interface; it is never serialized
final class JrmpObject implements RemoteRef {
  private static final int BY_HASH = -1;

  /** {@code Registry.lookup}, the one method that is called by its number. */
  private static final int LOOKUP = 2;

  private static final long REGISTRY_HASH = 4905912898345647071L;

  private final AddressCheck addresses;
  private final JrmpAddress address;
  private final AtomicReference<@Nullable JrmpConnection> idle = new AtomicReference<>();
  private volatile boolean closed;

  private JrmpObject(AddressCheck addresses, JrmpAddress address) {
    this.addresses = addresses;
    this.address = address;
  }

  /**
   * Asks a registry for its JMX server.
   *
   * @param name the name of the JMX server in the registry
   */
  static RMIServer registered(AddressCheck addresses, HostPort registry, String name)
      throws IOException {
    JrmpAddress address = new JrmpAddress(registry, new ObjID(ObjID.REGISTRY_ID), false);
    Call lookup =
        new Call(
            address.object(),
            LOOKUP,
            REGISTRY_HASH,
            List.of(String.class),
            List.of(name),
            Object.class);
    Answer answer;
    try (JrmpConnection connection = JrmpConnection.open(addresses, address)) {
      answer = connection.call(lookup);
    }
    if (answer.value() instanceof NotBoundException e) {
      throw new IOException(registry + " is an RMI registry without " + name, e);
    }
    if (answer.isFailure()) {
      throw new IOException(registry + " failed: " + answer.value());
    }
    if (answer.value() instanceof JrmpAnswer.Stub server) {
      return new RMIServerImpl_Stub(new JrmpObject(addresses, server.address()));
    }
    throw new IOException(registry + " is an RMI registry whose " + name + " is not a JMX server");
  }

  /**
   * Calls a method of a JMX server, or of one of its connections.
   *
   * @throws Exception the exception that the method has thrown; an {@link IOException} if there was
   *     no answer
   */
  @Override
  public @Nullable Object invoke(
      Remote stub, Method method, @Nullable Object @Nullable [] arguments, long hash)
      throws Exception {
    boolean isLast = method.getName().equals("close");
    if (isLast) {
      closed = true;
    }
    Call call =
        new Call(
            address.object(),
            BY_HASH,
            hash,
            List.of(method.getParameterTypes()),
            arguments == null ? List.of() : Arrays.asList(arguments),
            method.getReturnType());
    Answer answer = answer(call);
    if (answer.isFailure()) {
      throw answer.value() instanceof Exception e
          ? e
          : new IOException(address.server() + " failed: " + answer.value());
    }
    if (method.getReturnType() != RMIConnection.class) {
      return answer.value();
    }
    if (answer.value() instanceof JrmpAnswer.Stub connection) {
      return new RMIConnectionImpl_Stub(new JrmpObject(addresses, connection.address()));
    }
    throw new IOException(address.server() + " opened no JMX connection");
  }

  private Answer answer(Call call) throws IOException {
    JrmpConnection connection = connection();
    boolean isReusable = false;
    try {
      Answer answer = connection.call(call);
      // If the server could not read a call, part of the call may remain unread.
      isReusable = !(answer.value() instanceof RemoteException);
      return answer;
    } finally {
      if (isReusable && call.result() != RMIConnection.class) {
        release(idle.getAndSet(connection));
      } else {
        release(connection);
      }
      if (closed) {
        release(idle.getAndSet(null));
      }
    }
  }

  private JrmpConnection connection() throws IOException {
    JrmpConnection kept = idle.getAndSet(null);
    if (kept != null && kept.isAnswered()) {
      return kept;
    }
    release(kept);
    return JrmpConnection.open(addresses, address);
  }

  private static void release(@Nullable JrmpConnection connection) {
    try {
      if (connection != null) {
        connection.close();
      }
    } catch (IOException e) {
      // Nothing more is sent on this connection.
    }
  }

  @Override
  public String remoteToString() {
    return address.toString();
  }

  @Override
  public int remoteHashCode() {
    return address.hashCode();
  }

  @Override
  public boolean remoteEquals(RemoteRef other) {
    return other instanceof JrmpObject its && its.address.equals(address);
  }

  @Override
  public RemoteCall newCall(RemoteObject stub, Operation[] operations, int operation, long hash) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void invoke(RemoteCall call) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void done(RemoteCall call) {
    throw new UnsupportedOperationException();
  }

  @Override
  public String getRefClass(ObjectOutput out) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void writeExternal(ObjectOutput out) throws IOException {
    throw new NotSerializableException(JrmpObject.class.getName());
  }

  @Override
  public void readExternal(ObjectInput in) throws IOException {
    throw new NotSerializableException(JrmpObject.class.getName());
  }
}
