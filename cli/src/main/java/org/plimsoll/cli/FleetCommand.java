package org.plimsoll.cli;

import java.util.Map;
import java.util.concurrent.Callable;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.fleet.cluster.ClusterSettings;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
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
    spec.addSubcommand("weigh", new Weigh(console).spec);
    spec.addSubcommand("place", FleetPlaceCommand.spec(console));
    spec.addSubcommand("change", FleetChangeCommand.spec(console));
    spec.addSubcommand("local", FleetLocalCommand.spec(console));
    spec.addSubcommand("certificates", FleetCertificatesCommand.spec(console));
    spec.usageMessage().commandListHeading("%nCommands%n");
    HelpText.examples(
        spec,
        "fleet --url http://127.0.0.1:7450",
        "fleet drain node-3",
        "fleet weigh node-3 2",
        "fleet place 5f3a datacenter=b",
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

  private static String node(ParseResult given) {
    String node = given.matchedPositionalValue(0, "");
    if (node.isBlank()) {
      throw new InvalidSpecException("NODE: must be the name or the address of a node");
    }
    return node;
  }

  /** {@code plimsoll fleet weigh NODE WEIGHT}: sets the weight of a node. */
  private static final class Weigh implements Callable<Integer> {
    private final Console console;
    private final CommandSpec spec;

    Weigh(Console console) {
      this.console = console;
      spec =
          Options.command(
              "weigh",
              this,
              "Sets the weight of a node. The share of a node in each run is its weight, divided"
                  + " by the sum of the weights of all nodes.");
      spec.addPositional(Options.word("NODE", 0, "Name or address of the node."));
      spec.addPositional(
          Options.word(
              "WEIGHT",
              1,
              "From 1 to "
                  + ClusterSettings.WEIGHT_MAX
                  + "; each node starts with 1"
                  + " or its --weight."));
      FleetClient.addTo(spec);
      HelpText.examples(spec, "fleet weigh node-3 2", "fleet weigh 10.0.0.3:7460 10");
    }

    @Override
    public Integer call() throws Exception {
      ParseResult given = spec.commandLine().getParseResult();
      String node = node(given);
      String text = given.matchedPositionalValue(1, "");
      long weight = Options.number("WEIGHT", text, 1, ClusterSettings.WEIGHT_MAX);
      try (FleetClient client = FleetClient.of(given)) {
        client.post("/fleet/weight", Map.of("node", node, "weight", weight));
      }
      console.say("Node '" + node + "' has weight " + weight + ".");
      return ExitCode.DONE;
    }
  }

  /** {@code plimsoll fleet drain NODE}: removes a node from the fleet. */
  private static final class Drain implements Callable<Integer> {
    private final Console console;
    private final CommandSpec spec;

    Drain(Console console) {
      this.console = console;
      spec =
          Options.command(
              "drain",
              this,
              "Removes a node from the fleet. Its process continues as a single server.");
      spec.addPositional(Options.word("NODE", 0, "Name or address of the node."));
      FleetClient.addTo(spec);
      HelpText.examples(spec, "fleet drain node-3", "fleet drain 10.0.0.3:7460");
    }

    @Override
    public Integer call() throws Exception {
      String node = node(spec.commandLine().getParseResult());
      try (FleetClient client = FleetClient.of(spec.commandLine().getParseResult())) {
        client.post("/fleet/drain", Map.of("node", node));
      }
      console.say("Node '" + node + "' is leaving the fleet.");
      return ExitCode.DONE;
    }
  }
}
