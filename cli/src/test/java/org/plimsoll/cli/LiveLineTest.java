package org.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Interval.OperationInterval;
import org.plimsoll.result.Interval.Percentiles;
import org.plimsoll.result.Phase;
import org.plimsoll.result.Rates;

class LiveLineTest {
  private static final String CLEAR = "\r\033[K";
  private static final Percentiles TIMES = new Percentiles(9, 1_000, 2_000, 3_000, 4_000, 5_000);

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @ParameterizedTest
  @CsvSource({"20, 20", "40, 40", "80, 57", "200, 57", "0, 57"})
  void eachSecondFitsTheCurrentWidthOfTheTerminal(int columns, int expected) {
    line(true, columns).show(interval(), 0);
    assertThat(written()).startsWith(CLEAR);
    assertThat(written().substring(CLEAR.length())).hasSize(expected).doesNotContain("\n");
  }

  @Test
  void printedLinesAndTheStatusLineDoNotOverwriteEachOther() {
    LiveLine line = line(true, 20);
    line.say("before");
    line.show(interval(), 0);
    line.say("stays");
    line.end();
    assertThat(written().lines()).element(0).isEqualTo("before");
    assertThat(written()).contains(CLEAR + "stays" + System.lineSeparator()).endsWith("stays\n");
  }

  @Test
  void withoutATerminalThereIsNoStatusLine() {
    LiveLine line = line(false, 80);
    line.show(interval(), 0);
    line.end();
    assertThat(written()).isEmpty();
  }

  private LiveLine line(boolean terminal, int columns) {
    PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
    return new LiveLine(new Console(stream, stream, terminal, false, Path.of(".")), () -> columns);
  }

  private String written() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private static Interval interval() {
    return new Interval(
        new Interval.Window(60_000_000_000L, 1_000_000_000L, Phase.MEASURE),
        new Interval.LoadInterval(
            9,
            new Rates(9.0, 9, 9.0, 0.0),
            0,
            0,
            new Accounting(9, new Accounting.Answered(9, 0), Accounting.Errors.NONE, 0),
            Map.of(),
            Map.of("all", new OperationInterval(9, TIMES, TIMES))),
        TIMES,
        new Interval.Health(0, 0, 0, 0, 0),
        Map.of(),
        null);
  }
}
