package org.plimsoll.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.plimsoll.api.Driver;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.NearestName;
import org.plimsoll.engine.spec.TargetUri;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Entry point of the command line. */
public final class Main {
  private static final String VERSION = "0.1.0";

  /** The least width that the library renders. */
  private static final int HELP_COLUMNS_MIN = 55;

  private static final int HELP_COLUMNS_MAX = 80;

  private Main() {}

  /** Runs one command and exits with its code. */
  public static void main(String[] args) {
    Console console = Console.ofProcess();
    int code = execute(console, args);
    // A print stream does not throw. A pipeline must not accept a truncated result.
    if (console.out().checkError() && code == ExitCode.DONE) {
      console.say("plimsoll: the output could not be written to stdout");
      code = ExitCode.FAILURE;
    }
    System.exit(code);
  }

  /** Runs one command. */
  static int execute(Console console, String... args) {
    if (args.length == 1 && (args[0].equals("--version") || args[0].equals("-V"))) {
      // Handled before the commands are loaded, because scripts call this often.
      console.out().println("plimsoll " + VERSION);
      return ExitCode.DONE;
    }
    return commandLine(console).execute(args);
  }

  static CommandLine commandLine(Console console) {
    Callable<Integer> usage = () -> ExitCode.BAD_USAGE;
    CommandSpec root =
        Options.command(
            "plimsoll", usage, "Finds the maximum throughput of a data store within an SLO.");
    root.version("plimsoll " + VERSION);
    root.addOption(
        CommandLine.Model.OptionSpec.builder("-V", "--version")
            .versionHelp(true)
            .arity("0")
            .type(boolean.class)
            .description("Show the version.")
            .build());
    List.of(
            RunCommand.run(console),
            RunCommand.fill(console),
            FindMaxCommand.spec(console),
            SweepCommand.spec(console),
            ServeCommand.spec(console),
            FleetCommand.spec(console),
            ReportCommand.spec(console),
            ExportCommand.spec(console),
            CompareCommand.spec(console),
            DriversCommand.spec(console),
            YcsbCommand.spec(console),
            ImportCommand.spec(console),
            CalibrateCommand.spec(console),
            SchemaCommand.spec(console),
            CompletionCommand.spec(console))
        .forEach(command -> root.addSubcommand(command.name(), command));
    root.usageMessage().commandListHeading("%nCommands%n");
    HelpText.examples(
        root,
        "run",
        "run redis://127.0.0.1:6379 --rate 10k --for 1m",
        "find-max redis://127.0.0.1:6379 --slo 'p99<10ms,errors<0.1%'",
        "serve --port 7450");
    CommandLine line = new CommandLine(root);
    line.setExpandAtFiles(false);
    line.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8));
    line.setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8));
    line.setParameterExceptionHandler((e, _) -> refuse(console, e));
    line.setExecutionExceptionHandler((e, _, _) -> explain(console, e));
    fit(line, console.columns());
    line.setExecutionStrategy(parsed -> execute(console, parsed));
    return line;
  }

  /** Sets the width of the help of a command and of its subcommands. */
  private static void fit(CommandLine command, int columns) {
    command.setUsageHelpWidth(Math.clamp(columns, HELP_COLUMNS_MIN, HELP_COLUMNS_MAX));
    command.getSubcommands().values().forEach(each -> fit(each, columns));
  }

  private static int execute(Console console, ParseResult parsed) {
    ParseResult last = parsed;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    CommandLine command = last.commandSpec().commandLine();
    if (last.isUsageHelpRequested()) {
      console.out().print(HelpText.of(command));
      console.out().flush();
      return ExitCode.DONE;
    }
    if (parsed.hasSubcommand() || parsed.isVersionHelpRequested()) {
      return new CommandLine.RunLast().execute(parsed);
    }
    console.err().print(HelpText.of(command));
    return ExitCode.BAD_USAGE;
  }

  private static int refuse(Console console, ParameterException e) {
    CommandSpec command = e.getCommandLine().getCommandSpec();
    String sentence = Console.sentence(e);
    if (e instanceof UnmatchedArgumentException unmatched && !unmatched.getUnmatched().isEmpty()) {
      String word = unmatched.getUnmatched().get(0);
      String name = word.replaceFirst("=.*", "");
      List<String> known = new ArrayList<>();
      if (word.startsWith("-")) {
        known.addAll(command.optionsMap().keySet());
      } else {
        known.addAll(command.subcommands().keySet());
      }
      String nearest =
          settingOfDriver(console, e.getCommandLine(), name)
              .or(() ->
                  NearestName.nearest(name, known).map(near -> ", did you mean '" + near + "'?"))
              .orElse("; " + command.qualifiedName() + " --help lists what is");
      String kind = word.startsWith("-") ? "an option" : "expected";
      sentence = "'" + name + "' is not " + kind + " of " + command.qualifiedName() + nearest;
    }
    console.say("plimsoll: " + new InvalidSpecException(sentence).getMessage());
    return ExitCode.BAD_USAGE;
  }

  /** Returns the hint for an option whose name is that of a setting of the target's driver. */
  private static Optional<String> settingOfDriver(
      Console console, CommandLine command, String option) {
    ParseResult given = command.getParseResult();
    if (!option.startsWith("--") || !command.getCommandSpec().optionsMap().containsKey("--set")) {
      return Optional.empty();
    }
    String setting = option.substring(2);
    try {
      String scheme = TargetUri.parse(given.matchedPositionalValue(0, "")).scheme();
      Driver driver = console.drivers(Options.texts(given, "--drivers")).named(scheme);
      return driver.settings().stream()
          .filter(each -> each.name().equals(setting))
          .map(each -> ", but a setting of " + driver.name() + ": --set " + setting + "=…")
          .findAny();
    } catch (InvalidSpecException e) {
      return Optional.empty(); // The target is wrong as well.
    }
  }

  private static int explain(Console console, Exception e) {
    console.say("plimsoll: " + Console.sentence(e));
    boolean refused = e instanceof InvalidSpecException || e instanceof InvalidPathException;
    if (!refused && System.getenv("PLIMSOLL_LOG") != null) {
      e.printStackTrace(console.err());
    }
    return refused ? ExitCode.BAD_USAGE : ExitCode.FAILURE;
  }
}
