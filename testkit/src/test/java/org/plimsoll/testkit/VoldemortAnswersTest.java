package org.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.testkit.VoldemortAnswers.Exchange;

/** The answers of the stand-in are those of the real server, byte by byte. */
class VoldemortAnswersTest {
  /** The real server's messages contain its ports. */
  private static final List<String> RECORDED_PORTS = List.of(hex("16666"), hex("16766"));

  @TempDir static Path folder;
  static List<RealServer> servers;

  private int connection;
  private Socket socket = new Socket();

  @BeforeAll
  static void startServers() throws Exception {
    servers =
        VoldemortServers.start(
            folder,
            List.of(0, 0),
            VoldemortServers.Store.of("one", 1, 1, 1),
            VoldemortServers.Store.of("both", 2, 1, 1));
  }

  @AfterAll
  static void stopServers() {
    servers.forEach(RealServer::close);
  }

  /** Each depends on those before it, since they write rows. */
  @TestFactory
  Stream<DynamicTest> aRecordedRequestHasTheRecordedAnswer() {
    List<Exchange> recorded =
        VoldemortAnswers.read().stream().filter(each -> each.protocol().equals("vp3")).toList();
    assertThat(recorded).hasSizeGreaterThan(40);
    return recorded.stream()
        .map(each -> DynamicTest.dynamicTest(each.toString(), () -> compare(each)));
  }

  private void compare(Exchange exchange) throws IOException {
    connect(exchange);
    socket.getOutputStream().write(HexFormat.of().parseHex(exchange.request()));
    if (exchange.answer().equals("closed")) {
      assertThat(socket.getInputStream().read()).isNegative();
      return;
    }
    int length = exchange.answer().length() / 2;
    String answer = HexFormat.of().formatHex(socket.getInputStream().readNBytes(length));
    String port = hex(String.valueOf(servers.get(exchange.node()).port()));
    assertThat(masked(answer, exchange.answer()))
        .isEqualTo(exchange.answer().replace(RECORDED_PORTS.get(exchange.node()), port));
    assertThat(socket.getInputStream().available()).isZero();
  }

  private void connect(Exchange exchange) throws IOException {
    if (exchange.connection() != connection) {
      socket.close();
      connection = exchange.connection();
      socket = new Socket(InetAddress.getLoopbackAddress(), servers.get(exchange.node()).port());
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(exchange.protocol().getBytes(StandardCharsets.US_ASCII));
      assertThat(socket.getInputStream().readNBytes(2)).asString().isEqualTo("ok");
    }
  }

  /** Hides the bytes that depend on the time. */
  private static String masked(String answer, String expected) {
    StringBuilder masked = new StringBuilder(answer);
    for (int i = 0; i < Math.min(answer.length(), expected.length()); i++) {
      if (expected.charAt(i) == '*') {
        masked.setCharAt(i, '*');
      }
    }
    return masked.toString();
  }

  private static String hex(String text) {
    return HexFormat.of().formatHex(text.getBytes(StandardCharsets.US_ASCII));
  }
}
