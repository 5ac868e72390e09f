package org.plimsoll.cli;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code plimsoll fleet place}: moves a live run to some nodes of a fleet. */
final class FleetPlaceCommand implements Callable<Integer> {
  private final Console console;
  private final CommandSpec spec;

  private FleetPlaceCommand(Console console) {
    this.console = console;
    spec =
        Options.command(
            "place",
            this,
            "Moves a live run to some nodes. The other nodes hand over their shares and "
                + "stop sending.");
    spec.addPositional(Options.word("RUN", 0, "Id of the run."));
    spec.addPositional(
        PositionalParamSpec.builder()
            .paramLabel("NODES")
            .index("1..*")
            .arity("1..*")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .description(
                "region=…, datacenter=…, rack=… or node=…, including nodes that join "
                    + "later; several add up. fleet: all nodes.")
            .build());
    FleetClient.addTo(spec);
    HelpText.examples(
        spec,
        "fleet place 5f3a datacenter=b",
        "fleet place 5f3a node=node-4 node=node-5",
        "fleet place 5f3a fleet");
  }

  static CommandSpec spec(Console console) {
    return new FleetPlaceCommand(console).spec;
  }

  @Override
  public Integer call() throws Exception {
    ParseResult given = spec.commandLine().getParseResult();
    String run = FleetClient.runPath(given);
    String nodes = String.join(", ", given.matchedPositionalValue(1, List.<String>of()));
    try (FleetClient client = FleetClient.of(given)) {
      client.post(run + "/place", Map.of("place", nodes));
    }
    console.say("Run " + given.matchedPositionalValue(0, "") + " moves to " + nodes + ".");
    return ExitCode.DONE;
  }
}
