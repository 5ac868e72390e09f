package org.plimsoll.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.compare.Comparability;
import org.plimsoll.analysis.compare.ComparedRun;
import org.plimsoll.analysis.compare.Comparer;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.report.folder.RunReader;
import org.plimsoll.report.page.ComparisonPage;
import org.plimsoll.report.terminal.ComparisonTable;
import org.plimsoll.result.Comparison;
import org.plimsoll.result.ComparisonVerdict;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code plimsoll compare}: tests whether two groups of runs differ. */
final class CompareCommand implements Callable<Integer> {
  private static final Pattern SHARE = Pattern.compile("([0-9]{1,3}(?:\\.[0-9]{1,9})?) ?%");
  private static final String DEFAULT_MARGIN = "3%";

  private final Console console;
  private final CommandSpec spec;

  private CompareCommand(Console console) {
    this.console = console;
    spec =
        Options.command(
            "compare",
            this,
            "Compares two groups of runs; with at least 4 runs each, tests whether they differ.");
    spec.addPositional(
        PositionalParamSpec.builder()
            .paramLabel("A")
            .index("0..*")
            .arity("1..*")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .description("Run folders of side A, which is judged.")
            .build());
    spec.addOption(
        OptionSpec.builder("--against")
            .paramLabel("B")
            .arity("1..*")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .description("Run folders of the other side.")
            .build());
    spec.addOption(Options.value("--margin", "SHARE", "Smaller differences count as equal (3%)."));
    spec.addOption(
        Options.value(
            "--figures",
            "LIST",
            "Figures that decide the verdict, such as p99 or read.p99"
                + " (throughput,p50,p99,errors)."));
    spec.addOption(Options.flag("--allow-suspect", "Also accept suspect runs."));
    spec.addOption(Options.flag("--fail-if-worse", "Exit 4 if A is worse in any figure."));
    spec.addOption(Options.value("--json", "FILE", "The comparison as JSON; - is stdout."));
    spec.addOption(Options.value("--html", "FILE", "The comparison as one HTML page."));
    HelpText.examples(
        spec,
        "compare runs/new-* --against runs/old-*",
        "compare runs/new-* --against runs/old-* --figures p99,throughput --fail-if-worse");
  }

  static CommandSpec spec(Console console) {
    return new CompareCommand(console).spec;
  }

  @Override
  public Integer call() throws IOException {
    ParseResult given = spec.commandLine().getParseResult();
    Comparer comparer = new Comparer(margin(once(given, "--margin")), figures(given));
    Output output = Output.of(console, once(given, "--json"));
    String html = once(given, "--html");
    if (html != null) {
      Output.requireFile("--html", "a file", html);
    }
    List<ComparedRun> a =
        runs(
            "A",
            given.hasMatchedPositional(0) ? given.matchedPositional(0).stringValues() : List.of());
    List<ComparedRun> against = runs("--against", Options.texts(given, "--against"));
    List<ComparedRun> all = new ArrayList<>(a);
    all.addAll(against);
    Optional<String> unreliable =
        Comparability.unreliable(
            all, given.hasMatchedOption("--allow-suspect"), "allow it with --allow-suspect");
    if (unreliable.isPresent()) {
      console.say("plimsoll: " + unreliable.get());
      return ExitCode.UNDECIDED;
    }
    if (given.hasMatchedOption("--fail-if-worse") && !Comparability.isEnough(a, against)) {
      throw new InvalidSpecException(
          "--fail-if-worse: needs at least %d runs on each side, got %d and %d"
              .formatted(Comparability.RUNS_LEAST, a.size(), against.size()));
    }
    Comparison comparison = comparer.compare(a, against);
    if (html != null) {
      Output.write("--html", html, ComparisonPage.of(comparison));
    }
    output.tell(comparison, screen -> ComparisonTable.of(comparison, screen));
    boolean worse =
        comparison.rows().stream()
            .anyMatch(row -> row.subject().primary() && row.verdict() == ComparisonVerdict.WORSE);
    return worse && given.hasMatchedOption("--fail-if-worse") ? ExitCode.SLO_MISSED : ExitCode.DONE;
  }

  private static List<ComparedRun> runs(String side, List<String> folders) {
    return folders.stream()
        .map(folder -> ComparedRun.read(side, folder, () -> RunReader.read(Path.of(folder))))
        .toList();
  }

  private static @Nullable String once(ParseResult given, String option) {
    List<String> texts = Options.texts(given, option);
    if (texts.size() > 1) {
      throw new InvalidSpecException(
          option + ": must be given once, was '" + String.join("' and '", texts) + "'");
    }
    return texts.isEmpty() ? null : texts.getFirst();
  }

  private static double margin(@Nullable String text) {
    Matcher share = SHARE.matcher(text == null ? DEFAULT_MARGIN : text);
    if (!share.matches()) {
      throw new InvalidSpecException("--margin: must be a share such as 3%, was '" + text + "'");
    }
    return Double.parseDouble(share.group(1)) / 100;
  }

  private static Set<String> figures(ParseResult given) {
    String text = once(given, "--figures");
    return text == null ? Set.of() : new LinkedHashSet<>(Arrays.asList(text.split(",", -1)));
  }
}
