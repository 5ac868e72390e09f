package org.plimsoll.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.plimsoll.result.Summary;

class LatencyAgainstThreadsTest {
  private static final String SOURCE =
      "src/main/java/org/plimsoll/benchmarks/LatencyAgainstThreads.java";

  @Test
  void throughputGrowsWithTheWorkers() throws Exception {
    Map<Integer, Summary> byWorkers = LatencyAgainstThreads.measure("500ms", List.of(1, 8));
    Summary one = Objects.requireNonNull(byWorkers.get(1));
    Summary eight = Objects.requireNonNull(byWorkers.get(8));
    assertThat(one.figures().load().model()).isEqualTo("closed");
    assertThat(one.accounting().answered().succeeded()).isPositive();
    // The simulated store has no limit: eight workers do eight times the work of one. Half of that
    // allows for a busy machine.
    assertThat(eight.figures().throughputPerSecond())
        .isGreaterThan(4 * one.figures().throughputPerSecond());
    assertThat(LatencyAgainstThreads.line(8, eight)).startsWith("8 workers: ");
  }

  @Test
  void theReadmeQuotesTheSource() throws IOException {
    String source = Files.readString(Path.of(SOURCE));
    String quoted =
        source
            .substring(
                source.indexOf("// README: from here\n") + "// README: from here\n".length(),
                source.indexOf("\n  // README: to here"))
            .stripIndent();
    assertThat(quoted).contains("Run.prepare");
    assertThat(Files.readString(Path.of("../README.md"))).contains(quoted);
  }
}
