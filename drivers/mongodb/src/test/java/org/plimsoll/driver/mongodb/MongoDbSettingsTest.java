package org.plimsoll.driver.mongodb;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.TestTarget;

/** Tests what settings and addresses allow. */
class MongoDbSettingsTest {
  private static Driver driver() {
    return new MongoDbDriver();
  }

  @Test
  void aPipelineThatWritesOrRunsCodeIsRefused() {
    for (String stage : List.of("{\"$out\":\"x\"}", "{\"$match\":{\"$where\":\"true\"}}", "1")) {
      assertThatThrownBy(() -> TestTarget.values(driver(), Map.of("pipeline", "[" + stage + "]")))
          .hasMessageContaining("pipeline: must be a JSON array of stages that only read");
    }
  }

  @Test
  void unacknowledgedWritesAreRefusedSinceTheyHaveNoAnswer() {
    assertThatThrownBy(() -> TestTarget.values(driver(), Map.of("write-concern", "0")))
        .hasMessageContaining("write-concern: must be default, majority, or the number of members");
  }

  @Test
  void anAddressOfAnotherFormIsRefusedWithTheFormThatIsAllowed() {
    for (String wrong : List.of("", "host:port", "a,,b", "host/two words", "host:99999")) {
      assertThatThrownBy(() -> driver().checkAddress(wrong)).hasMessageContaining("must be");
    }
    driver().checkAddress("[::1]:27017,other/orders");
  }
}
