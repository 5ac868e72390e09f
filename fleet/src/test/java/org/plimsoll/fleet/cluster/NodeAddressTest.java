package org.plimsoll.fleet.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.engine.spec.InvalidSpecException;

class NodeAddressTest {
  @ParameterizedTest
  @CsvSource({
    "10.0.0.1:99, 10.0.0.1:99",
    "a.example.com, a.example.com:7460",
    "'[::1]:5', '[::1]:5'",
    "'[::1]', '[::1]:7460'"
  })
  void hostsAndPortsAreRead(String text, String address) {
    assertThat(NodeAddress.parse("--seed", text)).hasToString(address);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ":1", "a:0", "a:65536", "a:b", "a b:1", "::1", "a:-1", "[a]:1"})
  void othersAreRefused(String text) {
    assertThatThrownBy(() -> NodeAddress.parse("--seed", text))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageContaining("--seed: must be");
  }
}
