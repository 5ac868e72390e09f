package org.plimsoll.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.InvalidSpecException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;

/**
 * {@code plimsoll fleet change}: changes a live run on all or some nodes of a fleet: its
 * parameters, reads, writes and fill. Lists the values that apply to each node.
 */
final class FleetChangeCommand implements Callable<Integer> {
  private static final String SCOPE = "--scope";
  private static final String CLEAR = "--clear";
  private static final Set<String> SIDES = Set.of("reads", "writes", "fill");

  private final Console console;
  private final CommandSpec spec;

  private FleetChangeCommand(Console console) {
    this.console = console;
    spec =
        Options.command(
            "change",
            this,
            "Changes parameters of a live run, and starts and stops its reads, writes and fill."
                + " Then lists the values that apply to each node.");
    spec.addPositional(Options.word("RUN", 0, "Id of the run."));
    spec.addPositional(
        PositionalParamSpec.builder()
            .paramLabel("NAME=VALUE")
            .index("1..*")
            .arity("0..*")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .description(
                "Change such as timeout=2s or reads=off; without a value, removes the value "
                    + "that was set for the scope.")
            .build());
    spec.addOption(
        Options.value(
            SCOPE,
            "SCOPE",
            "Nodes: region=…, datacenter=…, rack=… or node=… (default: fleet, which is all)."));
    spec.addOption(
        OptionSpec.builder(CLEAR)
            .arity("0")
            .type(boolean.class)
            .description("First remove all values that were set for the scope.")
            .build());
    FleetClient.addTo(spec);
    HelpText.examples(
        spec,
        "fleet change 5f3a rate=20k",
        "fleet change 5f3a timeout=2s --scope node=node-3",
        "fleet change 5f3a reads=off --scope rack=eu-1/a",
        "fleet change 5f3a --clear --scope node=node-3");
  }

  static CommandSpec spec(Console console) {
    return new FleetChangeCommand(console).spec;
  }

  @Override
  public Integer call() throws Exception {
    ParseResult given = spec.commandLine().getParseResult();
    String run = FleetClient.runPath(given);
    String scope = Options.text(given, SCOPE);
    String query = scope == null ? "" : "?scope=" + FleetClient.encoded(scope);
    Map<String, @Nullable Object> parameters = new LinkedHashMap<>();
    Map<String, @Nullable Object> sides = new LinkedHashMap<>();
    for (String text : given.matchedPositionalValue(1, List.<String>of())) {
      read(text, parameters, sides);
    }
    try (FleetClient client = FleetClient.of(given)) {
      if (given.hasMatchedOption(CLEAR)) {
        JsonNode _ = client.send("DELETE", run + "/scopes" + query, Map.of());
      }
      if (!parameters.isEmpty()) {
        JsonNode _ = client.send("PATCH", run + "/parameters" + query, parameters);
      }
      if (!sides.isEmpty()) {
        JsonNode _ = client.send("PATCH", run + "/switches" + query, sides);
      }
      tell(client.get(run + "/scopes"));
    }
    return ExitCode.DONE;
  }

  private static void read(
      String text, Map<String, @Nullable Object> parameters, Map<String, @Nullable Object> sides) {
    int equals = text.indexOf('=');
    if (equals <= 0) {
      throw new InvalidSpecException("must be NAME=VALUE, such as timeout=2s, was '" + text + "'");
    }
    String name = text.substring(0, equals);
    String value = text.substring(equals + 1);
    if (!SIDES.contains(name)) {
      parameters.put(name, value.isEmpty() ? null : value);
    } else if (value.isEmpty()) {
      sides.put(name, null);
    } else if (value.equals("on") || value.equals("off")) {
      sides.put(name, value.equals("on"));
    } else {
      throw new InvalidSpecException(name + ": must be on or off, was '" + value + "'");
    }
  }

  private void tell(JsonNode scopes) {
    for (JsonNode node : scopes.path("nodes")) {
      StringBuilder line = new StringBuilder(node.path("name").asString());
      for (JsonNode value : node.path("values")) {
        line.append("  ")
            .append(value.path("path").asString().replaceFirst("^side/", ""))
            .append('=')
            .append(value.path("value").asString())
            .append(" (")
            .append(value.path("origin").asString())
            .append(')');
      }
      console.out().println(line);
    }
  }
}
