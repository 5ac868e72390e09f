package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.report.terminal.FloorText;
import org.plimsoll.report.terminal.Screen;
import org.plimsoll.result.Floor;

class CalibrationTest {
  @Test
  void everythingIsMeasured() throws Exception {
    Floor floor = Calibration.measure(Drivers.of(new SimDriver()));

    assertThat(floor.timerLateNanos().count()).isEqualTo(1_000);
    assertThat(floor.wakeUpNanos().count()).isPositive();
    assertThat(floor.wakeUpNanos().p50()).isPositive();
    assertThat(floor.clockReadNanos()).isPositive();
    assertThat(floor.recordNanos()).isPositive();
    assertThat(floor.operationsPerSecond()).isPositive();
    assertThat(floor.stealShare()).isBetween(0.0, 1.0);
    assertThat(FloorText.of(floor, Screen.PLAIN)).contains("timer is late");
  }
}
