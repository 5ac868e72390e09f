package org.plimsoll.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.SinkSpec;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.RunEvent;
import org.plimsoll.settings.text.SinkText;

/** Sinks ask before each connection whether its host is allowed, and follow no redirect. */
@Timeout(180)
class SinkHostsTest {
  private static final int QUIET_MILLIS = 200;

  private final AtomicInteger asked = new AtomicInteger();
  private final HostCheck nothing =
      (path, address) -> {
        asked.incrementAndGet();
        throw new InvalidSpecException(path + ": must not reach " + address.getHost());
      };

  private static List<SinkSpec> specs(String text, int port) {
    return SinkText.FORMS.parseAll(text.replace("@", "127.0.0.1:" + port));
  }

  private static void run(MetricsOut out) {
    out.started(SampleSeconds.start("a1"));
    out.event(new RunEvent(2_500_000_000L, EventKind.PHASE, "measure begins"));
    out.interval(SampleSeconds.interval(1), SampleSeconds.histograms());
    out.close(); // sends the remaining data
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "otlp(http://@/v1/metrics,step=1h)",
        "atlas(http://@/api/v1/publish,step=1s)",
        "influx(http://@,b,step=1h)",
        "grafana(http://@)",
        "graphite(@,step=1h)",
      })
  void nothingIsSentToAHostThatIsNotAllowedAnyMore(String sink) throws Exception {
    try (ServerSocket receiver = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      receiver.setSoTimeout(QUIET_MILLIS);
      MetricsOut out = MetricsOut.open(specs(sink, receiver.getLocalPort()), nothing);

      run(out);

      assertThat(asked).hasPositiveValue();
      assertThatThrownBy(receiver::accept).isInstanceOf(SocketTimeoutException.class);
      assertThat(out.trouble().orElseThrow().text()).contains("must not reach 127.0.0.1");
    }
  }

  @Test
  void noDatagramIsSentToAHostThatIsNotAllowed() throws Exception {
    try (DatagramSocket receiver = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      receiver.setSoTimeout(QUIET_MILLIS);
      try {
        run(MetricsOut.open(specs("statsd(@,etsy,step=1s)", receiver.getLocalPort()), nothing));
      } catch (InvalidSpecException e) {
        assertThat(e).hasMessageContaining("must not reach");
      }

      assertThat(asked).hasPositiveValue();
      assertThatThrownBy(() -> receiver.receive(new DatagramPacket(new byte[99], 99)))
          .isInstanceOf(SocketTimeoutException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "otlp(http://@/v1/metrics,step=1h)",
        "atlas(http://@/api/v1/publish,step=1s)",
        "influx(http://@,b,step=1h)",
        "grafana(http://@)",
      })
  void redirectsAreNotFollowed(String sink) throws Exception {
    AtomicInteger first = new AtomicInteger();
    AtomicInteger second = new AtomicInteger();
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HttpServer other = HttpServer.create(any, 5);
    HttpServer redirects = HttpServer.create(any, 5);
    other.createContext(
        "/",
        exchange -> {
          second.incrementAndGet();
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    redirects.createContext(
        "/",
        exchange -> {
          first.incrementAndGet();
          exchange.getRequestBody().readAllBytes();
          exchange
              .getResponseHeaders()
              .add("Location", "http://127.0.0.1:" + other.getAddress().getPort() + "/");
          exchange.sendResponseHeaders(302, -1);
          exchange.close();
        });
    other.start();
    redirects.start();
    try {
      run(MetricsOut.open(specs(sink, redirects.getAddress().getPort())));

      assertThat(first).hasPositiveValue();
      assertThat(second).hasValue(0);
    } finally {
      other.stop(0);
      redirects.stop(0);
    }
  }
}
