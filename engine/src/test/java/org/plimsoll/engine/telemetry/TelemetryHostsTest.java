package org.plimsoll.engine.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.ObservationSpec;
import org.plimsoll.engine.spec.TelemetrySpec;

/** Sources of telemetry ask before each connection whether its host is allowed. */
@Timeout(180)
class TelemetryHostsTest {
  private static final int QUIET_MILLIS = 200;

  private final List<String> asked = new ArrayList<>();
  private final HostCheck nothing =
      (path, address) -> {
        asked.add(path + " " + address.getScheme());
        throw new InvalidSpecException("not allowed");
      };

  @Test
  void nothingIsReadFromAHostThatIsNotAllowedAnyMore() throws Exception {
    try (ServerSocket host = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      host.setSoTimeout(QUIET_MILLIS);
      InetSocketAddress address =
          InetSocketAddress.createUnresolved("127.0.0.1", host.getLocalPort());
      Sources sources = new Sources(List.of(), nothing, "none", Map::of);
      List<TelemetrySpec> specs =
          List.of(
              new TelemetrySpec.Prometheus(
                  URI.create("http://127.0.0.1:" + host.getLocalPort() + "/metrics"), List.of("a")),
              new TelemetrySpec.Hosts(List.of(address), host.getLocalPort()),
              new TelemetrySpec.Jmx(address, "java.lang:type=Memory", List.of("a")));

      for (Supplier<List<TelemetrySource>> made :
          sources.of(new ObservationSpec(List.of(), specs, false, 1)).values()) {
        for (TelemetrySource source : made.get()) {
          assertThatThrownBy(source::read)
              .isInstanceOf(InvalidSpecException.class)
              .hasMessage("not allowed");
          source.close();
        }
      }

      assertThatThrownBy(host::accept).isInstanceOf(SocketTimeoutException.class);
      assertThat(asked)
          .containsExactly("telemetry http", "telemetry hosts", "telemetry jmx", "telemetry jmx");
    }
  }

  /** The host of the target is allowed with it, at any port. */
  @Test
  void anotherHostThatAJmxServerOfTheTargetNamesIsNotConnectedTo() throws Exception {
    InetAddress elsewhere = InetAddress.getByName("127.0.0.2");
    try (JmxProcess java = JmxProcess.start("127.0.0.2");
        ServerSocket other = new ServerSocket(java.rmiPort(), 5, elsewhere)) {
      assertThatThrownBy(() -> ofTarget(java.port()).read())
          .isInstanceOf(InvalidSpecException.class)
          .hasMessage("not allowed");
      assertThat(asked).containsExactly("telemetry jmx");
      try (Socket own = new Socket(elsewhere, other.getLocalPort());
          Socket first = other.accept()) {
        assertThat(first.getPort()).isEqualTo(own.getLocalPort());
      }
    }
  }

  @Test
  void aJmxServerOfTheTargetIsReadAtAnotherPortOfItsHost() throws Exception {
    try (JmxProcess java = JmxProcess.start("127.0.0.1");
        TelemetrySource source = ofTarget(java.port())) {
      assertThat(source.read()).isNotEmpty();
      assertThat(asked).isEmpty();
    }
  }

  private TelemetrySource ofTarget(int jmxPort) {
    Sources sources = new Sources(List.of("127.0.0.1"), nothing, "none", Map::of);
    List<TelemetrySpec> specs = List.of(new TelemetrySpec.Hosts(List.of(), jmxPort));
    return sources
        .of(new ObservationSpec(List.of(), specs, false, 1))
        .values()
        .iterator()
        .next()
        .get()
        .getLast();
  }
}
