package org.plimsoll.engine.telemetry;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.StandardMBean;

/**
 * Another Java process with a JMX port on 127.0.0.1, and two beans of its own.
 *
 * @param port the JMX port
 * @param rmiPort the port of its connections
 */
record JmxProcess(Process java, int port, int rmiPort) implements AutoCloseable {
  private static final int TRIES = 5;

  /**
   * Starts a process.
   *
   * @param named the host that it names to its clients
   */
  static JmxProcess start(String named) throws IOException, URISyntaxException {
    String said = "";
    // Another process may take a free port before this one opens it.
    for (int i = 0; i < TRIES; i++) {
      JmxProcess process = begin(named, freePort(), freePort());
      said = process.said();
      if (said.equals("ready")) {
        return process;
      }
      process.close();
    }
    throw new AssertionError(said);
  }

  private static JmxProcess begin(String named, int port, int rmiPort)
      throws IOException, URISyntaxException {
    Process java =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-Dcom.sun.management.jmxremote.host=127.0.0.1",
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
    return new JmxProcess(java, port, rmiPort);
  }

  private String said() throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(java.getInputStream(), StandardCharsets.UTF_8));
    return String.valueOf(lines.readLine());
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }

  @Override
  public void close() {
    var _ = java.destroyForcibly().onExit().join();
  }

  /** A bean as the Metrics library has it. */
  public interface TimerBean {
    double get99thPercentile();

    String getDurationUnit();
  }

  private record Timer(double micros) implements TimerBean {
    @Override
    public double get99thPercentile() {
      return micros;
    }

    @Override
    public String getDurationUnit() {
      return "microseconds";
    }
  }

  private static void register(String scope, double micros) throws JMException {
    var _ =
        ManagementFactory.getPlatformMBeanServer()
            .registerMBean(
                new StandardMBean(new Timer(micros), TimerBean.class),
                new ObjectName("store:type=T,scope=" + scope + ",name=Latency"));
  }

  /**
   * The main method of the other process. It exits when its input is closed, or when its parent is
   * killed.
   */
  static final class Sleeper {
    private Sleeper() {}

    public static void main(String... args) throws Exception {
      register("Read", 4_000);
      register("Write", 12_000);
      System.out.println("ready");
      var _ = System.in.read();
    }
  }
}
