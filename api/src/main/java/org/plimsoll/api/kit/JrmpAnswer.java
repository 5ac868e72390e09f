package org.plimsoll.api.kit;

import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.io.NotSerializableException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.util.Map;
import java.util.Set;
import javax.rmi.ssl.SslRMIClientSocketFactory;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.text.BoundedStream;

/**
 * The objects in an answer of a JMX server. Only JDK classes of values and of failures are read. A
 * reference to a remote object is read as a {@link Stub}, because the JDK's own class connects to
 * the address as soon as it is read. Sizes are limited.
 */
final class JrmpAnswer extends ObjectInputStream {
  private static final int MAX_BYTES = 64 << 20;

  /** Bounds the stack. Values and chains of causes are not nested more deeply. */
  private static final int MAX_DEPTH = 24;

  private static final int MAX_OBJECTS = 1_000_000;

  /** Packages of values. Of all other classes, only exceptions are read. */
  private static final Set<String> PACKAGES =
      Set.of(
          "java.lang",
          "java.math",
          "java.util",
          "java.util.concurrent",
          "java.util.concurrent.atomic",
          "javax.management",
          "javax.management.openmbean");

  /** The stand-ins for the JDK's classes that would connect, with the same hierarchy. */
  private static final Map<String, Class<?>> REPLACED =
      Map.of(
          "java.rmi.server.RemoteObject", Reference.class,
          "java.rmi.server.RemoteServer", ServerReference.class,
          "java.rmi.server.RemoteStub", StubReference.class,
          "javax.management.remote.rmi.RMIServerImpl_Stub", Stub.class,
          "javax.management.remote.rmi.RMIConnectionImpl_Stub", Stub.class);

  JrmpAnswer(InputStream in) throws IOException {
    super(new BoundedStream(in, MAX_BYTES, JrmpAnswer::tooLong));
    setObjectInputFilter(JrmpAnswer::check);
  }

  private static ObjectInputFilter.Status check(ObjectInputFilter.FilterInfo read) {
    Class<?> type = read.serialClass();
    return read.depth() <= MAX_DEPTH
            && read.references() <= MAX_OBJECTS
            && read.arrayLength() <= MAX_OBJECTS
            && (type == null || isAllowed(type))
        ? ObjectInputFilter.Status.ALLOWED
        : ObjectInputFilter.Status.REJECTED;
  }

  private static boolean isAllowed(Class<?> type) {
    Class<?> element = type;
    while (element.isArray()) {
      element = element.getComponentType();
    }
    return element.isPrimitive()
        || PACKAGES.contains(element.getPackageName())
        || element == SslRMIClientSocketFactory.class
        || REPLACED.containsValue(element)
        || (Throwable.class.isAssignableFrom(element)
            && element.getPackageName().startsWith("java"));
  }

  @Override
  protected ObjectStreamClass readClassDescriptor() throws IOException, ClassNotFoundException {
    ObjectStreamClass described = super.readClassDescriptor();
    Class<?> own = REPLACED.get(described.getName());
    return own == null ? described : ObjectStreamClass.lookup(own);
  }

  /**
   * Returns the JDK's class of this name. After each name, RMI writes a location from which the
   * class can be loaded. It is ignored.
   */
  @Override
  @SuppressWarnings("BanSerializableRead") // this stream reads only classes that it allows
  protected Class<?> resolveClass(ObjectStreamClass described) throws IOException {
    String name = described.getName();
    try {
      Object _ = readObject();
      Class<?> own = described.forClass(); // null for a descriptor that was read
      if (own != null && REPLACED.containsValue(own)) {
        return own;
      }
      Class<?> type = Class.forName(name, false, ClassLoader.getPlatformClassLoader());
      if (isAllowed(type)) {
        return type;
      }
    } catch (ClassNotFoundException e) {
      // It is not a class of the JDK.
    }
    throw new InvalidClassException(name, "not accepted from a JMX server");
  }

  @Override
  protected Class<?> resolveProxyClass(String[] interfaces) throws IOException {
    throw new InvalidClassException(
        String.join(", ", interfaces), "not accepted from a JMX server");
  }

  /** The data of a {@code RemoteObject}. */
  static class Reference implements Serializable {
    private static final long serialVersionUID = 1;

    private transient @Nullable JrmpAddress address;

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      address = JrmpAddress.read(in);
    }

    /** Needed because only a class with this method can have data besides its fields. */
    private void writeObject(ObjectOutputStream out) throws IOException {
      throw new NotSerializableException(getClass().getName());
    }

    JrmpAddress address() throws InvalidObjectException {
      JrmpAddress its = address;
      if (its == null) {
        throw new InvalidObjectException("a remote object has no address");
      }
      return its;
    }
  }

  static class ServerReference extends Reference {
    private static final long serialVersionUID = 1;
  }

  static class StubReference extends ServerReference {
    private static final long serialVersionUID = 1;
  }

  /** A remote object that an answer names. */
  static final class Stub extends StubReference {
    private static final long serialVersionUID = 1;
  }

  private static IOException tooLong() {
    return new IOException(
        "the answer of a JMX server is longer than %d MiB".formatted(MAX_BYTES >> 20));
  }
}
