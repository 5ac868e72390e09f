package org.plimsoll.api.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.HostPort;

class ServersAddressTest {
  private static final ServersAddress.Form SERVERS = ServersAddress.Form.servers(7);
  private static final ServersAddress.Form TOPIC =
      SERVERS.named("topic", "plimsoll", "[a-z]{1,9}", "1 to 9 small letters");
  private static final ServersAddress.Form STORE =
      SERVERS.alwaysNamed("store", "[^/]+", "a name without /");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a                   | a:7               | plimsoll
          a/                  | a:7               | plimsoll
          a:1,b/t             | a:1,b:7           | t
          a, b:1              | a:7,b:1           | plimsoll
          10.0.0.1/t          | 10.0.0.1:7        | t
          [::1]:1,[fe80::1]/t | [::1]:1,[fe80::1]:7 | t
          [fe80::1%eth0]      | [fe80::1%eth0]:7  | plimsoll
          a_b.c-d:65535       | a_b.c-d:65535     | plimsoll
          """)
  void serversHaveThePortsAndTheNameOfTheAddressOrThoseOfTheForm(
      String address, String servers, String name) {
    ServersAddress parsed = TOPIC.parse(address);
    assertThat(parsed).hasToString(servers);
    assertThat(parsed.name()).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "/t", ":1", "a:", "a:x", "a:0", "a:65536", "a,,b", "a,", "::1", "a b", "a@b:1"
      })
  void whatIsNoServerIsRefusedWithTheFormAndTheValue(String address) {
    assertThatThrownBy(() -> TOPIC.parse(address))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the address must be host[:port][,host[:port]…][/topic], was '" + address + "'");
  }

  @Test
  void aNameOfAnotherFormIsRefusedWithWhatIsAllowed() {
    assertThatThrownBy(() -> TOPIC.parse("a/B"))
        .hasMessage("the topic must be 1 to 9 small letters, was 'B'");
    assertThatThrownBy(() -> TOPIC.parse("a/b/c"))
        .hasMessage("the topic must be 1 to 9 small letters, was 'b/c'");
  }

  @Test
  void aNameThatMustBeThereIsNeverMadeUp() {
    assertThat(STORE.parse("a:1/S").name()).isEqualTo("S");
    for (String address : new String[] {"a", "a/"}) {
      assertThatThrownBy(() -> STORE.parse(address))
          .hasMessage(
              "the address must be host[:port][,host[:port]…]/store, was '" + address + "'");
    }
  }

  @Test
  void serversAloneHaveNoName() {
    assertThat(SERVERS.parse("a,b:1").servers())
        .containsExactly(new HostPort("a", 7), new HostPort("b", 1));
    assertThatThrownBy(() -> SERVERS.parse("a/b"))
        .hasMessage("the address must be host[:port][,host[:port]…], was 'a/b'");
  }

  @Test
  void aServerMayBeThereTwiceUnlessTheFormRefusesIt() {
    assertThat(SERVERS.parse("a,a").servers()).hasSize(2);
    assertThat(SERVERS.differing().parse("a,b").servers()).hasSize(2);
    assertThatThrownBy(() -> SERVERS.differing().parse("a,a:7"))
        .hasMessage("the servers must be different, was 'a,a:7'");
  }
}
