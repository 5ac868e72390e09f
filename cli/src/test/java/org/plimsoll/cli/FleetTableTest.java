package org.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.plimsoll.report.folder.ResultJson;
import tools.jackson.databind.JsonNode;

class FleetTableTest {
  private static final JsonNode FLEET =
      ResultJson.mapper()
          .readTree(
              """
              {"name": "trial", "self": "node-1", "phase": "joined", "coordinator": "node-1",
               "nodes": [
                {"name": "node-1", "page": "https://10.0.0.1:7450", "state": "up", "share": 0.25,
                 "weight": 1,
                 "datacenter": "eu-1", "rack": "a", "cpu": 0.71, "residentBytes": 209715200,
                 "clockOffsetNanos": 0, "verdict": "valid",
                 "verdicts": [{"run": "7f", "generator": 0, "validity": "valid", "reason": null,
                  "lagNanos": 51000}]},
                {"name": "node-2", "page": "https://10.0.0.2:7450", "state": "unreachable",
                 "share": 0.75, "weight": 3, "datacenter": "eu-2", "rack": "b", "cpu": 1.5,
                 "residentBytes": 209715200, "clockOffsetNanos": -12300000, "verdict": "suspect",
                 "verdicts": [{"run": "7f", "generator": 1, "validity": "suspect",
                  "reason": "The generator was paused twice (0.46 % of the run, longest 48.7 ms):\
               up to 12 % of the p99 shown.", "lagNanos": 4200000}]}]}
              """);

  @Test
  void aNarrowTerminalGetsTwoLinesANodeAndNothingIsCut() {
    List<String> lines = FleetTable.of(FLEET, 80);

    assertThat(lines).allMatch(line -> line.length() <= 80);
    assertThat(lines)
        .containsExactly(
            "Fleet 'trial' as 'node-1' sees it (joined): 1 up, coordinator 'node-1'",
            "node    state        share  weight  verdict  lag     cpu   MiB  clock",
            "  place   page",
            "node-1  up           0.250  1       valid    0.1 ms  0.71  200  +0.0 ms",
            "  eu-1/a  https://10.0.0.1:7450",
            "node-2  unreachable  0.750  3       suspect  4.2 ms  1.50  200  -12.3 ms",
            "  eu-2/b  https://10.0.0.2:7450",
            "node-2, run 7f: The generator was paused twice (0.46 % of the run, longest 48.7",
            "  ms): up to 12 % of the p99 shown.");
  }

  @Test
  void aWideTerminalGetsOneLineANode() {
    assertThat(FleetTable.of(FLEET, 120))
        .hasSize(5)
        .element(2)
        .isEqualTo(
            "node-1  up           0.250  1       valid    0.1 ms  0.71  200  +0.0 ms   eu-1/a"
                + "  https://10.0.0.1:7450");
  }

  @Test
  void aTextOfAnotherNodeCannotControlTheTerminal() {
    String told = FLEET.toString().replace("The generator was", "The\\u001b[2J generator was");

    assertThat(FleetTable.of(ResultJson.mapper().readTree(told), 80))
        .noneMatch(line -> line.contains("\u001b"));
  }
}
