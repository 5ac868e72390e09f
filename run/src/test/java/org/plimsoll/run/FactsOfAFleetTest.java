package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.plimsoll.engine.share.ShareTable;
import org.plimsoll.result.Summary;

class FactsOfAFleetTest extends FleetRuns {
  /** A generator whose facts came later would wait for an entry that no coordinator stores. */
  @Test
  void aGeneratorSharesFactsOnlyBeforeTheFleetEndsTheRun() throws Exception {
    ScriptedSeat seat = new ScriptedSeat(0, ShareTable.alone());
    Summary summary = run(request("rate=1000"), seat, FleetRuns::nothing).summary();
    assertThat(seat.hasWaited()).isTrue();
    assertThat(seat.facts()).isNotEmpty().isEqualTo(summary.driver().targetFacts());
  }
}
