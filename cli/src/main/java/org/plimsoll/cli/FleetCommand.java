package org.plimsoll.cli;

import java.util.concurrent.Callable;
import org.plimsoll.engine.spec.InvalidSpecException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import tools.jackson.databind.JsonNode;

/** {@code plimsoll fleet}: lists the nodes of a fleet. */
final class FleetCommand implements Callable<Integer> {
  private final Console console;
  private final CommandSpec spec;

  private FleetCommand(Console console) {
    this.console = console;
    spec = Options.command("fleet", this, "Lists the nodes of a fleet.");
    FleetClient.addTo(spec);
    spec.addSubcommand("drain", new Drain(console).spec);
    spec.addSubcommand("change", FleetChangeCommand.spec(console));
    spec.addSubcommand("local", FleetLocalCommand.spec(console));
    spec.addSubcommand("certificates", FleetCertificatesCommand.spec(console));
    spec.usageMessage().commandListHeading("%nCommands%n");
    HelpText.examples(
        spec,
        "fleet --url http://127.0.0.1:7450",
        "fleet drain node-3",
        "fleet change 5f3a timeout=2s --scope node=node-3",
        "fleet local 4",
        "fleet certificates --out certificates 10.0.0.1 10.0.0.2");
  }

  static CommandSpec spec(Console console) {
    return new FleetCommand(console).spec;
  }

  @Override
  public Integer call() throws Exception {
    try (FleetClient client = FleetClient.of(spec.commandLine().getParseResult())) {
      JsonNode fleet = client.get("/fleet");
      FleetTable.of(fleet, console.columns()).forEach(console.out()::println);
    }
    return ExitCode.DONE;
  }

  /** {@code plimsoll fleet drain NODE}. */
  private static final class Drain implements Callable<Integer> {
    private final Console console;
    private final CommandSpec spec;

    Drain(Console console) {
      this.console = console;
      spec =
          Options.command(
              "drain",
              this,
              "Removes a node from the fleet. Its process continues as a single" + " server.");
      spec.addPositional(
          PositionalParamSpec.builder()
              .paramLabel("NODE")
              .index("0")
              .arity("1")
              .type(String.class)
              .description("Name or address of the node.")
              .build());
      FleetClient.addTo(spec);
      HelpText.examples(spec, "fleet drain node-3", "fleet drain 10.0.0.3:7460");
    }

    @Override
    public Integer call() throws Exception {
      String node = spec.commandLine().getParseResult().matchedPositionalValue(0, "");
      if (node.isBlank()) {
        throw new InvalidSpecException("NODE: must be the name or the address of a node");
      }
      try (FleetClient client = FleetClient.of(spec.commandLine().getParseResult())) {
        client.post("/fleet/drain", java.util.Map.of("node", node));
      }
      console.say("Node '" + node + "' is leaving the fleet.");
      return ExitCode.DONE;
    }
  }
}
