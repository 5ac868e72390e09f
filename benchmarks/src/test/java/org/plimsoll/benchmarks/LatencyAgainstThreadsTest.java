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

  /** Attempts to compare two short runs, of which neither is stopped by other work. */
  private static final int TRIES = 5;

  @Test
  void throughputGrowsWithTheWorkers() throws Exception {
    Map<Integer, Summary> byWorkers = LatencyAgainstThreads.measure("500ms", List.of(1, 8));
    // A busy machine may stop the eight workers for most of their half of a second. The runs of
    // another try show what they do when they are not stopped.
    for (int tries = 1; tries < TRIES && ratio(byWorkers) <= 4; tries++) {
      byWorkers = LatencyAgainstThreads.measure("500ms", List.of(1, 8));
    }
    Summary one = Objects.requireNonNull(byWorkers.get(1));
    Summary eight = Objects.requireNonNull(byWorkers.get(8));
    assertThat(one.figures().load().model()).isEqualTo("closed");
    assertThat(one.accounting().answered().succeeded()).isPositive();
    // The simulated store has no limit: eight workers do eight times the work of one. Half of that
    // allows for a busy machine.
    assertThat(ratio(byWorkers)).isGreaterThan(4);
    assertThat(LatencyAgainstThreads.line(8, eight)).startsWith("8 workers: ");
  }

  /** The throughput of eight workers per throughput of one. */
  private static double ratio(Map<Integer, Summary> byWorkers) {
    return Objects.requireNonNull(byWorkers.get(8)).figures().throughputPerSecond()
        / Objects.requireNonNull(byWorkers.get(1)).figures().throughputPerSecond();
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
