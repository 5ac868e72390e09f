package org.plimsoll.driver.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.apache.zookeeper.common.PathUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.testkit.TestOperation.TestKey;

class PathsTest {
  @ParameterizedTest
  @CsvSource({"user1,user1", "a.b-c_d~,a.b-c_d~", ".,%2E", "..,%2E.", "a/b,a%2Fb", "%41,%2541"})
  void aNameKeepsWhatZooKeeperAllowsAndEncodesTheRest(String key, String name) {
    assertThat(Paths.name(key.getBytes(StandardCharsets.UTF_8))).isEqualTo(name);
  }

  @Test
  void everyByteHasAValidNameOfItsOwn() {
    Set<String> names = new HashSet<>();
    for (int each = 0; each < 256; each++) {
      String name = Paths.name(new byte[] {(byte) each});
      PathUtils.validatePath("/" + name);
      names.add(name);
    }
    assertThat(names).hasSize(256);
  }

  @Test
  void rowsAreDistributedOverAllParents() {
    Paths paths = new Paths("/rows", 16);
    Set<String> used = new HashSet<>();
    for (int key = 0; key < 1000; key++) {
      used.add(paths.parent(TestKey.of(key)));
    }
    assertThat(used).hasSize(16).containsExactlyInAnyOrderElementsOf(paths.parents());
    assertThat(new Paths("/rows", 1).of(TestKey.of(7))).isEqualTo("/rows/user7");
  }
}
