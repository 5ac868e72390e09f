package org.plimsoll.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.engine.spec.FleetSpec;
import org.plimsoll.engine.spec.FleetSpec.CannotStart;
import org.plimsoll.engine.spec.FleetSpec.Loss;
import org.plimsoll.engine.spec.Scope;
import org.plimsoll.engine.spec.Scope.Level;

class FleetSettingsTest {
  @Test
  void withoutSettingsARunIsEverywhereAndItsSharesMove() {
    assertThat(FleetSettings.spec(Map.of()))
        .isEqualTo(new FleetSpec(List.of(), CannotStart.STOP, Loss.REDISTRIBUTE));
    assertThat(FleetSpec.isPlaced(List.of(), "127.0.0.1:7460#1", Map.of())).isTrue();
  }

  @Test
  void nodesAreNamedByTheirLabels() {
    FleetSpec spec =
        FleetSettings.spec(
            Map.of(
                "place", "rack=eu-1/a, node=b",
                "node-cannot-start", "continue",
                "node-lost", "degrade"));
    assertThat(spec)
        .isEqualTo(
            new FleetSpec(
                List.of(new Scope(Level.RACK, "eu-1/a"), new Scope(Level.NODE, "b")),
                CannotStart.CONTINUE,
                Loss.DEGRADE));
    Map<String, String> inRack = Map.of("datacenter", "eu-1", "rack", "a", "name", "c");
    assertThat(FleetSpec.isPlaced(spec.nodes(), "10.0.0.1:7460#1", inRack)).isTrue();
    assertThat(FleetSpec.isPlaced(spec.nodes(), "10.0.0.2:7460#1", Map.of("name", "b"))).isTrue();
    Map<String, String> other = Map.of("datacenter", "us-1", "rack", "a", "name", "d");
    assertThat(FleetSpec.isPlaced(spec.nodes(), "10.0.0.3:7460#1", other)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "node-1", "rack=", "=a", "rack=a,", "zone=a"})
  void whatNamesNoNodesIsRefused(String text) {
    assertThatThrownBy(() -> FleetSettings.PLACE.parse(text))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
