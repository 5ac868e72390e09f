package org.plimsoll.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.JsonNode;

/** {@code plimsoll fleet}: lists the nodes of a fleet. */
final class FleetCommand implements Callable<Integer> {
  private final Console console;
  private final CommandSpec spec;

  private FleetCommand(Console console) {
    this.console = console;
    spec = Options.command("fleet", this, "Lists the nodes of a fleet.");
    FleetClient.addTo(spec);
    spec.addSubcommand("drain", FleetRequestCommand.drain(console));
    spec.addSubcommand("weigh", FleetRequestCommand.weigh(console));
    spec.addSubcommand("place", FleetRequestCommand.place(console));
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
}
