package org.plimsoll.engine.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.HostPort;

/** Tests how server addresses are parsed and printed. */
class HostPortTest {
  @ParameterizedTest
  @CsvSource({
    "db.example.com, db.example.com, 7, db.example.com:7",
    "db_1:6379, db_1, 6379, db_1:6379",
    "10.0.0.1:65535, 10.0.0.1, 65535, 10.0.0.1:65535",
    "[::1], ::1, 7, [::1]:7",
    "[fe80::1%eth0]:11211, fe80::1%eth0, 11211, [fe80::1%eth0]:11211",
    "[::ffff:10.0.0.1]:80, ::ffff:10.0.0.1, 80, [::ffff:10.0.0.1]:80",
  })
  void ipv6AddressesAreParsedAndPrintedInBrackets(
      String text, String host, int port, String printed) {
    HostPort server = HostPort.parse(text, 7).orElseThrow();

    assertThat(server).isEqualTo(new HostPort(host, port)).hasToString(printed);
    assertThat(HostPort.parse(printed, 1)).contains(server);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ":80",
        "::1",
        "::1:80",
        "[::1",
        "::1]",
        "[]:80",
        "a:",
        "a:x",
        "a:65536",
        "a/b",
        "a b",
        "[evil]:80",
        "a,b",
        "a:80:90"
      })
  void invalidAddressesAreEmpty(String text) {
    assertThat(HostPort.parse(text, 7)).isEmpty();
  }

  @Test
  void anAddressOfASocketIsPrintedTheSameWay() {
    assertThat(HostPort.of(InetSocketAddress.createUnresolved("::1", 80))).hasToString("[::1]:80");
  }

  @Test
  void serversAreSeparatedByCommasAndOneThatIsInvalidMakesAllInvalid() {
    assertThat(HostPort.parseAll("a, [::1]:80 ,b:1", 7).orElseThrow())
        .containsExactly(new HostPort("a", 7), new HostPort("::1", 80), new HostPort("b", 1));
    assertThat(HostPort.text(HostPort.parseAll("a, [::1]:80", 7).orElseThrow()))
        .isEqualTo("a:7,[::1]:80");
    assertThat(HostPort.parseAll("a,,b", 7)).isEmpty();
    assertThat(HostPort.parseAll("", 7)).isEmpty();
  }
}
