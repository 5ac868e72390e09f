package org.plimsoll.cli;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.fleet.cluster.ClusterSettings;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** A command of {@code plimsoll fleet} that sends one request to a node and confirms it. */
final class FleetRequestCommand implements Callable<Integer> {
  private final Console console;
  private final Function<ParseResult, Request> request;
  private final CommandSpec spec;

  /**
   * A request.
   *
   * @param done sentence to print after the request
   */
  private record Request(String path, Map<String, Object> body, String done) {}

  private FleetRequestCommand(
      Console console,
      String name,
      String description,
      List<PositionalParamSpec> arguments,
      Function<ParseResult, Request> request) {
    this.console = console;
    this.request = request;
    spec = Options.command(name, this, description);
    arguments.forEach(spec::addPositional);
    FleetClient.addTo(spec);
  }

  /** {@code plimsoll fleet drain NODE}: removes a node from the fleet. */
  static CommandSpec drain(Console console) {
    CommandSpec spec =
        new FleetRequestCommand(
                console,
                "drain",
                "Removes a node from the fleet. Its process continues as a single server.",
                List.of(nodeArgument()),
                given -> {
                  String node = node(given);
                  return new Request(
                      "/fleet/drain",
                      Map.of("node", node),
                      "Node '" + node + "' is leaving the fleet.");
                })
            .spec;
    HelpText.examples(spec, "fleet drain node-3", "fleet drain 10.0.0.3:7460");
    return spec;
  }

  /** {@code plimsoll fleet weigh NODE WEIGHT}: sets the weight of a node. */
  static CommandSpec weigh(Console console) {
    PositionalParamSpec weights =
        Options.word(
            "WEIGHT",
            1,
            "From 1 to "
                + ClusterSettings.WEIGHT_MAX
                + "; each node starts with 1"
                + " or its --weight.");
    CommandSpec spec =
        new FleetRequestCommand(
                console,
                "weigh",
                "Sets the weight of a node. The share of a node in each run is its weight, divided"
                    + " by the sum of the weights of all nodes.",
                List.of(nodeArgument(), weights),
                given -> {
                  String node = node(given);
                  String text = given.matchedPositionalValue(1, "");
                  long weight = Options.number("WEIGHT", text, 1, ClusterSettings.WEIGHT_MAX);
                  return new Request(
                      "/fleet/weight",
                      Map.of("node", node, "weight", weight),
                      "Node '" + node + "' has weight " + weight + ".");
                })
            .spec;
    HelpText.examples(spec, "fleet weigh node-3 2", "fleet weigh 10.0.0.3:7460 10");
    return spec;
  }

  /** {@code plimsoll fleet place RUN NODES}: moves a live run to some nodes of a fleet. */
  static CommandSpec place(Console console) {
    PositionalParamSpec nodes =
        PositionalParamSpec.builder()
            .paramLabel("NODES")
            .index("1..*")
            .arity("1..*")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .description(
                "region=…, datacenter=…, rack=… or node=…, including nodes that join "
                    + "later; several add up. fleet: all nodes.")
            .build();
    CommandSpec spec =
        new FleetRequestCommand(
                console,
                "place",
                "Moves a live run to some nodes. The other nodes hand over their shares and "
                    + "stop sending.",
                List.of(Options.word("RUN", 0, "Id of the run."), nodes),
                given -> {
                  String places =
                      String.join(", ", given.matchedPositionalValue(1, List.<String>of()));
                  return new Request(
                      FleetClient.runPath(given) + "/place",
                      Map.of("place", places),
                      "Run " + given.matchedPositionalValue(0, "") + " moves to " + places + ".");
                })
            .spec;
    HelpText.examples(
        spec,
        "fleet place 5f3a datacenter=b",
        "fleet place 5f3a node=node-4 node=node-5",
        "fleet place 5f3a fleet");
    return spec;
  }

  private static PositionalParamSpec nodeArgument() {
    return Options.word("NODE", 0, "Name or address of the node.");
  }

  private static String node(ParseResult given) {
    String node = given.matchedPositionalValue(0, "");
    if (node.isBlank()) {
      throw new InvalidSpecException("NODE: must be the name or the address of a node");
    }
    return node;
  }

  @Override
  public Integer call() throws Exception {
    ParseResult given = spec.commandLine().getParseResult();
    Request its = request.apply(given);
    try (FleetClient client = FleetClient.of(given)) {
      client.post(its.path, its.body);
    }
    console.say(its.done);
    return ExitCode.DONE;
  }
}
