package org.plimsoll.cli;

import java.util.List;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.settings.importing.Imported;
import org.plimsoll.settings.importing.NdbenchImport;
import org.plimsoll.settings.importing.VoldemortImport;
import org.plimsoll.settings.importing.YcsbImport;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code plimsoll import TOOL FILE…}: converts the properties of another tool to a spec file. */
final class ImportCommand implements Callable<Integer> {
  private static final String YCSB = "ycsb";
  private static final String NDBENCH = "ndbench";
  private static final String VOLDEMORT = "voldemort";

  private final Console console;
  private final CommandSpec spec;

  private ImportCommand(Console console) {
    this.console = console;
    spec =
        Options.command(
            "import",
            this,
            "Converts the properties of another tool to a spec file, and reports each mapping.");
    spec.addPositional(
        PositionalParamSpec.builder()
            .paramLabel("TOOL")
            .index("0")
            .arity("1")
            .type(String.class)
            .description("ycsb, ndbench or voldemort.")
            .build());
    spec.addPositional(
        PositionalParamSpec.builder()
            .paramLabel("FILE")
            .index("1..*")
            .arity("0..*")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .description("Property files; later ones win.")
            .build());
    spec.addOption(Options.list("-p", "NAME=VALUE", "Property that overrides files; repeatable."));
    spec.addOption(Options.value("--target", "URI", "The store; ycsb:DB uses a binding of YCSB."));
    spec.addOption(Options.flag("--load", "Convert YCSB's load phase, not its run."));
    HelpText.examples(spec, "import ycsb workloads/workloada --target redis://127.0.0.1");
  }

  static CommandSpec spec(Console console) {
    return new ImportCommand(console).spec;
  }

  @Override
  public Integer call() {
    ParseResult given = spec.commandLine().getParseResult();
    String tool = given.matchedPositionalValue(0, "");
    List<String> files = given.matchedPositionalValue(1, List.of());
    List<String> values = Options.texts(given, "-p");
    if (files.isEmpty() && values.isEmpty()) {
      throw new InvalidSpecException("FILE: must be given, or properties by -p NAME=VALUE");
    }
    Properties properties = PropertyFiles.read(files, values);
    String target = Options.text(given, "--target");
    boolean load = given.hasMatchedOption("--load");
    Imported imported = imported(tool, properties, target, load);
    console.out().print(imported.yaml(tool));
    console.out().flush();
    imported.notTaken().forEach(note -> console.say("import: " + note));
    return ExitCode.DONE;
  }

  private static Imported imported(
      String tool, Properties properties, @Nullable String target, boolean load) {
    return switch (tool) {
      case YCSB ->
          target != null && target.startsWith(YCSB + ":")
              ? YcsbImport.forBinding(properties, load, target.substring(YCSB.length() + 1))
              : YcsbImport.forDriver(properties, load, target);
      case NDBENCH -> NdbenchImport.of(properties, target);
      case VOLDEMORT -> VoldemortImport.of(properties, target);
      default ->
          throw new InvalidSpecException(
              "TOOL: must be one of ycsb, ndbench, voldemort, was '" + tool + "'");
    };
  }
}
