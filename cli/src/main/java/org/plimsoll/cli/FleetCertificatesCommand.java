package org.plimsoll.cli;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.fleet.cluster.Certificates;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code plimsoll fleet certificates}: makes a certificate authority and certificates of nodes. */
final class FleetCertificatesCommand implements Callable<Integer> {
  private final Console console;
  private final CommandSpec spec;

  private FleetCertificatesCommand(Console console) {
    this.console = console;
    spec =
        Options.command(
            "certificates",
            this,
            "Makes a certificate authority, unless the folder has one, and a certificate and a key"
                + " for each node.");
    spec.addPositional(
        PositionalParamSpec.builder()
            .paramLabel("NODE")
            .index("0..*")
            .arity("1..*")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .description(
                HelpText.unbroken(
                    "Host name or address of a node, as in --fleet-host; *.example.com is"
                        + " allowed."))
            .build());
    spec.addOption(Options.value("--out", "DIR", "Folder for the files (certificates)."));
    HelpText.examples(spec, "fleet certificates --out certificates 10.0.0.1 10.0.0.2");
  }

  static CommandSpec spec(Console console) {
    return new FleetCertificatesCommand(console).spec;
  }

  @Override
  public Integer call() {
    ParseResult given = spec.commandLine().getParseResult();
    List<String> nodes = given.matchedPositionalValue(0, List.of());
    if (nodes.isEmpty() || nodes.stream().distinct().count() < nodes.size()) {
      throw new InvalidSpecException("NODE: must be given once for each node");
    }
    String out = Options.text(given, "--out");
    Path folder = Path.of(out == null ? "certificates" : out);
    Certificates.write(folder, nodes, Instant.now()).forEach(console.out()::println);
    console.say(
        "To each node, copy ca.pem and the two files with its name. Do not copy "
            + folder.resolve(Certificates.AUTHORITY_KEY)
            + " to a node: with it, anyone can join the fleet.");
    return ExitCode.DONE;
  }
}
