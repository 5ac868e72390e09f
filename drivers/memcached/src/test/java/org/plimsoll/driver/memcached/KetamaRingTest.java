package org.plimsoll.driver.memcached;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.HostPort;

class KetamaRingTest {
  private static final List<String> THREE =
      List.of("10.0.0.1:11211", "10.0.0.2:11211", "10.0.0.3:11212");

  /**
   * The last digits of the hosts that spymemcached 2.12.3 chose for user0 to user59 (its
   * KetamaNodeLocator with KETAMA_HASH and node keys in the format LIBMEMCACHED).
   */
  private static final String OF_SPYMEMCACHED =
      "233313113312312313212231112233233112311323232211132232221113";

  @Test
  void keysAreOnTheServersThatSpymemcachedChooses() {
    assertThat(places(THREE, 60)).isEqualTo(OF_SPYMEMCACHED);
  }

  @Test
  void removingAServerMovesOnlyItsKeys() {
    String before = places(THREE, 1000);
    String after = places(THREE.subList(0, 2), 1000);
    for (int i = 0; i < before.length(); i++) {
      if (before.charAt(i) != '3') {
        assertThat(after.charAt(i)).isEqualTo(before.charAt(i));
      }
    }
  }

  private static String places(List<String> servers, int keys) {
    Map<HostPort, String> nodes = new LinkedHashMap<>();
    for (String server : servers) {
      HostPort address = HostPort.parse(server, 0).orElseThrow();
      nodes.put(address, address.host().substring(7));
    }
    KetamaRing<String> ring = new KetamaRing<>(nodes);
    return IntStream.range(0, keys)
        .mapToObj(i -> ring.find(("user" + i).getBytes(StandardCharsets.US_ASCII)))
        .collect(Collectors.joining());
  }
}
