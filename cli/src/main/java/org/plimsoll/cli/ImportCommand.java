package org.plimsoll.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.settings.importing.Imported;
import org.plimsoll.settings.importing.NdbenchImport;
import org.plimsoll.settings.importing.VoldemortArguments;
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
    spec.addPositional(Options.word("TOOL", 0, "ycsb, ndbench or voldemort."));
    spec.addPositional(
        PositionalParamSpec.builder()
            .paramLabel("FILE")
            .index("1..*")
            .arity("0..*")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .description(
                HelpText.unbroken(
                    "Property files, later ones win; also the other tool's own options:"
                        + " --record-count 1000 -r 80 -w 20 of Voldemort's, -DNAME=VALUE of"
                        + " NDBench."))
            .build());
    spec.addOption(Options.list("-p", "NAME=VALUE", "Property that overrides files; repeatable."));
    spec.addOption(
        Options.value("--target", "URI", "Target of the spec; ycsb:DB uses a binding of YCSB."));
    spec.addOption(Options.flag("--load", "Convert YCSB's load phase, not its run."));
    spec.parser().unmatchedOptionsArePositionalParams(true); // those of the other tool
    HelpText.examples(
        spec,
        "import ycsb workloads/workloada --target redis://127.0.0.1",
        "import ndbench application.properties --target redis://127.0.0.1",
        "import voldemort --record-count 1000 --ops-count 5000 -r 80 -w 20");
  }

  static CommandSpec spec(Console console) {
    return new ImportCommand(console).spec;
  }

  @Override
  public Integer call() {
    ParseResult given = spec.commandLine().getParseResult();
    String tool = given.matchedPositionalValue(0, "");
    List<String> words = given.matchedPositionalValue(1, List.of());
    List<String> values = Options.texts(given, "-p");
    Properties properties = properties(tool, words, values);
    if (properties.isEmpty()) {
      throw new InvalidSpecException("FILE: must be given, or properties by -p NAME=VALUE");
    }
    String target = Options.text(given, "--target");
    boolean load = given.hasMatchedOption("--load");
    Imported imported = imported(tool, properties, target, load);
    console.out().print(imported.yaml(tool));
    console.out().flush();
    imported.notTaken().forEach(note -> console.say("import: " + note));
    return ExitCode.DONE;
  }

  /** Returns the properties from files, from the other tool's own options, and from {@code -p}. */
  private Properties properties(String tool, List<String> words, List<String> values) {
    if (tool.equals(VOLDEMORT)) {
      VoldemortArguments arguments = VoldemortArguments.parse(words);
      arguments
          .ignored()
          .forEach(option ->
              console.say("import: " + option + " is ignored: the tool reads only --prop-file"));
      Properties properties = PropertyFiles.read(arguments.files(), List.of());
      properties.putAll(arguments.properties());
      properties.putAll(PropertyFiles.read(List.of(), values));
      return properties;
    }
    List<String> files = new ArrayList<>();
    List<String> given = new ArrayList<>();
    for (String word : words) {
      if (tool.equals(NDBENCH) && word.startsWith("-D")) {
        given.add(word.substring(2));
      } else if (word.startsWith("-")) {
        throw new InvalidSpecException(
            "'" + word + "' is not an option of plimsoll import " + tool);
      } else {
        files.add(word);
      }
    }
    given.addAll(values);
    return PropertyFiles.read(files, given);
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
