package org.plimsoll.api.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.rmi.Remote;
import java.rmi.server.ObjID;
import java.rmi.server.RMIClientSocketFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import javax.management.InstanceNotFoundException;
import javax.management.MBeanServer;
import javax.management.MBeanServerConnection;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.management.StandardMBean;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXAuthenticator;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXPrincipal;
import javax.management.remote.rmi.RMIServerImpl_Stub;
import javax.security.auth.Subject;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.RefusedAddressException;

/** Tests what a JMX server can make its client do. Servers are real; some of them lie. */
class CheckedJmxTest {
  private static final String HERE = "127.0.0.1";

  private static final String ELSEWHERE = Elsewhere.HOST;

  private static final AtomicInteger CREATED = new AtomicInteger();

  /** Its creation in the client would be code of the server's choice. */
  public static final class Gadget implements Remote, Serializable {
    private static final long serialVersionUID = 1;

    private void readObject(ObjectInputStream in) {
      CREATED.incrementAndGet();
    }
  }

  /** A socket factory that connects to where the server wants. */
  private record Redirecting(int port) implements RMIClientSocketFactory, Serializable {
    @Override
    public Socket createSocket(String host, int named) throws IOException {
      return new Socket(ELSEWHERE, port);
    }
  }

  /** A bean with attributes that are no values. */
  public interface Hostile {
    Object getGadget();

    Object getReference();

    String getLongText();

    Object getDeepList();

    String fail();
  }

  private record HostileBean(HostPort elsewhere) implements Hostile {
    @Override
    public Object getGadget() {
      return new Gadget();
    }

    @Override
    public Object getReference() {
      JrmpAddress address = new JrmpAddress(elsewhere, new ObjID(), false);
      return new Object[] {new RMIServerImpl_Stub(JmxServer.reference(address, null))};
    }

    @Override
    public String getLongText() {
      return "x".repeat(65 << 20);
    }

    @Override
    public Object getDeepList() {
      List<Object> list = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        list = new ArrayList<>(List.of(list));
      }
      return list;
    }

    @Override
    public String fail() {
      throw new IllegalStateException("failed there");
    }
  }

  /** The main method of another process, which exits when its input is closed. */
  static final class Sleeper {
    private Sleeper() {}

    public static void main(String... arguments) throws Exception {
      System.out.println("ready");
      var _ = System.in.read();
    }
  }

  private static InetAddress[] onlyHere(String host, int port) throws IOException {
    if (!host.equals(HERE)) {
      String refused = new HostPort(host, port) + " is not allowed";
      throw new RefusedAddressException(refused, new IOException(refused));
    }
    return new InetAddress[] {InetAddress.getByName(host)};
  }

  private static JMXConnector connect(HostPort server) throws IOException {
    return CheckedJmx.connect(CheckedJmxTest::onlyHere, server, Optional.empty());
  }

  private static MBeanServer beans() {
    return ManagementFactory.getPlatformMBeanServer();
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }

  /** A JVM on 127.0.0.1. */
  private record Jvm(Process java, int port, int rmiPort) implements AutoCloseable {
    private static final int TRIES = 5;

    /**
     * Starts a JVM.
     *
     * @param named the host that its RMI names
     */
    static Jvm start(String named) throws Exception {
      String said = "";
      // Another process may take a free port before this one opens it.
      for (int i = 0; i < TRIES; i++) {
        Jvm jvm = begin(named, freePort(), freePort());
        said = jvm.said();
        if (said.equals("ready")) {
          return jvm;
        }
        jvm.close();
      }
      throw new AssertionError(said);
    }

    private static Jvm begin(String named, int port, int rmiPort) throws Exception {
      Process java =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx64m",
                  "-Dcom.sun.management.jmxremote.host=" + HERE,
                  "-Djava.rmi.server.hostname=" + named,
                  "-Dcom.sun.management.jmxremote.port=" + port,
                  "-Dcom.sun.management.jmxremote.rmi.port=" + rmiPort,
                  "-Dcom.sun.management.jmxremote.authenticate=false",
                  "-Dcom.sun.management.jmxremote.ssl=false",
                  "-cp",
                  Path.of(Sleeper.class.getProtectionDomain().getCodeSource().getLocation().toURI())
                      .toString(),
                  Sleeper.class.getName())
              .redirectErrorStream(true)
              .start();
      return new Jvm(java, port, rmiPort);
    }

    private String said() throws IOException {
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(java.getInputStream(), StandardCharsets.UTF_8));
      return String.valueOf(lines.readLine());
    }

    HostPort registry() {
      return new HostPort(HERE, port);
    }

    @Override
    public void close() {
      var _ = java.destroyForcibly().onExit().join();
    }
  }

  @Test
  void aProcessThatNamesAnotherAddressIsNotFollowed() throws Exception {
    try (Jvm jvm = Jvm.start(ELSEWHERE);
        Elsewhere elsewhere = new Elsewhere(jvm.rmiPort())) {
      assertThatThrownBy(() -> connect(jvm.registry()))
          .isInstanceOf(RefusedAddressException.class)
          .hasMessage(elsewhere.address() + " is not allowed");
      elsewhere.hasNoConnection();
    }
  }

  @Test
  void beansOfAProcessAreReadAndCalled() throws Exception {
    try (Jvm jvm = Jvm.start(HERE);
        JMXConnector connector = connect(jvm.registry())) {
      valuesAreRead(connector.getMBeanServerConnection());
    }
  }

  private static void valuesAreRead(MBeanServerConnection beans) throws Exception {
    ObjectName memory = new ObjectName("java.lang:type=Memory");
    ObjectName threads = new ObjectName("java.lang:type=Threading");
    assertThat(beans.getAttribute(memory, "HeapMemoryUsage"))
        .isInstanceOfSatisfying(
            CompositeData.class, usage -> assertThat((Long) usage.get("used")).isPositive());
    assertThat(beans.queryNames(new ObjectName("java.lang:*"), null)).contains(memory, threads);
    assertThat(beans.isRegistered(memory)).isTrue();
    assertThat(beans.getAttributes(memory, new String[] {"Verbose", "none"}).asList()).hasSize(1);
    Object[] all = {true, true};
    String[] types = {"boolean", "boolean"};
    assertThat((CompositeData[]) beans.invoke(threads, "dumpAllThreads", all, types)).isNotEmpty();
    assertThatThrownBy(() -> beans.getAttribute(new ObjectName("no:type=bean"), "none"))
        .isInstanceOf(InstanceNotFoundException.class);
  }

  @Test
  void aConnectionThatTheServerOpensElsewhereIsNotFollowed() throws Exception {
    try (Elsewhere elsewhere = new Elsewhere(0);
        JmxServer server =
            new JmxServer(
                beans(), Map.of(), null, UnaryOperator.identity(), _ -> elsewhere.address())) {
      assertThatThrownBy(() -> connect(server.address()))
          .isInstanceOf(RefusedAddressException.class)
          .hasMessage(elsewhere.address() + " is not allowed");
      elsewhere.hasNoConnection();
    }
  }

  @Test
  void aSocketFactoryOfTheServerIsNotCreated() throws Exception {
    try (Elsewhere elsewhere = new Elsewhere(0);
        JmxServer server = new JmxServer(beans(), Map.of())) {
      JrmpAddress here = new JrmpAddress(server.address(), new ObjID(), false);
      Redirecting factory = new Redirecting(elsewhere.address().port());
      server.register(new RMIServerImpl_Stub(JmxServer.reference(here, factory)));
      assertThatThrownBy(() -> connect(server.address()))
          .isInstanceOf(IOException.class)
          .hasMessage(
              "%s answered with an object of the class %s, which is not accepted from a JMX server",
              server.address(), Redirecting.class.getName());
      elsewhere.hasNoConnection();
    }
  }

  @Test
  void anObjectOfAnotherClassIsNotCreated() throws Exception {
    int before = CREATED.get();
    try (JmxServer server = new JmxServer(beans(), Map.of())) {
      server.register(new Gadget());
      assertThatThrownBy(() -> connect(server.address()))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(Gadget.class.getName());
    }
    assertThat(CREATED).hasValue(before);
  }

  @Test
  void attributesThatAreNoValuesAreNotCreatedAndOthersAreReadAfterThem() throws Exception {
    int before = CREATED.get();
    MBeanServer beans = MBeanServerFactory.newMBeanServer();
    ObjectName name = new ObjectName("test:type=Hostile");
    try (Elsewhere elsewhere = new Elsewhere(0);
        JmxServer server = new JmxServer(beans, Map.of())) {
      var _ =
          beans.registerMBean(
              new StandardMBean(new HostileBean(elsewhere.address()), Hostile.class), name);
      try (JMXConnector connector = connect(server.address())) {
        MBeanServerConnection connection = connector.getMBeanServerConnection();
        assertThatThrownBy(() -> connection.getAttribute(name, "Gadget"))
            .isInstanceOf(IOException.class)
            .hasMessageContaining(Gadget.class.getName());
        assertThatThrownBy(() -> connection.getAttribute(name, "LongText"))
            .isInstanceOf(IOException.class)
            .hasMessage("the answer of a JMX server is longer than 64 MiB");
        assertThatThrownBy(() -> connection.getAttribute(name, "DeepList"))
            .isInstanceOf(IOException.class)
            .hasMessageEndingWith(
                "answered with too large an object, which is not accepted from a JMX server");
        assertThat(connection.getAttribute(name, "Reference")).isInstanceOf(Object[].class);
        assertThatThrownBy(() -> connection.invoke(name, "fail", null, null))
            .isInstanceOf(RuntimeMBeanException.class)
            .hasRootCauseMessage("failed there");
        assertThat(connection.getMBeanCount()).isEqualTo(2);
      }
      elsewhere.hasNoConnection();
    }
    assertThat(CREATED).hasValue(before);
  }

  @Test
  void invalidAddressesAndOtherObjectsAreRefused() throws Exception {
    try (JmxServer server = new JmxServer(beans(), Map.of())) {
      for (HostPort invalid :
          List.of(
              new HostPort("", 1),
              new HostPort("a@b", 1),
              new HostPort("a/b", 1),
              new HostPort(HERE, 0),
              new HostPort(HERE, 70_000))) {
        JrmpAddress address = new JrmpAddress(invalid, new ObjID(), false);
        server.register(new RMIServerImpl_Stub(JmxServer.reference(address, null)));
        assertThatThrownBy(() -> connect(server.address()))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("invalid address of a remote object");
      }
    }
  }

  @Test
  void eachConnectionIsCheckedAgain() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    int allowed = 3; // of the registry, the server, and its connection
    AddressCheck addresses =
        (host, port) ->
            asked.incrementAndGet() <= allowed ? onlyHere(host, port) : onlyHere(ELSEWHERE, port);
    try (JmxServer server = new JmxServer(beans(), Map.of())) {
      JMXConnector connector = CheckedJmx.connect(addresses, server.address(), Optional.empty());
      MBeanServerConnection connection = connector.getMBeanServerConnection();
      assertThat(connection.getMBeanCount()).isPositive();
      assertThat(connection.getMBeanCount()).isPositive();
      assertThat(asked).hasValue(allowed);
      server.cut();
      assertThatThrownBy(connection::getMBeanCount)
          .isInstanceOf(RefusedAddressException.class)
          .hasMessageStartingWith(ELSEWHERE);
    }
  }

  @Test
  void aConnectionThatWasCutIsOpenedAgain() throws Exception {
    try (JmxServer server = new JmxServer(beans(), Map.of());
        JMXConnector connector = connect(server.address())) {
      MBeanServerConnection connection = connector.getMBeanServerConnection();
      int count = connection.getMBeanCount();
      server.cut();
      assertThat(connection.getMBeanCount()).isEqualTo(count);
    }
  }

  @Test
  void usersLogIn() throws Exception {
    JMXAuthenticator authenticator =
        credentials -> {
          if (credentials instanceof String[] its && List.of(its).equals(List.of("u", "p"))) {
            Subject subject = new Subject();
            subject.getPrincipals().add(new JMXPrincipal("u"));
            return subject;
          }
          throw new SecurityException("wrong user");
        };
    Map<String, ?> environment = Map.of(JMXConnectorServer.AUTHENTICATOR, authenticator);
    try (JmxServer server = new JmxServer(beans(), environment)) {
      Optional<Credentials> right = Optional.of(new Credentials("u", "p"));
      try (JMXConnector connector =
          CheckedJmx.connect(CheckedJmxTest::onlyHere, server.address(), right)) {
        assertThat(connector.getConnectionId()).contains(" u ");
      }
      assertThatThrownBy(() -> connect(server.address()))
          .isInstanceOf(SecurityException.class)
          .hasMessage("wrong user");
    }
  }

  @Test
  void aPortWithoutJmxIsReported() throws Exception {
    try (Elsewhere elsewhere = new Elsewhere(0)) {
      assertThatThrownBy(() ->
              CheckedJmx.connect(
                  (host, _) -> InetAddress.getAllByName(host),
                  elsewhere.address(),
                  Optional.empty()))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("cannot connect to " + elsewhere.address());
    }
  }
}
