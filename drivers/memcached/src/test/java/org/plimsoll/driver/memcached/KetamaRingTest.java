package org.plimsoll.driver.memcached;

import static org.assertj.core.api.Assertions.assertThat;

import com.spotify.folsom.RawMemcacheClient;
import com.spotify.folsom.client.test.FakeRawMemcacheClient;
import com.spotify.folsom.guava.HostAndPort;
import com.spotify.folsom.ketama.AddressAndClient;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

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
  void keysAreWhereSpymemcachedPutsThem() {
    assertThat(places(THREE, 60)).isEqualTo(OF_SPYMEMCACHED);
  }

  @Test
  void whereAServerGoesOnlyItsOwnKeysMove() {
    String before = places(THREE, 1000);
    String after = places(THREE.subList(0, 2), 1000);
    for (int i = 0; i < before.length(); i++) {
      if (before.charAt(i) != '3') {
        assertThat(after.charAt(i)).isEqualTo(before.charAt(i));
      }
    }
  }

  private static String places(List<String> servers, int keys) {
    List<AddressAndClient> nodes = new ArrayList<>();
    for (String server : servers) {
      nodes.add(new AddressAndClient(HostAndPort.fromString(server), new FakeRawMemcacheClient()));
    }
    KetamaRing ring = new KetamaRing(nodes);
    StringBuilder places = new StringBuilder();
    for (int i = 0; i < keys; i++) {
      RawMemcacheClient found = ring.findClient(("user" + i).getBytes(StandardCharsets.US_ASCII));
      for (AddressAndClient node : nodes) {
        if (node.getClient() == found) {
          places.append(node.getAddress().getHostText().charAt(7));
        }
      }
    }
    return places.toString();
  }
}
