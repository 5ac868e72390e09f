package org.plimsoll.report.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.plimsoll.result.Floor;
import org.plimsoll.result.Interval.Percentiles;
import org.plimsoll.result.MachineFacts;

class FloorTextTest {
  private final MachineFacts machine =
      new MachineFacts(2, 8_000_000_000L, 1 << 30, "tsc", "performance");

  @Test
  void theTextFitsATerminalAndStatesTheConclusion() {
    Floor floor =
        new Floor(
            machine,
            new Percentiles(1000, 370, 2_000, 33_000, 90_000, 1_200_000),
            new Percentiles(250, 27_000, 40_000, 61_000, 90_000, 300_000),
            23.8,
            27.9,
            5_440_000,
            0.001,
            0.4);

    assertThat(FloorText.of(floor, Screen.PLAIN).lines()).allMatch(line -> line.length() <= 80);
    assertThat(FloorText.of(floor, new Screen(60, false)).lines())
        .allMatch(line -> line.length() <= 60);
    assertThat(FloorText.of(floor, Screen.PLAIN))
        .contains(
            "2 processors, 8.00 GB memory",
            "tsc, performance",
            "timer is late     p50 370 ns, p99 33.0 µs, max 1.20 ms",
            "5.44M operations/s",
            "0.10 % of the processors",
            "less than a tenth of a p99 from 330 µs on");
  }
}
