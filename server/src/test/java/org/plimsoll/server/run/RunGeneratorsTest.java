package org.plimsoll.server.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.fleet.FleetNode;
import org.plimsoll.fleet.FleetView;
import org.plimsoll.fleet.GeneratorVerdict;
import org.plimsoll.fleet.NodeIdentity;
import org.plimsoll.fleet.NodeLabels;
import org.plimsoll.fleet.NodeStatus;

class RunGeneratorsTest {
  private static final Duration LONG = Duration.ofMinutes(10);

  @TempDir private Path folder;

  @Test
  void anEndedRunHasTheVerdictOfANodeThatTellsItLate() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    new RunGenerators(
            () ->
                view(
                    node("a", FleetNode.State.UP, "valid"),
                    node("b", FleetNode.State.UP, asked.incrementAndGet() > 2 ? "suspect" : null)),
            Map::of)
        .write("run", folder, LONG);
    assertThat(RunGenerators.read(folder).orElseThrow().generators())
        .extracting(RunGenerators.Generator::validity)
        .containsExactly("valid", "suspect");
  }

  @Test
  void aLostNodesVerdictIsNotWaitedFor() throws Exception {
    new RunGenerators(
            () ->
                view(
                    node("a", FleetNode.State.UP, "valid"),
                    node("b", FleetNode.State.UNREACHABLE, null)),
            Map::of)
        .write("run", folder, LONG);
    assertThat(RunGenerators.read(folder).orElseThrow().generators())
        .extracting(RunGenerators.Generator::validity)
        .containsExactly("valid", null);
  }

  @Test
  void theWaitForAVerdictHasAnEnd() throws Exception {
    new RunGenerators(() -> view(node("a", FleetNode.State.UP, null)), Map::of)
        .write("run", folder, Duration.ofMillis(1));
    assertThat(RunGenerators.read(folder)).isPresent();
  }

  private static FleetView view(FleetNode... nodes) {
    return new FleetView("test", "a", FleetView.Phase.JOINED, 1, List.of(nodes), List.of());
  }

  private static FleetNode node(String name, FleetNode.State state, @Nullable String validity) {
    GeneratorVerdict verdict =
        new GeneratorVerdict("run", name.equals("a") ? 0 : 1, validity, null, null);
    return new FleetNode(
        new NodeIdentity(name, "http://127.0.0.1:1", "1", NodeLabels.NONE),
        "127.0.0.1:2",
        state,
        Instant.EPOCH,
        false,
        new NodeStatus(List.of(), 1, 1, 0, 0, 0, 0, List.of(verdict)));
  }
}
