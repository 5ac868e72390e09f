package org.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Interval.Percentiles;
import org.plimsoll.result.Phase;
import org.plimsoll.result.Rates;
import org.plimsoll.result.RunEvent;

class ProgressTest {
  private static final Percentiles TIMES = new Percentiles(9, 1_000, 2_000, 3_000, 4_000, 5_000);

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void theShownTotalIncludesTheTimeToOpenTheTarget() {
    PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
    Console console = new Console(stream, stream, false, false, Path.of("."));
    Progress progress = new Progress(console, seconds(6), true);
    progress.event(new RunEvent(seconds(11), EventKind.PHASE, "warmup begins"));
    progress.event(new RunEvent(seconds(12), EventKind.PHASE, "measure begins"));
    progress.interval(measured(seconds(13)), Map.of());
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("measure 0:13/0:17 ");
  }

  @Test
  void findingsAreLeftToTheTableIfThereIsOne() {
    PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
    Console console = new Console(stream, stream, false, false, Path.of("."));
    RunEvent finding = new RunEvent(seconds(11), EventKind.FINDING, "not-sent: 12 were shed");
    new Progress(console, 0, true).event(finding);
    assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    new Progress(console, 0, false).event(finding);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("12 were shed");
  }

  private static long seconds(int seconds) {
    return TimeUnit.SECONDS.toNanos(seconds);
  }

  private static Interval measured(long atNanos) {
    return new Interval(
        new Interval.Window(atNanos, seconds(1), Phase.MEASURE),
        new Interval.LoadInterval(
            9,
            new Rates(9.0, 9, 9.0, 0.0),
            0,
            0,
            new Accounting(9, new Accounting.Answered(9, 0), Accounting.Errors.NONE, 0),
            Map.of(),
            Map.of("all", new Interval.OperationInterval(9, TIMES, TIMES))),
        TIMES,
        new Interval.Health(0, 0, 0, 0, 0),
        Map.of(),
        null);
  }
}
